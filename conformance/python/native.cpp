// The module kassay._native, on which kassay.reference and kassay.optimized are built.
#include <nanobind/nanobind.h>

#include "conformance/python/callables.h"
#include "conformance/python/objects.h"

NB_MODULE(_native, module) {
  // Python modules keep interpreters and tensors until Python exits; these are not leaks.
  nanobind::set_leak_warnings(false);
  kassay::python::declare_errors(module);
  kassay::python::declare_objects(module);
}
