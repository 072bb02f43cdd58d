// Converts the values of a plug-in to kassay's.
#pragma once

#include "conformance/abi/kassay_backend.h"
#include "conformance/plugin/objects.h"
#include "spec/lib/value.h"

namespace kassay::plugin {

// Returns a deep copy. `has_calls`: whether the plug-in's own objects can be called. Throws Breach.
Value read_value(const kassay_value* value, const Objects& objects, bool has_calls);
Arguments read_arguments(const kassay_arguments* arguments, const Objects& objects, bool has_calls);

}  // namespace kassay::plugin
