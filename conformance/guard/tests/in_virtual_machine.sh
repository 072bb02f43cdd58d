#!/usr/bin/env bash
# Runs test programs in a virtual machine whose kernel permits every measure of the sandbox, including control groups of version 2,
# which many machines lack. Each program runs as root, then as a user with a delegated group. This script needs no privileges. It
# emulates the machine, which takes some minutes; ACCELERATOR=kvm in the environment is faster, if it works.
#
#   apt-get install qemu-system-x86 busybox-static cpio
#   apt-get download linux-image-6.1.0-NN-cloud-amd64 && dpkg -x linux-image-*.deb kernel
#   conformance/guard/tests/in_virtual_machine.sh kernel/boot/vmlinuz-* build/bin/{sandbox,process}_miniatures_test
#
# The exit code is 0 if every program passed both times. The kernel's modules are not needed.
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
kernel=$1
shift
directory=$(dirname "$(readlink -f "$1")")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

mkdir -p "$root"/{bin,dev,proc,sys,tmp,kassay,etc}
cp "$(command -v busybox)" "$root/bin/busybox"
"$root/bin/busybox" --install -s "$root/bin"
find "$root/bin" -type l -exec ln -sf busybox {} \;
programs=("$@" "$directory"/{kassay-guard,misbehaving-worker})
cp "${programs[@]}" "$root/kassay/"
# Copies the libraries that the programs link to, with their paths.
{ ldd "${programs[@]}" 2>/dev/null || true; } | grep -o '/[^ :]*\.so[^ :]*' | sort -u |
  while read -r library; do cp -L --parents "$library" "$root"; done
echo 'nobody:x:65534:65534::/tmp:/bin/sh' >"$root/etc/passwd"
printf '%s\n' "${@##*/}" >"$root/programs"

cat >"$root/init" <<'INIT'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=1777 tmp /tmp
mount -t cgroup2 groups /sys/fs/cgroup
ip link set lo up
echo '+memory +pids' >/sys/fs/cgroup/cgroup.subtree_control
# Delegates a group as systemd does: the user owns it, and its processes are in a group below it.
delegated=/sys/fs/cgroup/delegated
mkdir -p $delegated/session
echo '+memory +pids' >$delegated/cgroup.subtree_control
chown -R nobody $delegated
cd /tmp
for program in $(cat /programs); do
  echo "== $program as root"
  /kassay/$program --gtest_brief=1 && echo "PASSED as root: $program"
  echo "== $program as nobody"
  (echo 0 >$delegated/session/cgroup.procs; exec su nobody -c "/kassay/$program --gtest_brief=1") && echo "PASSED as nobody: $program"
done
echo "groups left: $(find /sys/fs/cgroup -name 'kassay-*' | wc -l)"
poweroff -f
INIT
chmod +x "$root/init"

(cd "$root" && find . | cpio -o -H newc --quiet) >"$root.cpio"
trap 'rm -rf "$root" "$root.cpio"' EXIT
qemu-system-x86_64 -accel "${ACCELERATOR:-tcg}" -cpu max -m 4096 -smp 2 -nographic -no-reboot -nic none -kernel "$kernel" \
  -initrd "$root.cpio" -append 'console=ttyS0 quiet no_timer_check panic=-1' </dev/null | tee "$root/output"
[ "$(grep -c '^PASSED as ' "$root/output")" = $((2 * $#)) ] && grep -q '^groups left: 0' "$root/output"
