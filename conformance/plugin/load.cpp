#include "conformance/plugin/load.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "conformance/plugin/plugin.h"

namespace kassay::plugin {
namespace {

constexpr char kEntry[] = "kassay_plugin_entry";

}  // namespace

Entry load(const std::string& path) {
  // dlopen would search for a name without a slash in the system's folders.
  const std::string file = std::filesystem::absolute(path).string();
  // Resolves all symbols now, so that a missing one is found here, and hides them from other libraries.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error(std::string("the plug-in could not be loaded: ") + dlerror());
  }
  void* symbol = dlsym(library, kEntry);
  if (symbol == nullptr) {
    throw std::runtime_error("the library " + file + " is not a plug-in: it does not export " +
                             kEntry + " (conformance/abi/kassay_backend.h)");
  }
  return reinterpret_cast<Entry>(symbol);
}

}  // namespace kassay::plugin
