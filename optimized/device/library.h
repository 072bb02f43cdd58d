// Loads a library with a device on demand, so that no program is linked to libraries that a machine may lack.
#pragma once

#include <memory>
#include <string>
#include <typeinfo>

#include "optimized/device/device.h"

// The entry point of such a library: returns the device, or the reason why it is missing. `commands`: command_type() of the
// program, which must equal the library's.
extern "C" {
using KassayMakeDevice = void(const std::string* commands,
                              std::shared_ptr<kassay::optimized::device::Device>* device,
                              std::string* why_not);
}

namespace kassay::optimized::device {

// The type of commands, with all bodies and their sizes. It differs if program and library are built from different sources.
template <class... Bodies>
std::string sizes_of(const std::variant<Bodies...>*) {
  return ((" " + std::to_string(sizeof(Bodies))) + ...);
}
inline std::string command_type() {
  constexpr const Body* kEach = nullptr;
  constexpr const RowBody* kRows = nullptr;
  constexpr const Command* kAll = nullptr;
  return typeid(Command).name() + sizes_of(kEach) + sizes_of(kRows) + sizes_of(kAll);
}

// The device of the library of optimized/cuda: $KASSAY_CUDA_LIBRARY, or the library in ../lib next to the program's folder. Throws
// Unsupported with the reason if the library, the driver or the device is missing, and std::runtime_error if the variable names something
// else.
std::shared_ptr<Device> load_cuda();

}  // namespace kassay::optimized::device
