// An emulated device: commands run on the host, one element after the other, and a block of threads as fibers (fibers.h), with the same
// code for each element as on a device. It tests the whole engine of devices except the device itself.
#pragma once

#include <functional>
#include <memory>

#include "optimized/device/device.h"
#include "optimized/device/order.h"

namespace kassay::optimized::device {

// `see` is called with each command that is prepared.
std::unique_ptr<Device> make_emulated_device(std::function<void(const Command&)> see = {},
                                             Order order = order_to_use());

// Runs the command as the device does.
void run_on_host(const Command& command, Order order = order_to_use());

}  // namespace kassay::optimized::device
