// Correlations by cuDNN: without TF32, Winograd or FFT, in an order that no timing changes.
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

// What engines are chosen for: a device, or one that this machine lacks and cuDNN knows by a description.
struct CorrelationTarget {
  cudnnHandle_t handle = nullptr;
  std::shared_ptr<const cudnn_frontend::DeviceProperties> described = nullptr;
};
// Of a device as cuDNN describes it in JSON. Throws std::runtime_error where that is not one.
CorrelationTarget described_target(const std::string& json);

// One correlation with its engine chosen.
class PreparedCorrelation {
 public:
  // Null where cuDNN has none.
  static std::unique_ptr<PreparedCorrelation> make(const CorrelationTarget& target,
                                                   const device::Correlation& correlation);
  virtual ~PreparedCorrelation() = default;
  // The engine, and in which order it has the dimensions.
  virtual std::string describe() const = 0;
  virtual std::size_t workspace_bytes() const = 0;
  // Of memory that it keeps for a kernel that stays, as cuDNN has it; 0 where it needs none.
  virtual std::size_t kept_bytes() const = 0;
  virtual void keep_kernel(std::shared_ptr<std::byte> memory) = 0;
  virtual void bring_kernel(cudaStream_t stream) const = 0;
  virtual void run(cudnnHandle_t handle, std::byte* workspace, cudaStream_t stream) = 0;
};

}  // namespace kassay::optimized::cuda
