# Sourced by ./run and ./test: installs the packages of tools/packages.txt that are missing.
# shellcheck shell=bash

# The packages of the given groups, one a line.
packages_of() {
  local group
  for group in "$@"; do
    sed -n "s/^$group  *//p" "$root/tools/packages.txt"
  done
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | cut -c1-2)" = ii ]
}

# The command that apt-get must stand behind to act as root: nothing, or sudo. Fails without either.
become_root() {
  if [ "$(id -u)" -eq 0 ]; then
    return 0
  fi
  command -v sudo >/dev/null || return 1
  if [ -t 0 ]; then echo sudo; else sudo -n true 2>/dev/null && echo 'sudo -n'; fi
}

apt_install() {
  local as_root=$1
  shift
  # shellcheck disable=SC2086  # as_root is empty or some words
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

# A machine fresh from its image has no package lists, an old one has lists that lead nowhere.
apt_update_and_install() {
  local as_root=$1
  shift
  if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null && apt_install "$as_root" "$@"; then
    return 0
  fi
  # shellcheck disable=SC2086
  $as_root apt-get update -q && apt_install "$as_root" "$@"
}

# install_missing GROUP...: says what it is going to install, and installs it. Exits with 1 and the
# one line to type when it may not.
install_missing() {
  local package as_root missing=()
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "No apt here, so nothing is installed. What Debian 12 calls" $(packages_of "$@") "must be there."
    return 0
  fi
  for package in $(packages_of "$@"); do
    is_installed "$package" || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo 'Every package needed is installed.'
    return 0
  fi
  echo "Going to install with apt: ${missing[*]}"
  if ! as_root=$(become_root); then
    echo 'Installing needs root, and sudo is not to be had. Type this as root, then start again:' >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  mkdir -p "$root/build"
  if ! apt_update_and_install "$as_root" "${missing[@]}" >"$root/build/apt.log" 2>&1; then
    tail -n 20 "$root/build/apt.log" >&2
    echo 'apt-get failed (whole output: build/apt.log). Type this as root, then start again:' >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
}
