// kassay's own kernels.
#pragma once

#include <cuda_runtime_api.h>

#include "optimized/device/command.h"

namespace kassay::optimized::cuda {

// Each starts its kernel; cudaGetLastError() reports errors.
void launch(const device::Each& command, cudaStream_t stream);
void launch(const device::Rows& command, cudaStream_t stream);

}  // namespace kassay::optimized::cuda
