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
  // A name without a slash would be searched for in the folders of the system.
  const std::string file = std::filesystem::absolute(path).string();
  // All symbols now, so that one that is missing is found here; none for other libraries.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error(std::string("the plug-in could not be loaded: ") + dlerror());
  }
  void* symbol = dlsym(library, kEntry);
  if (symbol == nullptr) {
    throw std::runtime_error("the library " + file + " is no plug-in: it does not export " +
                             kEntry + " (conformance/abi/kassay_backend.h)");
  }
  return reinterpret_cast<Entry>(symbol);
}

}  // namespace kassay::plugin
