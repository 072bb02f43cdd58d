// Correlations by cuDNN: without TF32, Winograd or FFT, in an order that no timing changes.
#pragma once

#include <cudnn.h>

#include <cstddef>
#include <memory>

#include "optimized/device/command.h"

namespace kassay::optimized::cuda {

// One correlation with its engine chosen.
class PreparedCorrelation {
 public:
  // Null where cuDNN has none.
  static std::unique_ptr<PreparedCorrelation> make(cudnnHandle_t handle,
                                                   const device::Correlation& correlation);
  virtual ~PreparedCorrelation() = default;
  virtual std::size_t workspace_bytes() const = 0;
  virtual void run(cudnnHandle_t handle, std::byte* workspace, cudaStream_t stream) = 0;
};

}  // namespace kassay::optimized::cuda
