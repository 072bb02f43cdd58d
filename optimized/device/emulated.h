// An emulated device: commands run on the host, one element after the other, and a block of threads as fibers (fibers.h), with the code
// that a device runs for each. Everything of the engine of devices is tested with it, but the device itself.
#pragma once

#include <functional>
#include <memory>

#include "optimized/device/device.h"
#include "optimized/device/order.h"

namespace kassay::optimized::device {

// `see` gets each command that is made ready to run.
std::unique_ptr<Device> make_emulated_device(std::function<void(const Command&)> see = {},
                                             Order order = order_to_use());

// What the device does for a command.
void run_on_host(const Command& command, Order order = order_to_use());

}  // namespace kassay::optimized::device
