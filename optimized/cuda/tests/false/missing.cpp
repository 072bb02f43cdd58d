// Functions that cuDNN's frontend names, but does not call for correlations.

#include <cstdio>
#include <cstdlib>

// Without their headers, which declare their parameters.
#define KASSAY_MISSING(name)                                        \
  extern "C" void name() {                                          \
    std::fputs("false CUDA: " #name " is not falsified\n", stderr); \
    std::abort();                                                   \
  }

KASSAY_MISSING(cudaDeviceSynchronize)
KASSAY_MISSING(cudaEventCreate)
KASSAY_MISSING(cudaEventDestroy)
KASSAY_MISSING(cudaEventElapsedTime)
KASSAY_MISSING(cudaEventRecord)
KASSAY_MISSING(cudaEventSynchronize)
KASSAY_MISSING(cudaGraphRetainUserObject)
KASSAY_MISSING(cudaKernelSetAttributeForDevice)
KASSAY_MISSING(cudaPointerGetAttributes)
KASSAY_MISSING(cudaThreadExchangeStreamCaptureMode)
KASSAY_MISSING(cudaUserObjectCreate)
KASSAY_MISSING(cudaUserObjectRelease)
