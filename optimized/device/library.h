// A library with a device, loaded when somebody asks for it: so no program is linked to what a machine may lack.
#pragma once

#include <memory>
#include <string>
#include <typeinfo>

#include "optimized/device/device.h"

// The door of such a library: the device, or why there is none on this machine. `commands`: command_type() of the program, which must be that of the library.
extern "C" {
using KassayMakeDevice = void(const std::string* commands,
                              std::shared_ptr<kassay::optimized::device::Device>* device,
                              std::string* why_not);
}

namespace kassay::optimized::device {

// The type of commands, with all bodies that there are and their sizes: another one where program and library are built of other sources.
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

// The device of the library of optimized/cuda: $KASSAY_CUDA_LIBRARY, or the one in ../lib beside the program. Throws Unsupported with the reason where library, driver or device are absent, and std::runtime_error where that variable names what is no such library.
std::shared_ptr<Device> load_cuda();

}  // namespace kassay::optimized::device
