// False libraries of CUDA, with which the device of CUDA runs on the host: what they have is what device.cpp, products.cpp, correlations.cpp
// and compiler.cpp use. Each wrong use of them ends the process with a message, where CUDA may do so, or compute something else, or seem to work.
//
// Nothing is done before the host waits for it, so that what is changed or freed too early shows. Memory of the device has addresses that
// are never used again, and is not mapped once it is freed; fresh memory has no zeros.
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

// Behind all that was begun on the stream; where it is captured, only noted.
void enqueue(cudaStream_t stream, std::function<void()> work);

// Ends the process unless the device can reach all of it, and it was not freed.
void require_device_memory(const void* begin, std::size_t bytes, const std::string& what);
void require_aligned(const void* place, std::size_t alignment, const std::string& what);

// Requires memory that is so aligned, and leaves nothing of what it had. `bytes` may be 0.
void use_workspace(void* begin, std::size_t bytes, std::size_t alignment, const std::string& what);

// What is made and must be given back: what is left at the end of the process is a fault.
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
