#include "optimized/device/fibers.h"

#include <ucontext.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include "spec/lib/error.h"

namespace kassay::optimized::device {
namespace {

// The stack of a fiber. With a multiple of a page, all stacks would share a few sets of the caches.
constexpr std::size_t kStackBytes = (std::size_t{1} << 16) + 576;

// Where a thread waits. No location: it has returned, as all threads of its block must.
struct Barrier {
  int warps = 0;  // as in FiberThread::wait
  std::source_location at = {};
  bool is_end() const { return at.line() == 0; }
};

// The fiber of a thread, or of the host.
struct Fiber {
  Barrier barrier;
  std::unique_ptr<std::byte[]> memory;
  const void* stack = nullptr;
  std::size_t stack_bytes = 0;
  ucontext_t start = {};
  bool is_started = false;
  void* place[5] = {};  // for __builtin_setjmp, which avoids system calls
  void* sanitizers = nullptr;
};

// Switches to another fiber; returns when a fiber switches back.
[[gnu::noinline]] void go_on(Fiber& from, Fiber& to) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(&from.sanitizers, to.stack, to.stack_bytes);
#endif
  if (__builtin_setjmp(from.place) == 0) {
    if (to.is_started) __builtin_longjmp(to.place, 1);
    to.is_started = true;
    setcontext(&to.start);
  }
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(from.sanitizers, nullptr, nullptr);
#endif
}

std::string described(const Barrier& barrier) {
  if (barrier.is_end()) return "has returned";
  const std::source_location& at = barrier.at;
  const std::string file = at.file_name();
  return "waits at line " + std::to_string(at.line()) + " of " + file.substr(file.rfind('/') + 1) +
         " in " + at.function_name();
}

bool is_same(const Barrier& a, const Barrier& b) {
  const char *const one = a.at.function_name(), *const other = b.at.function_name();
  return a.at.line() == b.at.line() && (one == other || std::strcmp(one, other) == 0);
}

// The threads of a block; the next block uses them, too.
class Threads {
 public:
  Threads() { host_.is_started = true; }

  // Throws Violation.
  void run(int size, Order order, const std::function<void(int)>& run_one) {
    while (fibers_.size() < static_cast<std::size_t>(size)) fibers_.push_back(make());
    warps_ = size / kThreadsOfWarp;
    order_ = order;
    run_one_ = &run_one;
    turn_ = warp_turn_ = 0;
    round_ = warp_round_ = 0;
    go_on(host_, next());
    if (fault_.empty()) return;
    fibers_.clear();  // their fibers wait forever
    throw Violation(std::exchange(fault_, {}));
  }

  // Called by the running thread.
  void wait(const Barrier& barrier) {
    Fiber& self = fiber(number_);
    self.barrier = barrier;
    Fiber& other = after_wait();
    if (&other != &self) go_on(self, other);
  }

 private:
  static std::unique_ptr<Fiber> make();
  static void serve();

  Fiber& fiber(int number) { return *fibers_[static_cast<std::size_t>(number)]; }

  // The fiber that runs next.
  Fiber& next() {
    const std::int64_t warp = in_turn(order_, warps_, warp_turn_, warp_round_);
    const std::int64_t thread = in_turn(order_, kThreadsOfWarp, turn_, round_);
    number_ = static_cast<int>(warp * kThreadsOfWarp + thread);
    return fiber(number_);
  }

  // The same warp continues until it waits for the other warps.
  Fiber& after_wait() {
    if (++turn_ < kThreadsOfWarp) return next();
    turn_ = 0;
    ++round_;
    const int first = number_ / kThreadsOfWarp * kThreadsOfWarp;
    if (!wait_alike(first, first + kThreadsOfWarp)) return host_;
    const Barrier& barrier = fiber(first).barrier;
    if (barrier.warps == 1 || ++warp_turn_ < warps_) return next();
    warp_turn_ = 0;
    ++warp_round_;
    const bool all_wait = wait_alike(0, warps_ * kThreadsOfWarp) && !barrier.is_end();
    return all_wait ? next() : host_;
  }

  // Whether these threads wait at the same barrier. If not, the kernel has a fault.
  bool wait_alike(int first, int end) {
    int other = first;
    while (other < end && is_same(fiber(other).barrier, fiber(first).barrier)) ++other;
    if (other == end) return true;
    const auto said = [&](int number) {
      return "thread " + std::to_string(number) + " " + described(fiber(number).barrier);
    };
    fault_ = said(first) + ", and " + said(other);
    return false;
  }

  Fiber host_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  const std::function<void(int)>* run_one_ = nullptr;
  Order order_{};
  int number_ = 0;                // of the running thread
  int warps_ = 0;                 // of the block
  int turn_ = 0, warp_turn_ = 0;  // of the thread in its warp; of the warp
  std::int64_t round_ = 0, warp_round_ = 0;
  std::string fault_;
};

thread_local Threads threads;

void Threads::serve() {
#ifdef __SANITIZE_ADDRESS__
  Fiber& host = threads.host_;
  const bool is_first = host.stack == nullptr;  // of all fibers: it starts from the host
  __sanitizer_finish_switch_fiber(nullptr, is_first ? &host.stack : nullptr,
                                  is_first ? &host.stack_bytes : nullptr);
#endif
  for (;;) {
    (*threads.run_one_)(threads.number_);
    threads.wait({});
  }
}

std::unique_ptr<Fiber> Threads::make() {
  auto fiber = std::make_unique<Fiber>();
  fiber->memory = std::make_unique_for_overwrite<std::byte[]>(kStackBytes);
  fiber->stack = fiber->memory.get();
  fiber->stack_bytes = kStackBytes;
  getcontext(&fiber->start);
  fiber->start.uc_stack.ss_sp = fiber->memory.get();
  fiber->start.uc_stack.ss_size = kStackBytes;
  makecontext(&fiber->start, &Threads::serve, 0);
  return fiber;
}

}  // namespace

void run_blocks(const char* kernel, const Launch& launch, Order order,
                const std::function<void(const FiberThread&, std::int64_t)>& run_one) {
  SharedMemory shared;
  shared.room.resize(static_cast<std::size_t>(launch.room_bytes));
  constexpr auto kByte = std::to_integer<unsigned char>(kUnwritten);
  try {
    for_each_in(order, launch.blocks, [&](std::int64_t block) {
      std::ranges::fill(shared.slots, kByte);
      std::ranges::fill(shared.room, kByte);
      threads.run(launch.threads, order,
                  [&](int number) { run_one(FiberThread(shared, number), block); });
    });
  } catch (const Violation& violation) {
    throw Violation(std::string(kernel) + ": " + violation.what());
  }
}

void FiberThread::wait(int warps, std::source_location at) const { threads.wait({warps, at}); }

}  // namespace kassay::optimized::device
