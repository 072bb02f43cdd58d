#include "optimized/threads.h"

#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace kassay::optimized {
namespace {

// About 80 microseconds: as long as the small operations between two large ones of a recurrence.
constexpr int kSpins = 4000;
// A thread takes its share in this many parts, so that others can take the rest.
constexpr std::int64_t kPortions = 8;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

int processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

int wanted() {
  const char* const text = std::getenv("OMP_NUM_THREADS");
  const int number = text == nullptr ? 0 : std::atoi(text);
  return std::clamp(number > 0 ? number : processors(), 1, kMostThreads);
}

std::atomic<int>& count_of_threads() {
  static std::atomic<int> count = wanted();
  return count;
}

// Whether this thread works for a call; then it runs inner calls by itself.
thread_local bool at_work = false;

class Job {
 public:
  void begin(std::int64_t count, int threads, void (*work)(void*, std::int64_t), void* context) {
    threads_ = threads;
    work_ = work;
    context_ = context;
    failed_ = false;
    for (int t = 0; t < threads; ++t) {
      Share& share = shares_[static_cast<std::size_t>(t)];
      const std::int64_t first = count * t / threads;
      share.end = count * (t + 1) / threads;
      share.portion = std::max<std::int64_t>(1, (share.end - first) / kPortions);
      share.next.store(first, std::memory_order_relaxed);
    }
  }

  // First takes the share of thread `self`, which is the same for every call with as much work, then parts that other threads have not
  // begun.
  void take_part(int self) {
    at_work = true;
    for (int t = 0; t < threads_; ++t)
      finish(shares_[static_cast<std::size_t>((self + t) % threads_)]);
    at_work = false;
  }

  void rethrow() {
    if (failed_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  int threads() const { return threads_; }

 private:
  struct alignas(64) Share {
    std::atomic<std::int64_t> next = 0;
    std::int64_t end = 0, portion = 1;
  };

  void finish(Share& share) {
    for (;;) {
      const std::int64_t first = share.next.fetch_add(share.portion, std::memory_order_relaxed);
      if (first >= share.end) return;
      const std::int64_t last = std::min(share.end, first + share.portion);
      for (std::int64_t i = first; i < last; ++i) call(i);
    }
  }

  void call(std::int64_t i) {
    try {
      work_(context_, i);
    } catch (...) {
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  std::array<Share, kMostThreads> shares_;
  int threads_ = 0;
  void (*work_)(void*, std::int64_t) = nullptr;
  void* context_ = nullptr;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
};

class Pool {
 public:
  bool run(std::int64_t count, void (*work)(void*, std::int64_t), void* context) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return false;
    const int threads = static_cast<int>(std::min<std::int64_t>(count, count_of_threads()));
    start_threads(threads);
    job_.begin(count, threads, work, context);
    open();
    job_.take_part(0);
    close();
    job_.rethrow();
    return true;
  }

 private:
  // Bit 0: whether a job is open. The other bits count the threads in it.
  static constexpr std::uint32_t kOpen = 1, kThread = 2;

  void open() {
    state_.fetch_or(kOpen);
    calls_.fetch_add(1);
    if (asleep_.load() > 0) calls_.notify_all();
  }

  void close() {
    state_.fetch_and(~kOpen);
    for (int spin = 0; state_.load() != 0; ++spin) {
      if (spin < kSpins) {
        pause();
      } else {
        sched_yield();  // lets the thread in the job continue
      }
    }
  }

  void start_threads(int threads) {
    try {
      for (; started_ + 1 < threads; ++started_)
        std::thread([this, self = started_ + 1] { serve(self); }).detach();
    } catch (
        const std::system_error&) {  // no more threads are available: the existing ones do the work
    }
  }

  [[noreturn]] void serve(int self) {
    for (std::uint32_t seen = 0;;) {
      seen = next_call(seen);
      if (state_.fetch_add(kThread) & kOpen && self < job_.threads()) job_.take_part(self);
      state_.fetch_sub(kThread);
    }
  }

  // Waits until the number of calls differs from `seen`.
  std::uint32_t next_call(std::uint32_t seen) {
    for (int spin = 0; spin < kSpins; ++spin) {
      if (const std::uint32_t now = calls_.load(); now != seen) return now;
      pause();
    }
    asleep_.fetch_add(1);
    calls_.wait(seen);
    asleep_.fetch_sub(1);
    return calls_.load();
  }

  std::mutex mutex_;  // its owner owns the job
  Job job_;
  int started_ = 0;  // in addition to the caller
  std::atomic<std::uint32_t> state_ = 0, calls_ = 0;
  std::atomic<int> asleep_ = 0;
};

// Never destroyed: its threads wait for work until the process ends.
Pool& pool() {
  static Pool& pool = *new Pool;
  return pool;
}

}  // namespace

int thread_count() { return count_of_threads(); }

void set_thread_count(int count) { count_of_threads() = std::clamp(count, 1, kMostThreads); }

namespace detail {

void run_on_threads(std::int64_t count, void (*work)(void*, std::int64_t), void* context,
                    bool alone) {
  if (!alone && count > 1 && !at_work && thread_count() > 1 && pool().run(count, work, context))
    return;
  for (std::int64_t i = 0; i < count; ++i) work(context, i);
}

}  // namespace detail
}  // namespace kassay::optimized
