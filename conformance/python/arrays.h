// Converts NumPy arrays to tensors and back.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "conformance/python/values.h"
#include "spec/lib/tensor.h"

namespace kassay::python {

// numpy.<name>, looked up once.
nb::handle numpy(const char* name);

// `array`: a NumPy array, or any object with the buffer protocol. Returns nullopt if the API lacks its dtype.
std::optional<Tensor> to_tensor(nb::handle array, Arrays arrays);

nb::object to_array(Tensor tensor);

}  // namespace kassay::python
