// The optimized interpreter with a device: what the device has no commands for runs on the host.
#pragma once

#include <memory>

#include "optimized/device/device.h"
#include "spec/lib/backend.h"

namespace kassay::optimized::device {

std::unique_ptr<Backend> make_interpreter(Edition edition, std::shared_ptr<Device> device);

}  // namespace kassay::optimized::device
