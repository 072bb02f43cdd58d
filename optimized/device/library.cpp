#include "optimized/device/library.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "spec/lib/error.h"

namespace kassay::optimized::device {
namespace {

namespace fs = std::filesystem;

constexpr char kVariable[] = "KASSAY_CUDA_LIBRARY";
constexpr char kLibrary[] = "libkassay-cuda.so";

// Empty if the environment does not name a library.
std::string named_library() {
  const char* const path = std::getenv(kVariable);
  return path == nullptr ? "" : path;
}

std::string library_path() {
  if (!named_library().empty()) return named_library();
  std::error_code ignored;
  const auto program = fs::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path().parent_path() / "lib" / kLibrary).string();
}

// The package folders of the Python that a shell would run, or of the active environment. PyTorch and other packages bring CUDA's
// libraries, in folders that no loader searches.
std::vector<fs::path> python_packages() {
  std::vector<fs::path> prefixes, found;
  if (const char* const environment = std::getenv("VIRTUAL_ENV"))
    prefixes.emplace_back(environment);
  std::istringstream path(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
  std::error_code ignored;
  for (std::string folder; std::getline(path, folder, ':');)
    if (fs::exists(fs::path(folder) / "python3", ignored))
      prefixes.push_back(fs::path(folder).parent_path());
  for (const fs::path& prefix : prefixes) {
    for (const auto& python : fs::directory_iterator(prefix / "lib", ignored)) {
      if (!python.path().filename().string().starts_with("python3")) continue;
      for (const char* const kind : {"site-packages", "dist-packages"})
        found.push_back(python.path() / kind);
    }
  }
  return found;
}

// Loads the library with its dependencies from Python packages (nvidia/*/lib); null if these are missing, too.
void* open_with_packages(const std::string& library) {
  constexpr std::array kNeeded = {"libcublasLt.so.", "libnvrtc.so.", "libcudnn.so."};
  std::error_code ignored;
  for (const fs::path& packages : python_packages()) {
    for (const auto& package : fs::directory_iterator(packages / "nvidia", ignored)) {
      for (const auto& file : fs::directory_iterator(package.path() / "lib", ignored)) {
        const std::string name = file.path().filename();
        const auto is_it = [&](const char* needed) { return name.starts_with(needed); };
        // A dependency stays loaded, and the loader then uses it for that name.
        if (std::ranges::any_of(kNeeded, is_it)) dlopen(file.path().c_str(), RTLD_NOW | RTLD_LOCAL);
      }
    }
    if (void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) return opened;
  }
  return nullptr;
}

[[noreturn]] void refuse(const std::string& why) { throw Unsupported("no CUDA device: " + why); }

[[noreturn]] void refuse_library(const std::string& why) {
  if (!named_library().empty()) throw std::runtime_error(std::string("$") + kVariable + ": " + why);
  refuse(why);
}

}  // namespace

std::shared_ptr<Device> load_cuda() {
  const std::string path = library_path();
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) {
    refuse_library(path + " is not a file: `./run build` makes build/lib/" + kLibrary +
                   " where the CUDA toolkit is installed");
  }
  // The library stays loaded: work that it started may still run when the last device is gone.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const std::string why = dlerror();
    library = open_with_packages(path);
    if (library == nullptr)
      refuse(why +
             ". CUDA's libraries come with its toolkit, or with PyTorch for the python3 that is "
             "found first");
  }
  auto* const make = reinterpret_cast<KassayMakeDevice*>(dlsym(library, "kassay_make_device"));
  if (make == nullptr) refuse_library(path + " is not a kassay library: " + dlerror());
  std::shared_ptr<Device> device;
  std::string why_not;
  const std::string commands = command_type();
  make(&commands, &device, &why_not);
  if (device == nullptr) refuse(why_not);
  return device;
}

}  // namespace kassay::optimized::device
