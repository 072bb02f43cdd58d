// The threads of a block of CUDA on the host: one runs until it waits, then the next. Also the words of CUDA C++ that team.h needs.
#pragma once

#include <cstddef>
#include <functional>
#include <source_location>

#include "optimized/device/order.h"

namespace kassay::optimized::device {

// Bytes of NaN and of -1, which no test takes for a result.
inline constexpr std::byte kUnwritten{0xff};

// <<<blocks, threads, shared_bytes>>>
struct Launch {
  int blocks, threads;
  std::size_t shared_bytes;
};

// Calls thread(shared memory) in each thread of each block, which wait for each other where they call __syncthreads(); from one such
// barrier to the next they run in that order. Shared memory begins unwritten. Throws Violation, which begins with the name of the kernel,
// if they do not all wait at the same barrier.
void run_blocks(const char* kernel, const Launch& launch, Order order,
                const std::function<void(unsigned char*)>& thread);

#define __device__

struct Place {
  unsigned int x;
};
inline constinit thread_local Place threadIdx{}, blockIdx{}, gridDim{};

void __syncthreads(std::source_location at = std::source_location::current());

}  // namespace kassay::optimized::device
