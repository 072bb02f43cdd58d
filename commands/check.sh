# shellcheck shell=bash
# The tests, and how strong they are. Part of `./run`, which has the names of folders and the options of the shell.

run_tests() {
  setup_tests
  cuda_headers
  compile developer "$build"
  compile_for_all
  compile sanitized "$build/sanitized"
  generate --lock check
  wheel
  local status=0
  say "Testing under sanitizers"
  ctest --test-dir "$build/sanitized" --output-on-failure -j "$(nproc)" || status=1
  say "Testing"
  ctest --test-dir "$build" --output-on-failure -j "$(nproc)" || status=1
  exit "$status"
}

# The newest Clang of the release: 16 is the first that compiles C++20 with the library of GCC 12.
fuzz_bytes() {
  local clang=16
  ! apt-cache show clang-19 >/dev/null 2>&1 || clang=19
  setup "clang-$clang" "libclang-rt-$clang-dev"
  add_to_environment "$build/venv" conformance/trials/isolation/bytes/requirements.txt
  CXX=clang++-$clang compile fuzz "$build/fuzz" fuzz_targets
  say "Looking for bytes that a reader does not survive"
  "$python" conformance/trials/isolation/bytes/fuzz_bytes.py "$@"
}

mutants_environment() { environment "$build/mutants/venv" conformance/trials/strength/mutants/requirements.txt; }

# How strong the suite is: not a part of the tests, since it takes 20 minutes.
mutants() {
  setup
  mutants_environment
  [[ " $* " != *" --scheduler"* ]] || setup_distributed "$build/mutants/venv"
  [[ " $* " == *" --show "* ]] || generate
  "$build/mutants/venv/bin/python" conformance/trials/strength/mutants "$@"
}

# Not a part of the tests either: drawing the calls takes some 15 minutes the first time.
rules() {
  setup
  compile_for_all
  generate
  local calls=$build/fresh-calls
  if [ ! -e "$calls/manifest.json" ]; then
    say "Drawing calls that no case has"
    PYTHONPATH=generators "$python" -m kassay_generators.fuzzing.fresh_calls --out "$calls" --jobs "$(nproc)"
  fi
  "$build/bin/kassay-faults" --fresh "$calls" --only "${1:-}"
}
