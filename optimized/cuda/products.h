// Matrix products by cuBLASLt: sums of float16 and float32 in float32, without TF32, in an order that does not depend on timings.
#pragma once

#include <cublasLt.h>

#include <cstddef>
#include <memory>

#include "optimized/device/command.h"

namespace kassay::optimized::cuda {

// One product with its algorithm chosen. Null if cuBLASLt has no algorithm.
class PreparedProduct {
 public:
  static std::unique_ptr<PreparedProduct> make(cublasLtHandle_t handle,
                                               const device::Product& product);
  ~PreparedProduct();
  PreparedProduct(const PreparedProduct&) = delete;
  PreparedProduct& operator=(const PreparedProduct&) = delete;

  std::size_t workspace_bytes() const { return algorithm_.workspaceSize; }
  void run(cublasLtHandle_t handle, void* workspace, cudaStream_t stream) const;

 private:
  explicit PreparedProduct(const device::Product& product);

  device::Product product_;
  cublasLtMatmulDesc_t operation_ = nullptr;
  cublasLtMatrixLayout_t left_ = nullptr, right_ = nullptr, result_ = nullptr;
  cublasLtMatmulHeuristicResult_t algorithm_ = {};
};

}  // namespace kassay::optimized::cuda
