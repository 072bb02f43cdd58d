# shellcheck shell=bash
# Tests other backends with the suite, and compares their speed with ours.
# Part of `./run`, which sets the names of folders and the options of the shell.

# The folder of a backend contains requirements.txt, waivers.yaml and its adapter: NAME_backend.py, or a plug-in that CMakeLists.txt builds.
run_backend() {
  local name=${1:-} folder=conformance/backends/${1:-} status=0 replace=(--overwrite) backend
  if [ -z "$name" ] || [ ! -f "$folder/requirements.txt" ]; then
    wrong_usage "./run backend needs a name, one of: $(cd conformance/backends && dirname -- */requirements.txt | paste -sd ' ')"
  fi
  # A backend of Keras 3 does not need a separate adapter.
  backend="keras3:$name"
  [ ! -f "$folder/${name}_backend.py" ] || backend="python:${name}_backend"
  [ ! -f "$folder/CMakeLists.txt" ] || backend="plugin:$build/plugins/$name/libkassay_$name.so"
  shift
  setup
  environment "$build/backends/$name" "$folder/requirements.txt"
  [ ! -f "$folder/CMakeLists.txt" ] || compile_plugin "$name"
  compile_programs
  generate
  mkdir -p "$build/results" "$build/backends/$name/compiled"  # where JAX keeps what it has compiled
  say "Testing $name"
  [[ " $* " != *" --resume "* ]] || replace=()
  PYTHONPATH="$PWD/$folder" KASSAY_PYTHON="$PWD/$build/backends/$name/bin/python" \
    "$kassay" run --backend "$backend" --waivers "$folder/waivers.yaml" --vectors "$build/vectors" \
    --out "$build/results/$name.jsonl" --history "$history" --start-timeout 300 \
    --writable "$PWD/$build/backends/$name/compiled" "${replace[@]}" "$@" || status=$?
  [ "$status" -le 1 ] || exit "$status"
  write_report
  exit "$status"
}

# Builds the plug-in of the backend $1 with the packages in its environment.
compile_plugin() {
  local folder=$build/plugins/$1
  say "Building $folder"
  cmake -G Ninja -S "conformance/backends/$1" -B "$folder" -DCMAKE_PREFIX_PATH="$PWD/$build/backends/$1" >&2
  cmake --build "$folder" >&2
}

# PyTorch, JAX, OpenVINO and NumPy run the same workloads natively, written as their users would; on a GPU, only PyTorch does.
race() {
  local device=cpu options=()
  while [ $# -gt 0 ]; do
    case $1 in
      --device=*) device=${1#*=} ;;
      --device) device=${2:-}; shift $(($# > 1 ? 1 : 0)) ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  case $device in
    cpu) race_on_cpu "${options[@]}" ;;
    cuda) race_on_cuda "${options[@]}" ;;
    *) wrong_usage "./run race --device takes cpu or cuda" ;;
  esac
}

race_on_cpu() {
  setup
  environment "$build/race" conformance/bench/race/requirements.txt
  compile_programs
  mkdir -p "$build/results"
  local peers=() peer
  for peer in torch jax openvino numpy; do
    peers+=(--backend "exec:$build/race/bin/python conformance/bench/race/peer.py $peer")
  done
  say "Racing"
  race_between race --backend optimized "${peers[@]}" --threads 2 "$@"
  exit "$status"
}

# Measuring the limits of the device first also shows whether there is one. No sandbox: PyTorch writes its compiled code to the user's cache.
race_on_cuda() {
  local ceilings=$build/results/cuda-ceilings.json peers=() peer
  setup
  compile_programs
  compile release "$build" cuda_ceilings
  mkdir -p "$build/results"
  say "Measuring the ceilings of the device"
  "$build/bin/cuda_ceilings" >"$ceilings" || exit $?
  environment "$build/race-cuda" conformance/bench/race/requirements-cuda.txt
  for peer in torch "torch --tf32"; do
    peers+=(--backend "exec:$build/race-cuda/bin/python conformance/bench/race/peer.py $peer --device cuda")
  done
  say "Racing on the device"
  race_between race-cuda --backend optimized:cuda "${peers[@]}" --resident --sandbox off "$@"
  "$python" optimized/bench/shares.py --results "$build/results/race-cuda.jsonl" --ceilings "$ceilings"
  exit "$status"
}

# Races, and writes results and a page with the name $1; sets `status`. The other arguments are options of `kassay bench`.
race_between() {
  local file=$build/results/$1.jsonl page=$build/report/$1.html
  status=0
  shift
  "$kassay" bench --start-timeout 300 --out "$file" --overwrite "$@" || status=$?
  [ "$status" -le 1 ] || exit "$status"
  [[ " $* " != *" --list "* ]] || exit "$status"  # nothing was measured
  say "Writing the page"
  mkdir -p "$build/report"
  "$kassay" report "$file" --out "$page"
  printf '%s\n' "$PWD/$page"
}

# An independent check, not part of `./run test`. Debian's PyTorch exists only for Debian's Python.
crosscheck() {
  setup python3-torch
  compile_programs
  say "Comparing with PyTorch"
  /usr/bin/python3 conformance/trials/outside/crosscheck "$@"
}
