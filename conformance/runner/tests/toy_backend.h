// A small, correct backend: `identity`, and the functions that mode eager needs.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "spec/lib/backend.h"
#include "spec/lib/error.h"

namespace kassay::runner {

class ToyBackend : public Backend {
 public:
  BackendInfo info() const override { return {"toy", "1.0", "none", {}, {}}; }
  void reset() override { constants_ = 0; }
  std::vector<Value> call(std::string_view function, const Arguments& arguments) override {
    if (function == "constant") ++constants_;
    if (function == "constant" || function == "eval" || function == "identity") {
      return {arguments.positional.at(0)};
    }
    if (function == "none") return {None{}};
    if (function == "mixed") {
      return {List{arguments.positional.at(0), std::int64_t{3}, 0.5, NAN, true, "text", None{}}};
    }
    if (function == "needs_constant") {  // in the same program
      if (constants_ == 0) throw ApiError(ErrorKind::kValue, "x is not a constant");
      return {arguments.positional.at(0)};
    }
    if (function == "invalid") throw ApiError(ErrorKind::kValue, "x must not be");
    if (function == "lacking") throw Unsupported("there is no such thing here");
    if (function == "odd") throw std::runtime_error("an exception of another kind");
    if (function == "exhausts") throw std::bad_alloc();
    if (function == "breaks") throw Violation("breaks wrote outside its buffer");
    if (function == "alters") {
      Tensor tensor = *arguments.positional.at(0).get_if<Tensor>();
      tensor.mutable_bytes()[0] ^= std::byte{1};
      return {tensor};
    }
    throw Unsupported("the toy backend has no function " + std::string(function));
  }

 private:
  int constants_ = 0;  // made since the last reset
};

}  // namespace kassay::runner
