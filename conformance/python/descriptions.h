// Describes Python objects in messages.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace kassay::python {

namespace nb = nanobind;

// Describes an object that is not a value of the API, in terms of Python and NumPy: "an array of dtype uint16, which the API does not
// have", "the class int", "the function step", "an object of the class datetime.date". Runs no code of the object's class that can raise.
std::string describe(nb::handle object);

// A str as UTF-8. Lone surrogates, which UTF-8 cannot encode, become text such as "\\ud800".
std::string text_of(nb::handle str);

// The digits of an int; the number of its bits if it is too long to read.
std::string digits_of(nb::handle integer);

}  // namespace kassay::python
