#!/usr/bin/env bash
# The README's two commands on an empty Debian: `./run elsewhere` starts this. Prints a line for each command; keeps roots and logs in build/elsewhere.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

folder=$PWD/build/elsewhere
# What a container may do: https://docs.docker.com/engine/containers/run/#runtime-privilege-and-linux-capabilities
container=+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
fail() { printf 'error: %s\n' "$*" >&2; exit 3; }

# The mirror of Debian that this machine uses.
mirror() { PYTHONPATH=conformance/package /usr/bin/python3 -c 'import debian_packages; print(debian_packages.mirror().rstrip("/"))'; }

# An empty root of the release $1 in the folder $2, with git, a clone, and how this machine reaches its networks.
make_root() {
  local release=$1 root=$2 certificates
  say "Making an empty root of $release"
  # A debootstrap may leave /proc there.
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include=ca-certificates,git "$release" "$root" "$(mirror)" >"$root.debootstrap.log" 2>&1 ||
    fail "debootstrap failed; its last lines:"$'\n'"$(tail -n 5 "$root.debootstrap.log")"
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
  certificates=(/usr/local/share/ca-certificates/*.crt)
  if [ -f "${certificates[0]}" ]; then
    cp "${certificates[@]}" "$root/usr/local/share/ca-certificates/"
    chroot "$root" update-ca-certificates >/dev/null 2>&1
  fi
  git clone -q --no-hardlinks . "$root/kassay"
}

# Runs the command in the root $1, whose mounts end with it. Like a container ($2 = confined), it sees the machine's /proc, and has no
# right to make namespaces: a root that chroot made allows no user namespaces, and what else makes them needs a capability that it lacks.
# Like a machine ($2 = free), it has its own /proc, and every right of root.
inside() {
  local root=$1 rights=$2 name environment=()
  shift 2
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_CERT PIP_INDEX_URL PIP_DEFAULT_TIMEOUT; do
    [ -z "${!name:-}" ] || environment+=("$name=${!name}")
  done
  environment=(env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "${environment[@]}")
  if [ "$rights" = confined ]; then
    unshare --mount bash -euc 'mount --rbind /dev "$0/dev"; mount --rbind /proc "$0/proc"; exec chroot "$0" "$@"' "$root" \
      setpriv --bounding-set=-all,$container --inh-caps=-all "${environment[@]}" "$@"
  else
    unshare --mount --pid --fork --kill-child bash -euc '
      mount --bind "$0" "$0"; mount --rbind /dev "$0/dev"; cd "$0"; mkdir -p outside
      pivot_root . outside; mount -t proc proc /proc; umount --lazy /outside; exec "$@"' "$root" "${environment[@]}" "$@"
  fi
}

# One command in the root $2 of the release $1, with the rights $3; prints its line of the table.
try() {
  local release=$1 root=$2 rights=$3 command=$4 log=$folder/$1.$3.$4.log status=0 times verdict=passed TIMEFORMAT='%0R %0U %0S'
  say "$release, $rights: ./run $command"
  times=$({ time inside "$root" "$rights" bash -c "cd /kassay && ./run $command" >"$log" 2>&1; } 2>&1) || status=$?
  read -r seconds user system <<<"$(tail -n 1 <<<"$times")"
  if [ "$status" != 0 ]; then
    verdict="failed with $status: $log"
    failed=1
    tail -n 15 "$log" >&2
  fi
  printf '%-10s %-9s %-13s %7s %13s  %s\n' "$release" "$rights" "./run $command" "$seconds" $((user + system)) "$verdict"
}

[ "$(id -u)" = 0 ] || fail "an empty root needs root: sudo ./run elsewhere"
unshare --mount true 2>/dev/null || fail "this machine gives root no namespaces of mounts (CAP_SYS_ADMIN): run it on a machine or in a privileged container"
[ $# != 0 ] || set -- 12 13
releases=()
for release in "$@"; do
  case $release in
    12 | bookworm) releases+=(bookworm) ;;
    13 | trixie) releases+=(trixie) ;;
    *) printf 'error: ./run elsewhere does not know the release "%s"; it takes 12 (bookworm) and 13 (trixie)\n' "$release" >&2; exit 2 ;;
  esac
done
failed=0
mkdir -p "$folder"
printf '%-10s %-9s %-13s %7s %13s  %s\n' release rights command seconds 'CPU seconds' verdict
for release in "${releases[@]}"; do
  root=$folder/$release
  make_root "$release" "$root"
  # The second time everything is built, and only the tests run again.
  for rights in confined free; do
    for command in report test; do try "$release" "$root" "$rights" "$command"; done
  done
done
exit $failed
