#include "optimized/cuda/compiler.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <string_view>
#include <system_error>

#include "optimized/cuda/chain_source.h"
#include "optimized/cuda/errors.h"
#include "optimized/cuda/source_files.h"
#include "spec/lib/atomic_file.h"

namespace kassay::optimized::cuda {
namespace {

namespace fs = std::filesystem;

// The name of the file, which contains the source that the program was made from.
std::string name_of(const std::string& source, int compute_capability) {
  return hash_of(source) + "-sm_" + std::to_string(compute_capability);
}

// The beginning of a file. It detects damaged files, and files of another source with the same name.
std::string header_of(const std::string& source, std::string_view code) {
  int major = 0, minor = 0;
  nvrtcVersion(&major, &minor);
  return "kassay " + std::to_string(major) + "." + std::to_string(minor) + " " + hash_of(code) +
         "\n" + source + '\0';
}

std::vector<char> read_file(const fs::path& file, const std::string& source) {
  std::ifstream in(file, std::ios::binary);
  const std::string all((std::istreambuf_iterator<char>(in)), {});
  const std::size_t line = all.find('\n');
  if (line == std::string::npos) return {};
  const std::size_t begin = line + 1 + source.size() + 1;
  if (begin >= all.size()) return {};
  const std::string header = header_of(source, std::string_view(all).substr(begin));
  if (all.compare(0, header.size(), header) != 0) return {};
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.end()};
}

// Writes the whole file or nothing. If it cannot be written, a line on standard error says so, once per process.
void keep(const fs::path& file, const std::string& source, const std::vector<char>& code) try {
  fs::create_directories(file.parent_path());
  kassay::write_file(
      file, header_of(source, {code.data(), code.size()}) + std::string(code.begin(), code.end()));
} catch (const std::runtime_error& error) {
  static std::once_flag said;
  std::call_once(said, [&] {
    std::cerr << "kassay: compiled chains are not cached, so each process compiles them again: "
              << error.what() << '\n';
  });
}

}  // namespace

std::vector<char> compile(const std::string& source, int compute_capability) {
  nvrtcProgram program = nullptr;
  check(nvrtcCreateProgram(&program, source.c_str(), "chain.cu", 0, nullptr, nullptr),
        "NVRTC, a new program");
  const std::string architecture = "--gpu-architecture=sm_" + std::to_string(compute_capability);
  // A product and the following sum are rounded separately, as on the processor.
  const std::array<const char*, 3> options = {architecture.c_str(), "--std=c++20", "--fmad=false"};
  const nvrtcResult result =
      nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  if (result != NVRTC_SUCCESS) {
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, ' ');
    nvrtcGetProgramLog(program, log.data());
    end_process("NVRTC does not compile a chain: " + log + "\n" + source);
  }
  std::size_t size = 0;
  check(nvrtcGetCUBINSize(program, &size), "NVRTC, the size of a program");
  std::vector<char> code(size);
  check(nvrtcGetCUBIN(program, code.data()), "NVRTC, a program");
  nvrtcDestroyProgram(&program);
  return code;
}

std::vector<char> compile_cached(const std::string& source, int compute_capability,
                                 const fs::path& folder) {
  if (folder.empty()) return compile(source, compute_capability);
  const fs::path file = folder / name_of(source, compute_capability);
  std::vector<char> code = read_file(file, source);
  if (!code.empty()) return code;
  code = compile(source, compute_capability);
  keep(file, source, code);
  return code;
}

Kernels::~Kernels() {
  for (const auto& [source, library] : libraries_) cudaLibraryUnload(library);
}

cudaKernel_t Kernels::find(const std::string& source) {
  auto found = libraries_.find(source);
  if (found == libraries_.end()) {
    const std::vector<char> code = compile_cached(source, compute_capability_, folder_);
    cudaLibrary_t library = nullptr;
    check(cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "loading a compiled chain");
    found = libraries_.emplace(source, library).first;
  }
  cudaKernel_t kernel = nullptr;
  check(cudaLibraryGetKernel(&kernel, found->second, "chain"), "the kernel of a chain");
  return kernel;
}

}  // namespace kassay::optimized::cuda
