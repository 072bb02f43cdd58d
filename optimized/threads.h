// The threads that kernels share.
//
// They spin for some microseconds after work, so that the next call need not wake them, and then sleep: a thread that spins for long may
// keep another thread of the same call off its processor. The caller shares the work and waits only for blocks that others have begun,
// never for a thread that has not come. So a call is correct, if slower, even if no thread comes at all, for example in a forked process.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace kassay::optimized {

// $OMP_NUM_THREADS, which numeric libraries also use, or otherwise the number of processors that this process may use.
int thread_count();
// For calls from now on; from 1 to kMostThreads.
void set_thread_count(int count);
inline constexpr int kMostThreads = 256;

namespace detail {
void run_on_threads(std::int64_t count, void (*work)(void*, std::int64_t), void* context,
                    bool alone);
}

// Calls work(i) for each i below `count`, in any order and on all threads, and returns when all calls have returned. Rethrows an exception
// of a call. Within `work`, while another caller has the threads, or if `alone` is true, everything runs in the calling thread.
template <class Work>
void on_threads(std::int64_t count, Work&& work, bool alone = false) {
  using Called = std::remove_reference_t<Work>;
  detail::run_on_threads(
      count, [](void* context, std::int64_t i) { (*static_cast<Called*>(context))(i); },
      const_cast<void*>(static_cast<const void*>(std::addressof(work))), alone);
}

}  // namespace kassay::optimized
