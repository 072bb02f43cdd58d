# shellcheck shell=bash
# Runs Keras itself on the interpreters. Part of `./run`, which sets the names of folders and the options of the shell.

# Whether the packages that Keras 2 needs, such as NumPy 1.26, exist for this Python.
keras_runs() { /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; }

# Creates a Python environment with the version $1 of Keras and the packages that its tests need.
keras_environment() {
  environment "$build/keras/$1" conformance/python/keras_tests/requirements.txt
  add_to_environment "$build/keras/$1" "conformance/python/keras_tests/keras-$1.txt"
}

# Runs Keras's own tests, from its source distribution, with kassay.keras as the backend.
keras_tests() {
  local version=${1:-2.2.4} folder=conformance/python/keras_tests environment source
  environment=$build/keras/$version source=$build/keras/sources/Keras-$version
  [ -f "$folder/keras-$version.txt" ] || fail "./run keras-tests takes 2.2.4 or 2.3.1"
  setup
  keras_environment "$version"
  compile release "$build" kassay_native kassay_python_modules
  if [ ! -d "$source" ]; then
    say "Fetching the source distribution of Keras $version"
    pip "could not fetch keras==$version" download --no-deps --no-binary :all: --no-build-isolation \
      --dest "$build/keras/sources" "keras==$version"
    tar -xzf "$source.tar.gz" -C "$build/keras/sources"
  fi
  say "Running the tests of Keras $version"
  "$python" "$folder" --source "$PWD/$source" --python "$PWD/$environment/bin/python" --package "$PWD/$build/python" "$version" "${@:2}"
}

# Compares Keras on kassay.keras with TensorFlow's Keras: losses of the same networks, and the time of an epoch.
keras_compare() {
  local version=2.3.1 folder=conformance/python/keras_tests
  if [[ ${1:-} =~ ^[0-9] ]]; then version=$1; shift; fi
  [ -f "$folder/keras-$version.txt" ] || fail "./run keras-compare takes 2.2.4 or 2.3.1"
  setup
  keras_environment "$version"
  environment "$build/backends/tensorflow" conformance/backends/tensorflow/requirements.txt
  compile release "$build" kassay_native kassay_python_modules
  say "Training with Keras $version and with tf_keras"
  "$build/keras/$version/bin/python" "$folder/compare.py" --keras "$PWD/$build/keras/$version/bin/python" \
    --tf-keras "$PWD/$build/backends/tensorflow/bin/python" --package "$PWD/$build/python" \
    --styles reports/html/palette.css --out "$build/report/keras.html" "$@"
}

# Compares packages written for Keras 2 on kassay.keras and on TensorFlow, with the same version of Keras.
keras_clients() {
  local folder=conformance/python/keras_tests name
  /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' ||
    fail "./run keras-clients needs Python 3.11, the last that TensorFlow 2.15 supports, not $(/usr/bin/python3 --version)"
  setup
  environment "$build/keras/clients" "$folder/requirements.txt"
  environment "$build/keras/tensorflow" "$folder/clients/requirements-tensorflow.txt"
  for name in clients tensorflow; do
    add_to_environment "$build/keras/$name" "$folder/keras-2.3.1.txt"
    add_to_environment "$build/keras/$name" "$folder/clients/requirements-tested.txt"
    add_to_environment "$build/keras/$name" "$folder/clients/requirements.txt"
  done
  compile release "$build" kassay_native kassay_python_modules
  say "Training models of packages"
  "$build/keras/clients/bin/python" "$folder/compare_clients.py" --keras "$PWD/$build/keras/clients/bin/python" \
    --tensorflow "$PWD/$build/keras/tensorflow/bin/python" --package "$PWD/$build/python" \
    --styles reports/html/palette.css --out "$build/report/keras-clients.html" "$@"
}
