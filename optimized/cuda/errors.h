// Checks the error codes of CUDA and its libraries.
#pragma once

#include <cublasLt.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvrtc.h>

#include <string>

namespace kassay::optimized::cuda {

// Each throws std::bad_alloc if memory is short, and ends the process with a message for any other error: on a device nothing works after
// it, so only another process can continue.
void check(cudaError_t result, const char* what);
void check(CUresult result, const char* what);
void check(cublasStatus_t result, const char* what);
void check(nvrtcResult result, const char* what);
[[noreturn]] void end_process(const std::string& why);

}  // namespace kassay::optimized::cuda
