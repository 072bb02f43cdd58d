#include "optimized/cuda/errors.h"

#include <cstdio>
#include <cstdlib>
#include <new>

namespace kassay::optimized::cuda {

void end_process(const std::string& why) {
  std::fprintf(stderr, "kassay: the device cannot go on: %s\n", why.c_str());
  std::abort();
}

void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // it is not sticky
    throw std::bad_alloc();
  }
  end_process(std::string(what) + ": " + cudaGetErrorString(result));
}

void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  if (result == CUDA_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  // Functions of the driver are not linked, because a machine may lack it.
  end_process(std::string(what) + ": error " + std::to_string(static_cast<int>(result)));
}

void check(cublasStatus_t result, const char* what) {
  if (result == CUBLAS_STATUS_SUCCESS) return;
  if (result == CUBLAS_STATUS_ALLOC_FAILED) throw std::bad_alloc();
  end_process(std::string(what) + ": " + cublasLtGetStatusString(result));
}

void check(nvrtcResult result, const char* what) {
  if (result == NVRTC_SUCCESS) return;
  if (result == NVRTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  end_process(std::string(what) + ": " + nvrtcGetErrorString(result));
}

}  // namespace kassay::optimized::cuda
