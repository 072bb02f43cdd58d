// The optimized interpreter with a device: calls without commands run on the host.
#pragma once

#include <memory>

#include "optimized/device/device.h"
#include "optimized/device/residence.h"
#include "optimized/engine/options.h"
#include "optimized/level.h"
#include "reference/graph/plan.h"
#include "spec/lib/backend.h"

namespace kassay::optimized::device {

// Compiles the plan, once for each combination of shapes. All arguments must outlive the result.
std::unique_ptr<reference::Executable> compile(reference::Plan plan, const Level& level,
                                               const engine::Options& options, Device& device,
                                               Residence& residence);

std::unique_ptr<Backend> make_interpreter(Edition edition, std::shared_ptr<Device> device);

}  // namespace kassay::optimized::device
