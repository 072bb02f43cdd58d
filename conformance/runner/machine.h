// The machine that a run takes place on, for the header of its results.
#pragma once

#include <cstdint>
#include <string>

namespace kassay::runner {

struct Machine {
  std::string cpu;
  std::string os;
  int cores = 0;
};
Machine this_machine();

// Bytes of memory that the machine has; 0 where it does not say.
std::uint64_t physical_memory();

}  // namespace kassay::runner
