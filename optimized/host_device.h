// How functions are marked that a device has too. Also a part of each program that NVRTC compiles.
#pragma once

#ifdef __CUDACC__
#define KASSAY_BOTH __host__ __device__
#else
#define KASSAY_BOTH
#endif
