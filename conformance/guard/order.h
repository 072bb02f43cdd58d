// What the guard is asked to do.
#pragma once

#include <sys/resource.h>

#include <optional>
#include <string>
#include <vector>

namespace kassay::guard {

struct Order {
  rlim_t memory = 0;                  // bytes that each process may allocate; 0: no limit
  std::string folder;                 // its own, to be made for temporary files; empty: it has none
  std::string group;                  // the control group it runs in; empty: that of the guard
  bool sandbox = false;               // with every measure that the kernel permits
  std::vector<std::string> writable;  // other folders and files in which it may write
  char** command = nullptr;           // ends with a null pointer
};

// Nothing, where the words are not as the guard's help says.
std::optional<Order> read_order(int argc, char** argv);

}  // namespace kassay::guard
