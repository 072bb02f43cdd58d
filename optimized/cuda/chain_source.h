// The program of a chain in CUDA C++. It is the same for all chains that do the same with arrays that lie in the same way, whatever their
// sizes, addresses and numbers are: these are its arguments. Only whether addresses and rows are multiples of what a thread loads at once
// makes a difference.
#pragma once

#include <string>
#include <vector>

#include "optimized/device/command.h"

namespace kassay::optimized::cuda {

constexpr int kThreadsOfChain = 256;  // of a block

struct ChainProgram {
  std::string source;                // a kernel named "chain"
  std::vector<std::byte> arguments;  // the struct that is its only parameter
  int elements_of_thread;            // at a time
};

// Precondition: it has elements.
ChainProgram program_of(const device::Chain& chain);

}  // namespace kassay::optimized::cuda
