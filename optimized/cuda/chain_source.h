// The program of a chain in CUDA C++. It is the same for all chains that do the same with arrays that lie in the same way, whatever their
// sizes, addresses and numbers are: these are its arguments. Only whether addresses and rows are multiples of what a thread loads at once
// makes a difference.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
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

// FNV-1a, in hexadecimal digits.
std::string hash_of(std::string_view bytes);
// Writes the source to a file of the folder that is named after its hash, unless it is there.
void write_source(const std::string& source, const std::filesystem::path& folder);

}  // namespace kassay::optimized::cuda
