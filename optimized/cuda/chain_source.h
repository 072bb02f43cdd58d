// The program of a chain in CUDA C++. Chains that do the same with arrays of the same layout share a program, whatever their sizes,
// addresses and numbers: these are its arguments. The program depends only on whether addresses and rows are multiples of what a thread
// loads at once.
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

// Precondition: the chain has elements.
ChainProgram program_of(const device::Chain& chain);

}  // namespace kassay::optimized::cuda
