// The reference interpreter: the executable form of the specification, in plain loops.
#pragma once

#include <memory>

#include "spec/lib/backend.h"

namespace kassay {

std::unique_ptr<Backend> make_reference(Edition edition);

}  // namespace kassay
