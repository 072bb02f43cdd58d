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

// An unused name for a folder in the user's folder of temporary files; empty if that is not a folder.
std::string new_temporary_name();

// Removes the folder with its contents, as far as possible. Does nothing if the name is empty.
void remove_folder(const std::string& folder);

// Why workers do not get separate temporary folders; empty if they do.
std::string problem_with_temporary_folder();

// The time in ISO 8601: "2026-01-31T23:59:59Z".
std::string utc_now();

}  // namespace kassay::runner
