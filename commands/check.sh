# shellcheck shell=bash
# The tests, and the strength of the suite. Part of `./run`, which sets the names of folders and the options of the shell.

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

# Clang 19 if the release has it, or else 16, the first that compiles C++20 with GCC 12's library.
fuzz_bytes() {
  local clang=16
  ! apt-cache show clang-19 >/dev/null 2>&1 || clang=19
  setup "clang-$clang" "libclang-rt-$clang-dev"
  add_to_environment "$build/venv" conformance/trials/isolation/bytes/requirements.txt
  CXX=clang++-$clang compile fuzz "$build/fuzz" fuzz_targets
  say "Looking for bytes that crash a reader"
  "$python" conformance/trials/isolation/bytes/fuzz_bytes.py "$@"
}

mutants_environment() { environment "$build/mutants/venv" conformance/trials/strength/mutants/requirements.txt; }

# Not part of `./run test`, since it takes 20 minutes.
mutants() {
  setup
  mutants_environment
  [[ " $* " != *" --scheduler"* ]] || setup_distributed "$build/mutants/venv"
  [[ " $* " == *" --show "* ]] || generate
  "$build/mutants/venv/bin/python" conformance/trials/strength/mutants "$@"
}

# Not part of `./run test` either: the first time, drawing the calls takes about 15 minutes.
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
