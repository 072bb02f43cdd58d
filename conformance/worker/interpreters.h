// The built-in backends, by name.
#pragma once

#include <memory>
#include <string>

#include "spec/lib/backend.h"

namespace kassay::worker {

// Throws Unsupported if `name` is unknown.
std::unique_ptr<Backend> make_interpreter(const std::string& name, Edition edition);

}  // namespace kassay::worker
