#include "optimized/device/library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "spec/lib/error.h"

namespace kassay::optimized::device {
namespace {

constexpr char kVariable[] = "KASSAY_CUDA_LIBRARY";
constexpr char kLibrary[] = "libkassay-cuda.so";

std::string library_path() {
  if (const char* const path = std::getenv(kVariable)) return path;
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path().parent_path() / "lib" / kLibrary).string();
}

[[noreturn]] void refuse(const std::string& why) { throw Unsupported("no CUDA device: " + why); }

}  // namespace

std::shared_ptr<Device> load_cuda() {
  const std::string path = library_path();
  if (!std::filesystem::exists(path)) {
    refuse(path + " is not there: `./run build` builds it where the CUDA toolkit is installed");
  }
  // It stays: what it has started may still run when the last device is gone.
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  auto* const make = reinterpret_cast<KassayMakeDevice*>(dlsym(library, "kassay_make_device"));
  if (make == nullptr) refuse(path + " is no library of kassay: " + dlerror());
  std::shared_ptr<Device> device;
  std::string why_not;
  make(&device, &why_not);
  if (device == nullptr) refuse(why_not);
  return device;
}

}  // namespace kassay::optimized::device
