#include "conformance/guard/system_calls.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <initializer_list>

namespace kassay::guard {
namespace {

constexpr int kToLeave[] = {
    // namespaces and mounts
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root),
    SCMP_SYS(chroot), SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(fspick), SCMP_SYS(mount_setattr),
    SCMP_SYS(open_by_handle_at),
    // calls that this filter would not see, and programs in the kernel
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register), SCMP_SYS(bpf),
    SCMP_SYS(userfaultfd), SCMP_SYS(perf_event_open),
    // keys, which no namespace separates
    SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(keyctl),
    // calls for the owner of a system
    SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load), SCMP_SYS(reboot), SCMP_SYS(swapon), SCMP_SYS(swapoff),
    SCMP_SYS(acct), SCMP_SYS(quotactl), SCMP_SYS(settimeofday), SCMP_SYS(clock_settime),
    SCMP_SYS(sethostname), SCMP_SYS(setdomainname), SCMP_SYS(syslog), SCMP_SYS(iopl),
    SCMP_SYS(ioperm)};

constexpr int kToTrace[] = {
    SCMP_SYS(ptrace),          SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise), SCMP_SYS(pidfd_getfd),      SCMP_SYS(kcmp)};

constexpr unsigned kNewNamespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                    CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)) {
    if (context_ == nullptr) {
      failure_ = ENOMEM;
      return;
    }
    // Otherwise each process with a filter would run with mitigations that slow down memory access.
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_SSB, 1);
    // System calls of other ABIs, such as 32-bit programs, fail instead of killing the process.
    keep_error(seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)));
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() { seccomp_release(context_); }

  void refuse(int call, int error = EPERM) {
    if (call >= 0 && failure_ == 0)  // it exists on this architecture
      keep_error(seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(error), call, 0, nullptr));
  }
  void refuse_where(int call, scmp_arg_cmp condition, int error = EPERM) {
    if (failure_ == 0)
      keep_error(seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(error), call, 1, &condition));
  }
  int load() {
    if (failure_ == 0) keep_error(seccomp_load(context_));
    return failure_;
  }

 private:
  void keep_error(int result) {
    if (result < 0 && failure_ == 0) failure_ = -result;
  }

  scmp_filter_ctx context_;
  int failure_ = 0;
};

}  // namespace

int filter_system_calls(const Refusals& refusals) {
  Filter filter;
  for (const int call : kToLeave) filter.refuse(call);
  if (refusals.tracing) {
    for (const int call : kToTrace) filter.refuse(call);
  }
  for (unsigned bit = 1; bit != 0; bit <<= 1) {
    if ((kNewNamespaces & bit) != 0) {
      filter.refuse_where(SCMP_SYS(clone), SCMP_A0_64(SCMP_CMP_MASKED_EQ, bit, bit));
    }
  }
  // Its flags are in memory, which a filter cannot read. C libraries fall back to clone.
  filter.refuse(SCMP_SYS(clone3), ENOSYS);
  // TIOCSTI would put input into the terminal of the user who runs kassay.
  filter.refuse_where(SCMP_SYS(ioctl), SCMP_A1_32(SCMP_CMP_EQ, TIOCSTI));
  if (refusals.truncation) filter.refuse(SCMP_SYS(truncate));
  // AF_UNIX is below this range, AF_NETLINK between the two. Families above it reach hypervisors and radios.
  for (unsigned family = AF_INET; family < AF_NETLINK; ++family) {
    if (!refusals.network && (family == AF_INET || family == AF_INET6)) continue;
    filter.refuse_where(SCMP_SYS(socket), SCMP_A0_32(SCMP_CMP_EQ, family), EAFNOSUPPORT);
  }
  filter.refuse_where(SCMP_SYS(socket), SCMP_A0_32(SCMP_CMP_GT, unsigned{AF_NETLINK}),
                      EAFNOSUPPORT);
  return filter.load();
}

}  // namespace kassay::guard
