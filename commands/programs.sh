# shellcheck shell=bash
# Builds programs, generates vectors, and runs the interpreters on them.
# Part of `./run`, which sets the names of folders and the options of the shell.

# Builds targets of a preset of CMakePresets.json in its folder; by default, all of them.
compile() {
  local preset=$1 directory=$2
  shift 2
  if [ ! -f "$directory/build.ninja" ]; then
    say "Configuring $directory"
    local options=()
    ! command -v ccache >/dev/null || options=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    cmake --preset "$preset" "${options[@]}" >&2
  fi
  say "Building $directory"
  cmake --build "$directory" ${1:+--target "$@"} >&2
}

# Installs headers for libkassay-cuda.so, which is built if the CUDA toolkit is installed (optimized/cuda).
cuda_headers() {
  local headers=$build/cudnn_frontend requirements=optimized/cuda/requirements.txt
  if ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
    say "No CUDA toolkit here (nvcc): leaving out libkassay-cuda.so, which the optimized interpreter needs to run on a GPU"
    return
  fi
  # shellcheck disable=SC2310 # one command
  if is_installed "$headers" "$requirements"; then return; fi
  rm -rf "$headers"
  pip "could not install $requirements" install --no-deps --target "$headers" -r "$requirements"
  sha256sum "$requirements" | cut -d' ' -f1 >"$(stamp "$headers" "$requirements")"
}

compile_programs() { cuda_headers; compile release "$build" programs; }

# Builds the same with the kernels of all levels, for packages.
compile_for_all() {
  cmake --preset package >&2
  compile package "$build" "$@"
}

generate() {
  say "Generating vectors"
  PYTHONPATH=generators "$python" -m kassay_generators vectors --out "$build/vectors" "$@"
}

# Writes the vectors for programs in any language into dist/, as an archive and a wheel, with pages of the specification by kassay.
# The arguments are those of `./run vectors`.
archive() {
  add_to_environment "$build/venv" generators/requirements-archive.txt
  compile release "$build" kassay
  generate --archive dist --kassay "$kassay" "$@"
}

# Writes one page with all existing results, of the interpreters and of the backends in conformance/backends.
write_report() {
  local results=() folder name
  for folder in reference optimized conformance/backends/*/; do
    name=$(basename "$folder")
    [ ! -f "$build/results/$name.jsonl" ] || results+=("$build/results/$name.jsonl")
  done
  say "Writing the report"
  mkdir -p "$build/report"
  "$kassay" report "${results[@]}" --vectors "$build/vectors" --history "$history" --out "$build/report/index.html" \
    --junit "$build/report/junit.xml"
  printf '%s\n' "$PWD/$build/report/index.html"
}

report() {
  local status
  setup
  compile_programs
  generate
  test_interpreters "$build/results" --history "$history"
  write_report
  exit "$status"
}

# Writes results of both interpreters into the folder $1; sets `status`. The other arguments are options of `kassay run`.
test_interpreters() {
  local folder=$1 backend
  shift
  status=0
  mkdir -p "$folder"
  for backend in reference optimized; do
    say "Testing $backend"
    "$kassay" run --backend "$backend" --jobs "$(nproc)" --vectors "$build/vectors" --out "$folder/$backend.jsonl" \
      --overwrite "$@" || status=$?
    [ "$status" -le 1 ] || exit "$status"
  done
}

# Runs the interpreters on a processor that qemu emulates. qemu emulates one process, not the processes that it starts: here, the worker.
arm64() {
  local folder=$PWD/$build/arm64 backend status=0
  setup g++-aarch64-linux-gnu qemu-user
  compile_programs
  generate
  say "Fetching libraries for 64-bit Arm"
  attempt "could not fetch libraries for 64-bit Arm" /usr/bin/python3 conformance/package/debian_packages.py "${libraries[@]}" --architecture arm64 \
    --out "$folder/sysroot"
  compile arm64 "$folder/programs" programs
  mkdir -p "$build/results"
  for backend in reference optimized; do
    say "Testing $backend on 64-bit Arm"
    "$kassay" run --backend "exec:qemu-aarch64 -L $folder/sysroot $folder/programs/bin/kassay-worker --backend $backend" \
      --tier smoke --vectors "$build/vectors" --out "$build/results/arm64-$backend.jsonl" --overwrite --timeout 300 || status=$?
    [ "$status" -le 1 ] || exit "$status"
  done
  exit "$status"
}
