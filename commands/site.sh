# shellcheck shell=bash
# Writes the site that the project publishes, from committed counts of results.
# Part of `./run`, which sets the names of folders and the options of the shell.

counted=conformance/backends/results

site() {
  if [ "${1:-}" = --renew ]; then
    [ $# -gt 1 ] || wrong_usage "./run site --renew takes names of backends that have run: reference, optimized, or folders of conformance/backends"
    shift
    renew_counts "$@"
    return
  fi
  [ $# = 0 ] || wrong_usage "./run site takes --renew NAME..., not \"$1\""
  setup_site
  compile_programs
  generate
  write_site "$build/site"
}

setup_site() { setup xz-utils; add_to_environment "$build/venv" reports/site/requirements.txt; }

# Updates the committed counts of each name from its last whole run, build/results/NAME.jsonl.
renew_counts() {
  local name file
  for name in "$@"; do
    [ -f "$build/results/$name.jsonl" ] ||
      fail "$name has no results: run \`./run backend $name\` first (\`./run report\` for reference and optimized)"
  done
  setup_site
  compile_programs
  generate
  mkdir -p "$counted"
  for name in "$@"; do
    file=$build/results/$name.json
    rm -f "$file"
    [ ! -f "$counted/$name.json.xz" ] || xz -dc "$counted/$name.json.xz" >"$file"
    "$kassay" report "$build/results/$name.jsonl" --vectors "$build/vectors" --counts "$file"
    xz -9ec "$file" >"$counted/$name.json.xz"
  done
}

# Replaces the site in the folder $1. The other arguments are results files, which replace the committed counts of the same names.
write_site() {
  local site=$1 file name rows=("${@:2}")
  say "Writing the site"
  rm -rf "$site" "$build/counts"
  mkdir -p "$build/counts"
  for file in "$counted"/*.json.xz; do
    name=$(basename "$file" .json.xz)
    [[ " ${*:2} " != *"/$name.jsonl "* ]] || continue
    rows+=("$build/counts/$name.json")
    xz -dc "$file" >"${rows[-1]}"
  done
  "$kassay" report "${rows[@]}" --vectors "$build/vectors" --site "$site" >&2
  "$python" reports/site/documents.py "$site"
  printf '%s\n' "$PWD/$site/index.html"
}
