// kassay's own kernels and those of chains, run by functions of the emulated device. NVRTC does not compile here: the program of a chain is
// the chain itself.
#include <nvrtc.h>

#include <cstring>
#include <deque>

#include "optimized/cuda/chain_source.h"
#include "optimized/cuda/launch.h"
#include "optimized/cuda/tests/false/runtime.h"
#include "optimized/device/emulated.h"

namespace kassay::optimized::cuda {

using namespace false_libraries;

void launch(const device::Each& command, cudaStream_t stream) {
  enqueue(stream, [command] { run_on_host(command); });
}
void launch(const device::Rows& command, cudaStream_t stream) {
  enqueue(stream, [command] { run_on_host(command); });
}

// The parameter is the address of the chain, which stays valid.
ChainProgram program_of(const device::Chain& chain) {
  static auto* const chains = new std::deque<device::Chain>;
  const device::Chain* const kept = &chains->emplace_back(chain);
  std::vector<std::byte> arguments(sizeof kept);
  std::memcpy(arguments.data(), &kept, sizeof kept);
  return {"false chain", std::move(arguments), 1};
}

}  // namespace kassay::optimized::cuda

using namespace kassay::optimized::cuda::false_libraries;
using kassay::optimized::device::Chain;

extern "C" {

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void*, cudaJitOption*, void**,
                                unsigned, cudaLibraryOption*, void**, unsigned) {
  return make<int>(library, "compiled chain"), cudaSuccess;
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return give_back<int>(library, "compiled chain"), cudaSuccess;
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char*) {
  the<int>(library, "compiled chain");
  *kernel = reinterpret_cast<cudaKernel_t>(library);
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** parameters,
                             std::size_t, cudaStream_t stream) {
  require_made(kernel, "compiled chain");
  require(blocks.x > 0 && threads.x > 0 && threads.x <= 1024, "a kernel without threads");
  const Chain* chain = nullptr;
  std::memcpy(&chain, parameters[0], sizeof chain);
  enqueue(stream, [kernel, chain] {
    require_made(kernel, "compiled chain");
    run_on_host(*chain);
  });
  return cudaSuccess;
}

nvrtcResult nvrtcVersion(int* major, int* minor) { return *major = *minor = 0, NVRTC_SUCCESS; }
nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char*, const char*, int,
                               const char* const*, const char* const*) {
  return make<int>(program, "program"), NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  return give_back<int>(*program, "program"), NVRTC_SUCCESS;
}
nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, const char* const*) { return NVRTC_SUCCESS; }
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, std::size_t* size) {
  return *size = 0, NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char*) { return NVRTC_SUCCESS; }
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram, std::size_t* size) { return *size = 1, NVRTC_SUCCESS; }
nvrtcResult nvrtcGetCUBIN(nvrtcProgram, char* code) { return *code = 0, NVRTC_SUCCESS; }
const char* nvrtcGetErrorString(nvrtcResult) { return "an error of the false NVRTC"; }

}  // extern "C"
