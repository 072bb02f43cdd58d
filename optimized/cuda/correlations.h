// Correlations by cuDNN: without TF32, Winograd or FFT, in an order that does not depend on timings.
#pragma once

#include <cudnn.h>

#include <cstddef>
#include <memory>
#include <string>

#include "optimized/device/command.h"

namespace cudnn_frontend {
class DeviceProperties;
}

namespace kassay::optimized::cuda {

// The target for choosing engines: a device, or a description of one that this machine lacks.
struct CorrelationTarget {
  cudnnHandle_t handle = nullptr;
  std::shared_ptr<const cudnn_frontend::DeviceProperties> described = nullptr;
};
// A device that cuDNN describes in JSON. Throws std::runtime_error if the text is not a description.
CorrelationTarget described_target(const std::string& json);

// One correlation with its engine chosen.
class PreparedCorrelation {
 public:
  // Null if cuDNN has no engine for it.
  static std::unique_ptr<PreparedCorrelation> make(const CorrelationTarget& target,
                                                   const device::Correlation& correlation);
  virtual ~PreparedCorrelation() = default;
  // The engine and the order of its dimensions.
  virtual std::string describe() const = 0;
  virtual std::size_t workspace_bytes() const = 0;
  // The bytes it keeps for a kernel that stays, in cuDNN's layout; 0 if it needs none.
  virtual std::size_t kept_bytes() const = 0;
  virtual void keep_kernel(std::shared_ptr<std::byte> memory) = 0;
  virtual void bring_kernel(cudaStream_t stream) const = 0;
  virtual void run(cudnnHandle_t handle, std::byte* workspace, cudaStream_t stream) = 0;
};

}  // namespace kassay::optimized::cuda
