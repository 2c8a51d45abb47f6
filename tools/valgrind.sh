# Sourced by ./run and ./test: builds what the Valgrind tracer is linked with.
# shellcheck shell=bash

# What a tool needs of Valgrind's own source, of the installed version.
valgrind_core() { echo "build/valgrind/$(valgrind_version)"; }

valgrind_version() { dpkg-query -W -f='${Version}' valgrind 2>/dev/null | sed 's/^[0-9]*://'; }

# The line of a source list that names the archive where the installed valgrind came from.
valgrind_source_list() {
  apt-cache policy valgrind |
    awk '/^ \*\*\*/ { here = 1; next }
         here && $2 ~ "^[a-z+]*:/" { split($3, place, "/"); print "deb-src", $2, place[1], place[2]; exit }'
}

# fetch_valgrind_source FOLDER: with lists and state of its own; the system's stay as they are.
fetch_valgrind_source() (
  cd "$1" || exit 1
  mkdir -p apt/lists/partial apt/cache/archives/partial
  valgrind_source_list >apt/sources.list
  [ -s apt/sources.list ] || { echo 'apt does not know where valgrind was installed from.'; exit 1; }
  apt_here() {
    apt-get -q -o Dir::Etc::SourceList="$PWD/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
      -o Dir::State::Lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt/cache" \
      -o APT::Sandbox::User="$(id -un)" "$@"
  }
  apt_here update && apt_here source "valgrind=$(dpkg-query -W -f='${Version}' valgrind)"
)

# VEX's objects without those for other processors, which are most of it and never called.
vex_objects() {
  find VEX/priv -name '*.c' ! -name 'multiarch_*' |
    grep -vE '[/_](arm|arm64|mips|mipsdsp|nanomips|ppc|s390|x86)_' |
    sed 's|^VEX/priv/\(.*\)\.c$|priv/libvex_amd64_linux_a-\1.o|' | sort | paste -sd ' '
}

# build_valgrind_core FOLDER: the core, VEX and the core's preload library, not the tools.
# One chain, since a caller's `if` switches `set -e` off.
build_valgrind_core() (
  folder=$(realpath "$1") &&
    cd "$folder"/valgrind-*/ &&
    ./configure CC="$(command -v ccache) gcc" --enable-only64bit --prefix=/usr &&
    make include/vgversion.h default.supp &&
    make -j "$(nproc)" -C VEX libvex-amd64-linux.a am__objects_1="$(vex_objects)" &&
    make -j "$(nproc)" -C coregrind libcoregrind-amd64-linux.a libgcc-sup-amd64-linux.a \
      vgpreload_core-amd64-linux.so &&
    mkdir -p "$folder/lib" "$folder/include/coregrind" &&
    cp VEX/libvex-amd64-linux.a coregrind/libcoregrind-amd64-linux.a \
      coregrind/libgcc-sup-amd64-linux.a coregrind/vgpreload_core-amd64-linux.so \
      default.supp COPYING "$folder/lib" &&
    cp -r include/. VEX/pub config.h "$folder/include" &&
    cp coregrind/pub_core_*.h "$folder/include/coregrind"
)

# Where the core that was built once lies for every other checkout, as ccache keeps objects.
valgrind_cache() {
  local caches=${XDG_CACHE_HOME:-${HOME:-build}/.cache}
  echo "$caches/hpcast/valgrind-$(valgrind_version)-$(cksum <tools/valgrind.sh | tr ' ' -)"
}

# keep_folder FROM TO: a copy, whole or not at all; one that is there stays.
keep_folder() {
  local making=$2.partial-$$
  mkdir -p "$(dirname "$2")" && cp -r "$1" "$making" && mv -T "$making" "$2" 2>/dev/null
  rm -rf "$making"
  [ -d "$2" ]
}

# make_valgrind_core FOLDER
make_valgrind_core() {
  local making=$1.partial-$$ log=build/valgrind/build.log
  echo "Fetching and building the core of Valgrind $(valgrind_version) ($1; some minutes, once) …"
  mkdir -p "$making"
  if ! { fetch_valgrind_source "$making" && build_valgrind_core "$making"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "Setting up Valgrind failed; whole output: $log" >&2
    rm -rf "$making"
    return 1
  fi
  rm -rf "$making"/valgrind* "$making/apt"
  mv "$making" "$1"
}

# The Valgrind tracer's foundation, once: some minutes, then nothing.
set_up_valgrind() {
  local core
  if [ -z "$(valgrind_version)" ]; then
    echo 'The Valgrind tracer needs the package valgrind, which is not installed.' >&2
    return 1
  fi
  core=$(valgrind_core)
  [ ! -e "$core/lib/libcoregrind-amd64-linux.a" ] || return 0
  rm -rf "$core"
  [ -d "$(valgrind_cache)" ] && keep_folder "$(valgrind_cache)" "$core" && return 0
  make_valgrind_core "$core" && { keep_folder "$core" "$(valgrind_cache)" || true; }
}
