// NumPy's arrays as tensors, and back.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "conformance/python/values.h"
#include "spec/lib/tensor.h"

namespace kassay::python {

// numpy.<name>, looked up once.
nb::handle numpy(const char* name);

// An array of NumPy, or whatever lends its elements by the buffer protocol. None for a dtype that the API lacks.
std::optional<Tensor> to_tensor(nb::handle array, Arrays arrays);

nb::object to_array(Tensor tensor);

}  // namespace kassay::python
