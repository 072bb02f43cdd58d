# shellcheck shell=bash
# Installs what the commands need, and explains failures. Part of `./run`, which sets the names of folders and the options of the shell.

# Prints a remedy for the failure whose output is in the file $1.
remedy() {
  case $(cat "$1") in
    *"No space left on device"*) echo "the disk is full: free some space (\`df -h . ${TMPDIR:-/tmp}\` shows how much is left)" ;;
    *"ould not get lock"* | *"nable to acquire the dpkg frontend lock"* | *"nable to lock"*)
      echo "another program is installing packages: let it finish, then try again" ;;
    *"dpkg was interrupted"*) echo "run as root: dpkg --configure -a" ;;
    *"emporary failure"* | *"ould not resolve"* | *"ame or service not known"* | *"etwork is unreachable"* | *"o route to host"* | \
      *"onnection refused"* | *"timed out"* | *"ould not connect"* | *"annot initiate the connection"* | *"ProxyError"*)
      echo "the network does not reach the packages: check the connection, and the proxy if this machine needs one (https_proxy)" ;;
    *CERTIFICATE_VERIFY_FAILED* | *"certificate verification failed"* | *"ertificate verify failed"*)
      echo "a certificate is not trusted: install ca-certificates, or the certificate of your proxy" ;;
    *"ermission denied"* | *"are you root?"*) echo "a file belongs to another user: \`ls -l\` shows the owner of the file named above" ;;
    *"nable to locate package"* | *"has no installation candidate"*)
      echo "./run needs the packages of Debian 12 or 13, and this is $(sed -n 's/^PRETTY_NAME=//p' /etc/os-release)" ;;
    *"o matching distribution found"* | *"equires-Python"* | *"equires a different Python"*)
      echo "a package has no version for $(/usr/bin/python3 --version): ./run needs the Python of Debian 12 or 13 (3.11, 3.13)" ;;
    *) echo "its last lines are above" ;;
  esac
}

# Runs a command of another tool. If it fails, prints its last lines, what failed ($1) and a remedy.
attempt() {
  local what=$1 log
  shift
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    fail "$what: $(remedy "$log"; rm -f "$log")"
  fi
  rm -f "$log"
}

pip() { attempt "pip $1" /usr/bin/python3 -m pip -q --disable-pip-version-check "${@:2}"; }

# Installs the Debian packages in its arguments that are not installed yet.
install_packages() {
  local missing=() package apt=(env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq)
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} != 0 ] || return 0
  command -v apt-get >/dev/null || fail "no apt-get here; install these yourself: ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "installing packages needs root or sudo: run as root: apt-get install ${missing[*]}"
    apt=(sudo "${apt[@]}")
  fi
  say "Installing ${missing[*]}"
  attempt "apt-get update failed" "${apt[@]}" update
  attempt "apt-get could not install ${missing[*]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
}

# CMake and Python write the path of a folder into it, so a folder that was moved or copied is set up again.
renew_moved() {
  local file folder place
  [ -d "$build" ] || return 0
  while read -r file; do
    folder=$(dirname "$file")
    place=$(sed -n -e 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' -e 's/^command = .* --clear //p' "$file")
    if [ -z "$place" ] || [ "$place" -ef "$folder" ]; then continue; fi
    say "$folder was made in $place: setting it up again"
    case $file in
      */pyvenv.cfg) rm -r "$folder" ;;
      # Without its log, Ninja builds everything again.
      *) rm -rf "$folder"/{CMakeCache.txt,CMakeFiles,build.ninja,.ninja_log,.ninja_deps} ;;
    esac
  done < <(find "$build" -maxdepth 4 \( -name CMakeCache.txt -o -name pyvenv.cfg \))
}

# Creates the Python environment $1 with the requirements $2, unless it already has exactly these.
environment() {
  local directory=$1 requirements=$2
  # shellcheck disable=SC2310 # one command
  if is_installed "$directory" "$requirements"; then return; fi
  say "Setting up Python in $directory"
  mkdir -p "$(dirname "$directory")"
  attempt "Python could not make $directory" /usr/bin/python3 -m venv --without-pip --clear "$directory"
  add_to_environment "$directory" "$requirements"
}

# The file that records the requirements $2 that the environment $1 has.
stamp() { echo "$1/${2//\//-}.sha256"; }

is_installed() { [ "$(cat "$(stamp "$1" "$2")" 2>/dev/null)" = "$(sha256sum "$2" | cut -d' ' -f1)" ]; }

# Installs the requirements $2 into the environment $1, unless it already has exactly these. Requirements with a line
# "# pip: --no-deps" name everything that they need.
add_to_environment() {
  local directory=$1 requirements=$2 options=()
  # shellcheck disable=SC2310 # one command
  if is_installed "$directory" "$requirements"; then return; fi
  ! grep -q '^# pip: --no-deps' "$requirements" || options=(--no-deps)
  pip "could not install $requirements" --python "$directory/bin/python" install "${options[@]}" -r "$requirements"
  sha256sum "$requirements" | cut -d' ' -f1 >"$(stamp "$directory" "$requirements")"
}

setup() {
  install_packages "${packages[@]}" "$@"
  environment "$build/venv" generators/requirements.txt
  add_to_environment "$build/venv" optimized/requirements.txt
  add_to_environment "$build/venv" conformance/python/requirements-wheel.txt
}

# For --scheduler.
setup_distributed() { add_to_environment "$1" generators/requirements-distributed.txt; }

setup_tests() {
  setup "${test_packages[@]}"
  add_to_environment "$build/venv" generators/requirements-test.txt
  add_to_environment "$build/venv" generators/requirements-archive.txt
  add_to_environment "$build/venv" reports/site/requirements.txt
  setup_distributed "$build/venv"
  mutants_environment
  # shellcheck disable=SC2310 # one command
  if keras_runs; then
    keras_environment 2.2.4
    keras_environment 2.3.1
    add_to_environment "$build/keras/2.3.1" conformance/python/keras_tests/clients/requirements-tested.txt
  else
    say "Keras 2 needs Python 3.12 or older: leaving out the tests with Keras itself"
  fi
}
