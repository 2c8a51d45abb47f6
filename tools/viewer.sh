# Sourced by ./run and ./test: builds the viewer's page, build/viewer/dist/index.html, which the next
# configuration of hpcast embeds. Works on a copy in build/viewer, so nothing is written in viewer/.
# shellcheck shell=bash

oldest_node=18

# The package groups that the viewer needs of apt: none where there is npm from elsewhere.
viewer_group() { command -v npm >/dev/null || echo viewer; }

node_version() { node --version 2>/dev/null | sed 's/^v//; s/\..*//'; }

# Why the viewer cannot be built here; nothing where it can.
viewer_obstacle() {
  if ! command -v npm >/dev/null; then
    echo 'Node.js and npm are not installed'
  elif [ "$(node_version)" -lt $oldest_node ]; then
    echo "Node.js is version $(node_version), $oldest_node or newer is needed"
  fi
}

# What the page is made of, as one checksum.
viewer_checksum() {
  find viewer schemas -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/generated/*' \
    -not -path '*/pictures/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum
}

# The packages of the lock file, once.
install_viewer_packages() {
  if cmp -s viewer/package-lock.json build/viewer/installed-lock.json; then return 0; fi
  cp viewer/package.json viewer/package-lock.json build/viewer/
  # Not --prefix: the npm of Debian 12 does not find the lock file with it.
  (cd build/viewer && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=2 --fetch-timeout=60000) &&
    cp viewer/package-lock.json build/viewer/installed-lock.json
}

copy_viewer_sources() {
  rm -rf build/viewer/{src,e2e,bench,scripts}
  cp -r viewer/{src,e2e,bench,scripts} build/viewer/
  cp viewer/{package.json,package-lock.json,tsconfig.json,vite.config.ts,index.html,.prettierignore} build/viewer/
  rm -rf build/viewer/src/generated
}

# In build/viewer, with the tools that its packages bring.
npm_run() (
  export HPCAST_SCHEMAS=$PWD/schemas HPCAST_ROOT=$PWD
  cd build/viewer && npm run --silent "$@"
)

# Whether the page that is there was made of what is there.
viewer_is_built() {
  [ -f build/viewer/dist/index.html ] && [ "$(viewer_checksum)" = "$(cat build/viewer/made-of 2>/dev/null)" ]
}

build_viewer() {
  if viewer_is_built; then return 0; fi
  mkdir -p build/viewer
  rm -f build/viewer/dist/index.html # what is there is of another time
  install_viewer_packages && copy_viewer_sources && npm_run build && viewer_checksum >build/viewer/made-of
}

# For ./run: hpcast without its viewer is better than no hpcast.
try_to_build_viewer() {
  local obstacle log=build/run/viewer.log
  obstacle=$(viewer_obstacle)
  if [ -n "$obstacle" ]; then
    echo "The viewer is left out: $obstacle."
    return 0
  fi
  viewer_is_built || echo 'Fetching the packages of the viewer with npm, and building its page (build/viewer) …'
  build_viewer >"$log" 2>&1 || echo "The viewer is left out: building it failed; whole output: $log"
}
