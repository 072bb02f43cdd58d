# shellcheck shell=bash
# Packages and releases. Part of `./run`, which sets the names of folders and the options of the shell.

# Packs the build into a wheel, with the libraries that a machine may lack; its name states the oldest platform that it runs on. One of
# the native modules must run on all later Pythons, so it may use only the stable interface.
wheel() {
  local made=$build/wheel
  compile_for_all kassay_wheel
  "$python" -m abi3audit --strict --assume-minimum-abi3 3.12 "$build/python/kassay/_native.abi3.so" >&2
  say "Writing the wheel"
  rm -rf "$made"
  mkdir -p "$made" dist
  pip "could not make the wheel" --python "$python" wheel --no-build-isolation --no-deps --wheel-dir "$made" \
    --config-settings "cmake.define.KASSAY_BUILT=$PWD/$build" .
  PATH=$PWD/$build/venv/bin:$PATH "$python" -m auditwheel repair --wheel-dir "$made/repaired" "$made"/kassay-*.whl >&2
  rm -f dist/kassay-*.whl
  mv "$made"/repaired/kassay-*.whl dist
  ls "$PWD"/dist/kassay-*.whl
}

# Writes the source distribution, from which `pip wheel` compiles the wheel if `./run setup` has installed the Debian packages.
sdist() {
  say "Writing the source distribution"
  rm -f dist/kassay-*.tar.gz
  "$python" -c 'from scikit_build_core.build import build_sdist; build_sdist("dist")' >&2
  ls "$PWD"/dist/kassay-*.tar.gz
}

# Writes all files of a release into dist/. The packed programs must pass, and the site shows their results.
release() {
  local options=() dirty=false version status
  while [ $# -gt 0 ]; do
    case $1 in
      --since=?*) options=(--since "${1#*=}") ;;
      --since) [ $# -gt 1 ] || wrong_usage "./run release takes --since OLD and --allow-dirty; OLD is a wheel or a folder of vectors"; options=(--since "$2"); shift ;;
      --allow-dirty) dirty=true ;;
      *) wrong_usage "./run release takes --since OLD and --allow-dirty, not \"$1\"" ;;
    esac
    shift
  done
  version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' conformance/python/kassay/__init__.py)
  grep -qF "## [$version] - " CHANGELOG.md || fail "CHANGELOG.md has no entry for version $version: add it, with a date"
  "$dirty" || [ -z "$(git status --porcelain)" ] || fail "there are uncommitted changes: commit them, or add --allow-dirty"
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  setup dpkg-dev file
  setup_site
  generate --lock check
  PYTHONPATH=generators "$python" -m kassay_generators changes --vectors "$build/vectors" "${options[@]}" >&2
  compile_for_all programs
  test_interpreters "$build/release"
  [ "$status" = 0 ] || fail "an interpreter fails; nothing is released"
  rm -rf dist "$build/site"
  mkdir dist
  wheel
  sdist
  archive
  say "Writing the Debian package"
  (cd "$build" && cpack -B "$OLDPWD/dist" >&2 && rm -r "$OLDPWD/dist/_CPack_Packages")
  write_site "$build/site/kassay-site-$version" "$build/release"/{reference,optimized}.jsonl >&2
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$build/site" -c . |
    gzip -9n >"dist/kassay-site-$version.tar.gz"
  (cd dist && sha256sum -- * >SHA256SUMS)
  say "Made kassay $version in $PWD/dist"
  (cd dist && du -ah -- *)
}
