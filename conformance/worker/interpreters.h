// The backends that are built in, by name.
#pragma once

#include <memory>
#include <string>

#include "spec/lib/backend.h"

namespace kassay::worker {

// Throws Unsupported where `name` is none of them.
std::unique_ptr<Backend> make_interpreter(const std::string& name, Edition edition);

}  // namespace kassay::worker
