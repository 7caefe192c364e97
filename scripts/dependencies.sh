# Sourced by scripts/run and scripts/test: installs what Debian packages are missing, and says so first.

build_packages=(g++ cmake ninja-build pkg-config git libtbb-dev librandom123-dev libtomlplusplus-dev
                libboost-dev libboost-program-options-dev libhdf5-dev libfmt-dev libxxhash-dev libhwy-dev libeigen3-dev libglpk-dev zlib1g-dev
                libsqlite3-dev)
test_packages=(libgtest-dev libbenchmark-dev hdf5-tools netcdf-bin python3-xarray python3-h5netcdf python3-netcdf4
               python3-h5py python3-matplotlib)
# For the tests of several machines, which are skipped without them: ALEATOR_TEST_MACHINES=1 scripts/test
machine_packages=(slurm-wlm munge libopenmpi-dev openmpi-bin)

# install_missing PACKAGE...: does nothing when all are there.
install_missing() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing, and installing them needs root. Please run:" >&2
      echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
      exit 3
    fi
    as_root=(sudo)
  fi
  echo "Installing what is missing: ${missing[*]}" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# build_release TESTS TARGET...: builds targets of build/release, with the tests configured if TESTS is ON. Quiet unless
# something goes wrong.
build_release() {
  local tests=$1 log
  shift
  log=$(mktemp)
  trap 'rm -f "$log"' RETURN
  if [ ! -f build/release/build.ninja ] ||
     { [ "$tests" = ON ] && ! grep -q '^ALEATOR_TESTS:BOOL=ON$' build/release/CMakeCache.txt; }; then
    echo "Configuring build/release" >&2
    cmake --preset release -DALEATOR_TESTS="$tests" >"$log" 2>&1 || { cat "$log" >&2; return 3; }
  fi
  if [ ! -x build/release/bin/aleator ]; then echo "Building build/release; the first time takes some minutes" >&2; fi
  cmake --build --preset release --target "$@" >"$log" 2>&1 || { cat "$log" >&2; return 3; }
}
