// A small vectors directory that a test damages in one place.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "spec/lib/safetensors.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay {

// Two cases of softmax (smoke and core), their tensors and a specification. Whatever a test changes
// is written, with the hashes that belong to it, by `write`.
class VectorsDirectory {
 public:
  VectorsDirectory();

  nlohmann::json manifest, cases, full_cases, specification;
  TensorFile tensors;
  bool with_full = false;

  // The first case, which most tests change.
  nlohmann::json& first() { return cases["cases"][0]; }
  const std::string& write();
  const TemporaryDirectory& directory() const { return directory_; }

 private:
  void write_listed(const std::string& name, const std::string& contents);

  TemporaryDirectory directory_;
};

}  // namespace kassay
