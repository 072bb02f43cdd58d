#!/usr/bin/env bash
# Tests the optimized interpreter on the GPU of this machine, with programs built here, or packed elsewhere (`./run cuda-day`).
#
#   optimized/cuda/test.sh STEP...
#
#   unpack      programs, vectors and compiled chains from build/cuda-day.tar.xz into build/
#   about       the machine: device, driver, libraries, Python packages
#   unit        memory, transfers, graphs; NVRTC
#   smoke core  the cases of these tiers (core: also zh and ja), compared as `kassay run` does
#   misaligned  the cases of tier core with arrays one element off the alignment of their memory
#   fuzz        random programs, compared with the optimized interpreter on the processor
#   crosscheck  PyTorch on random inputs
#   memcheck racecheck synccheck
#               the tier smoke under compute-sanitizer
#   ceilings    the most that the device can do
#   race        the workloads of `kassay bench`, compared with PyTorch on the same device
#   all         everything but unpack
#
# Results go to $OUT (build/results/cuda); relative paths there and in $KASSAY_CUDA_CACHE start at the clone. A step ends after at
# most $STEP_SECONDS (480). $PYTHON (python3) must have PyTorch. Exit codes: 0 all steps passed; 1 a step failed; 2 usage;
# 3 something is missing; 77 no device. With --check it only tests whether there is a device; with --steps before the steps, only whether these steps exist.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 3

build=build
kassay=$build/bin/kassay
out=${OUT:-$build/results/cuda}
python=${PYTHON:-python3}
jobs=${JOBS:-4}
export KASSAY_CUDA_CACHE=${KASSAY_CUDA_CACHE:-$PWD/$build/cuda-cache}
status=0
all=(about unit smoke core misaligned fuzz crosscheck memcheck racecheck synccheck ceilings race)

fail() { printf 'error: %s\n' "$2" >&2; exit "$1"; }

cases() {  # name, options
  local name=$1
  shift
  "$kassay" run --backend optimized:cuda --vectors "$build/vectors" --jobs "$jobs" --start-timeout 120 --timeout 60 \
    --out "$out/$name.jsonl" --overwrite "$@"
}

under_sanitizer() {
  local sanitizer
  sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
  # Its banner goes to a file: standard output belongs to the protocol.
  "$kassay" run --backend "exec:$sanitizer --tool $1 --log-file $out/$1-%p.log --error-exitcode 86 --print-limit 20 $PWD/$build/bin/kassay-worker --backend optimized:cuda" \
    --tier smoke --vectors "$build/vectors" --sandbox off --memory 0 --jobs "$jobs" --start-timeout 300 --timeout 300 \
    --out "$out/$1.jsonl" --overwrite
  local result=$?
  cat "$out/$1"-*.log >"$out/$1.log"
  rm -f "$out/$1"-*.log
  grep -E "ERROR SUMMARY" "$out/$1.log" | sort | uniq -c
  return "$result"
}

about() {
  nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.sm,clocks.mem --format=csv
  nproc; uname -r; "$python" --version
  "$python" -c 'import torch; print("torch", torch.__version__, torch.version.cuda, torch.backends.cudnn.version())'
  "$build/bin/optimized_tests" --gtest_brief=1 --gtest_filter='*AnyDevice.UploadedDataComesBack/cuda'
  "$kassay" list functions --backend optimized:cuda | tail -3
}

race() {
  local peers=() peer
  for peer in torch "torch --tf32"; do
    peers+=(--backend "exec:$python conformance/bench/race/peer.py $peer --device cuda")
  done
  "$kassay" bench --start-timeout 300 --out "$out/race.jsonl" --overwrite --backend optimized:cuda "${peers[@]}" --resident --sandbox off || return
  [ ! -s "$out/ceilings.json" ] || "$python" optimized/bench/shares.py --results "$out/race.jsonl" --ceilings "$out/ceilings.json"
}

step() {
  case $1 in
    about) about ;;
    unit) "$build/bin/optimized_tests" --gtest_brief=1 --gtest_filter='*AnyDevice*/cuda*' && "$build/bin/cuda_tests" --gtest_brief=1 ;;
    smoke) cases smoke --tier smoke ;;
    core) cases ko && cases zh --edition zh && cases ja --edition ja ;;
    misaligned) KASSAY_ENGINE=no-alignment cases misaligned ;;
    fuzz) "$kassay" fuzz --backend optimized:cuda --against optimized --normative --programs 5000 --out "$out/fuzz" ;;
    crosscheck) "$python" conformance/trials/outside/crosscheck --backend optimized:cuda ;;
    memcheck | racecheck | synccheck) under_sanitizer "$1" ;;
    ceilings) "$build/bin/cuda_ceilings" | tee "$out/ceilings.json" ;;
    race) race ;;
  esac
}

# A step is a process of this script, so that it can be ended.
if [ "${1:-}" = --step ]; then
  step "$2"
  exit
fi
[ $# != 0 ] || { sed -n '/^#   opt/,/^set/s/^# \?//p' "${BASH_SOURCE[0]}" | grep -v '^set'; exit 2; }
steps=()
for name in "$@"; do
  case $name in
    all) steps+=("${all[@]}") ;;
    unpack | --check | --steps) steps+=("$name") ;;
    *)
      [[ " ${all[*]} " = *" $name "* ]] || fail 2 "no step \"$name\"; they are unpack, all, ${all[*]}"
      steps+=("$name")
      ;;
  esac
done
[ "${steps[0]}" != --steps ] || exit 0
if [ "${steps[0]}" = unpack ]; then
  [ -f "$build/cuda-day.tar.xz" ] || fail 3 "$PWD/$build/cuda-day.tar.xz is not there: ./run cuda-day makes it, where the CUDA toolkit is"
  tar -xJf "$build/cuda-day.tar.xz" || exit 3
  steps=("${steps[@]:1}")
fi
[ ${#steps[@]} != 0 ] || exit 0
[ -x "$kassay" ] || fail 3 "$PWD/$kassay is not there: ./run cuda-test builds it, and the step unpack brings what ./run cuda-day has packed"
"$kassay" list functions --backend optimized:cuda --vectors "$build/vectors" >/dev/null || exit $?
[ "${steps[0]}" != --check ] || exit 0
mkdir -p "$out" "$KASSAY_CUDA_CACHE" || exit 3
for name in "${steps[@]}"; do
  printf '=== %s\n' "$name"
  begin=$SECONDS
  timeout "${STEP_SECONDS:-480}" "${BASH_SOURCE[0]}" --step "$name" >"$out/$name.txt" 2>&1
  result=$?
  tail -n "${LINES_SHOWN:-25}" "$out/$name.txt"
  printf '=== %s: exit code %s, %d s\n' "$name" "$result" $((SECONDS - begin))
  [ "$result" = 0 ] || status=1
done
exit "$status"
