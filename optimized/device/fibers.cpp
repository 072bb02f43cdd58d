#include "optimized/device/fibers.h"

#include <ucontext.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include "spec/lib/error.h"

namespace kassay::optimized::device {
namespace {

// Of a fiber. With a multiple of a page, all stacks would share few sets of the caches.
constexpr std::size_t kStackBytes = (std::size_t{1} << 16) + 576;

// One of a thread, or the host's.
struct Fiber {
  std::unique_ptr<std::byte[]> memory;
  const void* stack = nullptr;
  std::size_t stack_bytes = 0;
  ucontext_t start = {};
  bool is_started = false;
  void* place[5] = {};  // of __builtin_setjmp, which needs no system call
  void* sanitizers = nullptr;
};

// Returns when another fiber goes on with this one.
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

std::string described(const std::source_location& at) {
  if (at.line() == 0) return "has returned";
  const std::string file = at.file_name();
  return "waits at line " + std::to_string(at.line()) + " of " + file.substr(file.rfind('/') + 1) +
         " in " + at.function_name();
}

bool is_same(const std::source_location& a, const std::source_location& b) {
  return a.line() == b.line() && (a.function_name() == b.function_name() ||
                                  std::strcmp(a.function_name(), b.function_name()) == 0);
}

// The threads of a block, which serve the next block, too.
class Threads {
 public:
  Threads() { host_.is_started = true; }

  // Throws Violation.
  void run(int size, Order order, const std::function<void()>& thread) {
    while (threads_.size() < static_cast<std::size_t>(size)) threads_.push_back(make());
    size_ = size;
    order_ = order;
    thread_ = &thread;
    round_ = turn_ = 0;
    fault_.clear();
    go_on(host_, next());
    if (fault_.empty()) return;
    threads_.clear();  // which wait forever
    throw Violation(fault_);
  }

  // Called by the thread whose turn it is; at its end, with no location.
  void wait(const std::source_location& at) {
    Fiber& self = *threads_[threadIdx.x];
    if (turn_ == 0) {
      first_ = {threadIdx.x, at};
    } else if (!is_same(at, first_.at)) {
      const auto said = [](const Waiting& one) {
        return "thread " + std::to_string(one.thread) + " " + described(one.at);
      };
      fault_ = said(first_) + ", and " + said({threadIdx.x, at});
      go_on(self, host_);
    }
    const bool is_last = ++turn_ == size_;
    if (is_last) {
      turn_ = 0;
      ++round_;
    }
    Fiber& other = is_last && at.line() == 0 ? host_ : next();
    if (&other != &self) go_on(self, other);
  }

 private:
  struct Waiting {
    unsigned int thread;
    std::source_location at;
  };

  static std::unique_ptr<Fiber> make();
  static void serve();

  Fiber& next() {
    threadIdx.x = static_cast<unsigned int>(in_turn(order_, size_, turn_, round_));
    return *threads_[threadIdx.x];
  }

  Fiber host_;
  std::vector<std::unique_ptr<Fiber>> threads_;
  int size_ = 0;
  Order order_{};
  const std::function<void()>* thread_ = nullptr;
  std::int64_t round_ = 0, turn_ = 0;
  Waiting first_ = {};  // of the round
  std::string fault_;
};

thread_local Threads threads;

void Threads::serve() {
#ifdef __SANITIZE_ADDRESS__
  Fiber& host = threads.host_;
  const bool is_first = host.stack == nullptr;  // of all fibers: it comes from the host
  __sanitizer_finish_switch_fiber(nullptr, is_first ? &host.stack : nullptr,
                                  is_first ? &host.stack_bytes : nullptr);
#endif
  for (;;) {
    (*threads.thread_)();
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
                const std::function<void(unsigned char*)>& thread) {
  std::vector<unsigned char> shared(launch.shared_bytes);
  gridDim.x = static_cast<unsigned int>(launch.blocks);
  try {
    for_each_in(order, launch.blocks, [&](std::int64_t block) {
      blockIdx.x = static_cast<unsigned int>(block);
      std::ranges::fill(shared, std::to_integer<unsigned char>(kUnwritten));
      threads.run(launch.threads, order, [&] { thread(shared.data()); });
    });
  } catch (const Violation& violation) {
    throw Violation(std::string(kernel) + ": " + violation.what());
  }
}

void __syncthreads(std::source_location at) { threads.wait(at); }

}  // namespace kassay::optimized::device
