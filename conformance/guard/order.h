// The command line of the guard.
#pragma once

#include <sys/resource.h>

#include <optional>
#include <string>
#include <vector>

namespace kassay::guard {

struct Order {
  rlim_t memory = 0;                  // bytes that each process may allocate; 0: no limit
  std::string folder;                 // to create for temporary files; empty: none
  std::string group;                  // the control group it runs in; empty: that of the guard
  bool sandbox = false;               // with every measure that the kernel permits
  std::vector<std::string> writable;  // other folders and files that it may write to
  char** command = nullptr;           // ends with a null pointer
};

// None if the arguments do not follow the guard's help.
std::optional<Order> read_order(int argc, char** argv);

}  // namespace kassay::guard
