// A backend on oneDNN's CPU primitives. Each function runs as soon as it is called.
#include <cstdlib>
#include <new>

#include "arithmetic.h"
#include "images.h"
#include "values.h"

namespace kassay_onednn {
namespace {

const kassay_host* host;

const Functions& functions() {
  static const Functions all = [] {
    Functions table = value_functions();
    table.merge(arithmetic_functions());
    table.merge(image_functions());
    return table;
  }();
  return all;
}

kassay_error* error(int32_t kind, const std::string& message) {
  return host->error(host, kind, message.c_str());
}

// Runs `body` and converts what it throws to an error for the host.
template <class Body>
kassay_error* guarded(const Body& body) {
  try {
    body();
    return nullptr;
  } catch (const Failure& failure) {
    return error(failure.kind, failure.message);
  } catch (const ErrorOfHost& of_host) {
    return of_host.error;
  } catch (const dnnl::error& refusal) {
    switch (refusal.status) {
      case dnnl_unimplemented:
        return error(KASSAY_ERROR_UNSUPPORTED, refusal.what());
      case dnnl_invalid_arguments:
        return error(KASSAY_ERROR_VALUE, refusal.what());
      case dnnl_out_of_memory:
        return error(KASSAY_ERROR_OUT_OF_MEMORY, refusal.what());
      default:
        return error(KASSAY_ERROR_OTHER, refusal.what());
    }
  } catch (const std::bad_alloc&) {
    return error(KASSAY_ERROR_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& other) {
    return error(KASSAY_ERROR_OTHER, other.what());
  } catch (...) {
    return error(KASSAY_ERROR_OTHER, "an exception of an unknown type");
  }
}

kassay_error* open(const kassay_settings*, void** session) {
#ifdef KASSAY_OPENCL_DRIVER
  // A oneDNN that is built with SYCL finds the CPU with this variable.
  setenv("OCL_ICD_FILENAMES", KASSAY_OPENCL_DRIVER, /*overwrite=*/0);
#endif
  return guarded([&] {
    try {
      stream();
    } catch (const dnnl::error& refusal) {
      throw Failure{KASSAY_ERROR_UNSUPPORTED, refusal.what()};
    }
    *session = new Settings;
  });
}

void close(void* session) { delete static_cast<Settings*>(session); }

kassay_error* reset(void* session) {
  return guarded([&] { *static_cast<Settings*>(session) = {}; });
}

kassay_error* call(void* session, const char* name, const kassay_arguments* arguments,
                   kassay_results* results) {
  return guarded([&] {
    const auto found = functions().find(name);
    if (found == functions().end()) {
      throw Failure{KASSAY_ERROR_UNSUPPORTED, std::string(name) + " does not have a primitive"};
    }
    const auto& [parameters, run] = found->second;
    run(Call(host, *static_cast<Settings*>(session), parameters, *arguments, results));
  });
}

std::vector<const char*> names() {
  std::vector<const char*> result;
  for (const auto& [name, function] : functions()) result.push_back(name.data());
  result.push_back(nullptr);
  return result;
}

std::string version() {
  const dnnl_version_t* of = dnnl_version();
  return std::to_string(of->major) + '.' + std::to_string(of->minor) + '.' +
         std::to_string(of->patch);
}

const kassay_plugin* table() {
  static const std::string of_library = version();
  static const std::vector<const char*> of_functions = names();
  static const char* const dtypes[] = {"bool",    "uint8",   "int8", "int32",
                                       "float16", "float32", nullptr};
  static const kassay_plugin plugin = {.struct_size = sizeof(kassay_plugin),
                                       .abi_major = KASSAY_ABI_MAJOR,
                                       .abi_minor = KASSAY_ABI_MINOR,
                                       .name = "oneDNN",
                                       .version = of_library.c_str(),
                                       .device = "cpu",
                                       .functions = of_functions.data(),
                                       .native = of_functions.data(),
                                       .dtypes = dtypes,
                                       .open = open,
                                       .close = close,
                                       .reset = reset,
                                       .call = call,
                                       .call_object = nullptr};
  return &plugin;
}

}  // namespace
}  // namespace kassay_onednn

const kassay_plugin* kassay_plugin_entry(const kassay_host* offered) {
  kassay_onednn::host = offered;
  try {
    return kassay_onednn::table();
  } catch (const std::exception&) {
    return nullptr;
  }
}
