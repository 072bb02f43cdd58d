// The module kassay._native: what the functions of kassay.reference and kassay.optimized are made of.
#include <nanobind/nanobind.h>

#include "conformance/python/callables.h"
#include "conformance/python/objects.h"

NB_MODULE(_native, module) {
  // Modules keep interpreters and tensors as long as Python runs.
  nanobind::set_leak_warnings(false);
  kassay::python::declare_errors(module);
  kassay::python::declare_objects(module);
}
