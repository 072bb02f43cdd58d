// A device that is none: commands run on the host, one element after the other, with the code that a device runs for each. Everything of
// the engine of devices is tested with it, but the device itself.
#pragma once

#include <functional>
#include <memory>

#include "optimized/device/device.h"

namespace kassay::optimized::device {

// `watch` is called with each command that is recorded, if there is one.
std::unique_ptr<Device> make_emulated_device(std::function<void(const Command&)> watch = {});

}  // namespace kassay::optimized::device
