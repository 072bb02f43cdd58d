// Marks functions that a device has, too. Every program that NVRTC compiles includes this file.
#pragma once

#ifdef __CUDACC__
#define KASSAY_BOTH __host__ __device__
#else
#define KASSAY_BOTH
#endif
