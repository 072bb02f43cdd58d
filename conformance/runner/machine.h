// The machine of a run, for the header of its results.
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

// Bytes of memory in the machine; 0 if unknown.
std::uint64_t physical_memory();

// A name for a folder in the user's folder of temporary files that nothing there has; empty where that is no folder.
std::string new_temporary_name();

// With all that is in it, as far as that can be removed. An empty name is of none.
void remove_folder(const std::string& folder);

// Why workers get no temporary folders of their own; empty if they do.
std::string problem_with_temporary_folder();

// The time as ISO 8601 writes it: "2026-01-31T23:59:59Z".
std::string utc_now();

}  // namespace kassay::runner
