// A file for `kassay exec`: a program together with its inputs, {"inputs": ..., "calls": ...,
// "return": ...}.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "spec/lib/program.h"

namespace kassay {

struct ProgramFile {
  Program program;
  Inputs inputs;
};

// Throws FileError naming the place.
ProgramFile read_program_file(const std::string& file);

// One input in the form of such a file: {"dtype": "float32", "shape": [2], "data": [0.5, 1.5]}.
nlohmann::json input_to_json(const Tensor& tensor);

}  // namespace kassay
