#include "region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hpcast.h"

struct region {
  char names[part_count][256];
};

/* By opari2's word for the construct. */
static const struct construct {
  const char *type, *whole, *block;
} constructs[] = {
    {"parallelfor", "for", ""},
    {"paralleldo", "do", ""},
    {"parallelsections", "sections", "section"},
    {"parallelworkshare", "workshare", ""},
    {"sections", "sections", "section"},
    {"single", "single", "single sblock"},
    {"critical", "critical", "critical sblock"},
    {"ordered", "ordered", "ordered sblock"},
    {"task", "create task", "task"},
    {"taskuntied", "create task", "task untied"},
};

/* Of opari2's text, LENGTH*key=value*key=value**. */
struct value {
  const char *text;
  int length;
};

static struct value value_of(const char *text, const char *key) {
  const struct value none = {"", 0};
  const size_t key_length = strlen(key);
  for (; *text != '*' || text[1] != '*'; ++text) {
    if (*text == '\0') return none;
    if (*text != '*' || strncmp(text + 1, key, key_length) != 0 || text[key_length + 1] != '=')
      continue;
    const struct value found = {text + key_length + 2, (int)strcspn(text + key_length + 2, "*")};
    return found;
  }
  return none;
}

/* FOLDER/FILE:LINE:LINE as FILE:LINE. */
static struct value place_of(struct value location) {
  while (location.length > 0 && location.text[--location.length] != ':') continue;
  for (int i = location.length; i-- > 0;)
    if (location.text[i] == '/') {
      location.text += i + 1;
      location.length -= i + 1;
      break;
    }
  return location;
}

static void name_part(struct region *region, enum part part, struct value construct,
                      struct value place) {
  snprintf(region->names[part], sizeof region->names[part], "!$omp %.*s @%.*s", construct.length,
           construct.text, place.length, place.text);
}

static struct value as_value(const char *text) {
  const struct value value = {text, (int)strlen(text)};
  return value;
}

static void name_parts(struct region *region, const char *text) {
  struct value type = value_of(text, "regionType");
  const struct value user = value_of(text, "userRegionName");
  const struct value begin = place_of(value_of(text, "sscl"));
  const struct value end = place_of(value_of(text, "escl"));
  struct value of_block = as_value("block");
  const size_t known = sizeof constructs / sizeof *constructs;
  for (size_t i = 0; i < known; ++i) {
    const struct construct *construct = &constructs[i];
    if ((int)strlen(construct->type) != type.length ||
        strncmp(construct->type, type.text, (size_t)type.length) != 0)
      continue;
    of_block = as_value(construct->block);
    type = as_value(construct->whole);
    break;
  }
  name_part(region, team, as_value("parallel"), begin);
  name_part(region, whole, type, begin);
  name_part(region, block, of_block, begin);
  name_part(region, at_end, as_value("implicit barrier"), end);
  if (user.length > 0)
    snprintf(region->names[whole], sizeof region->names[whole], "%.*s", user.length, user.text);
}

void hpcast_pomp2_describe(void **handle, const char *text) {
  if (__atomic_load_n(handle, __ATOMIC_ACQUIRE) != NULL) return;
  struct region *region = calloc(1, sizeof *region);
  if (region == NULL) return;
  name_parts(region, text);
  void *none = NULL;
  if (!__atomic_compare_exchange_n(handle, &none, region, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    free(region);
}

/* Null: there was no memory. */
static const char *name_of(void **handle, enum part part) {
  const struct region *region = __atomic_load_n(handle, __ATOMIC_ACQUIRE);
  return region == NULL ? NULL : region->names[part];
}

void hpcast_pomp2_begin(void **handle, const char *text, enum part part) {
  if (text != NULL) hpcast_pomp2_describe(handle, text);
  const char *name = name_of(handle, part);
  if (name != NULL) hpcast_region_begin(name);
}

void hpcast_pomp2_end(void **handle, enum part part) {
  const char *name = name_of(handle, part);
  if (name != NULL) hpcast_region_end(name);
}
