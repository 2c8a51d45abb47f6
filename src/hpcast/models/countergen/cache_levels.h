// What a model tells of the levels of caches that its metrics count misses of.
#pragma once

#include <cstddef>
#include <optional>

#include "hpcast/models/countergen/counter_roles.h"
#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// Whether the archives said how many lines the level has, the first one being 1.
bool knows_lines(const Model& model, unsigned level);

// That a cache of a level holds; where nobody knows, of the smallest that processors have: 16 KiB,
// 128 KiB and 1 MiB of 64 bytes.
double lines_held(const Model& model, unsigned level);

// Whether no run missed more often than the cache has lines: then it held all data of each, and has
// fetched each line once.
bool holds_all_data(const Model& model, std::size_t metric);

// Misses of the level behind all others; none where no metric counts misses.
std::optional<std::size_t> deepest_misses(const Model& model, const CounterRoles& roles);

}  // namespace hpcast::countergen
