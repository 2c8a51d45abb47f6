#!/bin/bash
# Does tools/setup.sh install what is missing, as root or through sudo, and say what to type
# otherwise? Runs it with apt-get, dpkg-query, id and sudo of our own.
set -euo pipefail
repository=$(realpath "$(dirname "$0")/..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
mkdir -p "$scratch/bin" "$root/tools"
cat >"$root/tools/packages.txt" <<'END'
# comment
run here
run missing-a
test missing-b
full missing-c
END

# fake NAME: a command whose body is standard input.
fake() {
  { echo '#!/bin/bash' && cat; } >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}
fake dpkg-query <<<'[ "${!#}" = here ] && echo "ii "'
fake apt-get <<'END'
echo "apt-get $*" >>"$CALLS"
if [ "$1" = install ] && [ -e "$FAIL_INSTALL" ]; then rm "$FAIL_INSTALL"; exit 100; fi
[ ! -e "$FAIL_ALWAYS" ]
END
fake id <<<'echo "$FAKE_UID"'
fake sudo <<'END'
[ ! -e "$NO_SUDO" ] || exit 1
echo "sudo" >>"$CALLS"
[ "$1" != -n ] || shift
exec "$@"
END

export CALLS=$scratch/calls FAIL_INSTALL=$scratch/fail_once FAIL_ALWAYS=$scratch/fail
export NO_SUDO=$scratch/no_sudo FAKE_UID=0

# try GROUP...: install_missing in a shell of its own; its output in $scratch/output.
try() {
  : >"$CALLS"
  (export PATH=$scratch/bin:$PATH root && bash -c '. "$0"; install_missing "$@"' \
    "$repository/tools/setup.sh" "$@") >"$scratch/output" 2>&1 </dev/null
}

must() { grep -q -- "$1" "$2" || { echo "no '$1' in:"; cat "$2"; exit 1; }; }
must_not() { if grep -q -- "$1" "$2"; then echo "'$1' in:"; cat "$2"; exit 1; fi; }
install='apt-get install -y -q --no-install-recommends'

# Root: announces and installs the groups asked for, and nothing that is there.
try run test
must '^Going to install with apt: missing-a missing-b$' "$scratch/output"
must "^$install missing-a missing-b\$" "$CALLS"
must_not '^sudo' "$CALLS"

# Lists that lead nowhere: updates, then installs again.
touch "$FAIL_INSTALL"
try run
must "^apt-get update" "$CALLS"
must "^$install missing-a\$" "$CALLS"

# Not root, with sudo: through it.
FAKE_UID=1000 try run
must '^sudo$' "$CALLS"
must "^$install missing-a\$" "$CALLS"

# Not root and sudo will not: installs nothing, says what to type, fails.
touch "$NO_SUDO"
if FAKE_UID=1000 try run; then echo 'succeeded without root'; exit 1; fi
must '^  apt-get update && apt-get install -y --no-install-recommends missing-a$' "$scratch/output"
must_not . "$CALLS"
rm "$NO_SUDO"

# apt-get fails for good: says so and fails.
touch "$FAIL_ALWAYS"
if try run; then echo 'succeeded with a broken apt-get'; exit 1; fi
must 'apt-get failed' "$scratch/output"
must '^apt-get update' "$CALLS"
rm "$FAIL_ALWAYS"

# Everything there: touches nothing.
echo 'run here' >"$root/tools/packages.txt"
try run
must '^Every package needed is installed' "$scratch/output"
must_not . "$CALLS"
