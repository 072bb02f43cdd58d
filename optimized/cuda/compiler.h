// Compiles the programs of chains with NVRTC, once for all processes of a user.
#pragma once

#include <cuda_runtime_api.h>

#include <filesystem>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kassay::optimized::cuda {

// A compiled program (cubin) for a device with that compute capability, such as 90. Ends the process with NVRTC's log if it does not
// compile.
std::vector<char> compile(const std::string& source, int compute_capability);

// The same from the folder; if it is not there, compiles it and writes it to the folder. A file that is damaged, or from another version,
// is replaced.
std::vector<char> compile_cached(const std::string& source, int compute_capability,
                                 const std::filesystem::path& folder);

// The kernels "chain" of programs, loaded into this process.
class Kernels {
 public:
  Kernels(int compute_capability, std::filesystem::path folder)
      : compute_capability_(compute_capability), folder_(std::move(folder)) {}
  ~Kernels();
  Kernels(const Kernels&) = delete;
  Kernels& operator=(const Kernels&) = delete;

  cudaKernel_t find(const std::string& source);

 private:
  const int compute_capability_;
  const std::filesystem::path folder_;
  std::unordered_map<std::string, cudaLibrary_t> libraries_;  // by source
};

}  // namespace kassay::optimized::cuda
