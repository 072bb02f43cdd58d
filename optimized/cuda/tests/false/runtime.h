// False libraries of CUDA, to run the device of CUDA on the host. They provide what device.cpp, products.cpp, correlations.cpp and
// compiler.cpp use. Wrong use ends the process with a message, where CUDA might do so, compute something else, or seem to work.
//
// Work is delayed until the host waits for it, so that anything changed or freed too early shows. Addresses of device memory are never
// reused, and freed memory is unmapped; fresh memory does not contain zeros.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <string>

namespace kassay::optimized::cuda::false_libraries {

[[noreturn]] void fault(const std::string& what);
inline void require(bool condition, const std::string& what) {
  if (!condition) fault(what);
}

// Runs after everything begun on the stream; during a capture, it is only recorded.
void enqueue(cudaStream_t stream, std::function<void()> work);

// Ends the process unless the device can reach all of the memory, and it is not freed.
void require_device_memory(const void* begin, std::size_t bytes, const std::string& what);
void require_aligned(const void* place, std::size_t alignment, const std::string& what);

// Requires memory with that alignment, and overwrites its contents. `bytes` may be 0.
void use_workspace(void* begin, std::size_t bytes, std::size_t alignment, const std::string& what);

// Objects that are made and must be destroyed: any left at the end of the process are a fault.
void made(const void* thing, const std::string& kind);
void given_back(const void* thing, const std::string& kind);
void require_made(const void* thing, const std::string& kind);

template <class T, class Handle>
T* make(Handle* handle, const std::string& kind) {
  T* const thing = new T;
  made(thing, kind);
  *handle = reinterpret_cast<Handle>(thing);
  return thing;
}
template <class T, class Handle>
T& the(Handle handle, const std::string& kind) {
  require_made(handle, kind);
  return *reinterpret_cast<T*>(handle);
}
template <class T, class Handle>
void give_back(Handle handle, const std::string& kind) {
  given_back(handle, kind);
  delete reinterpret_cast<T*>(handle);
}

}  // namespace kassay::optimized::cuda::false_libraries
