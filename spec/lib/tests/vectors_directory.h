// A small vectors directory that a test damages in one place.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "spec/lib/function_vectors.h"
#include "spec/lib/safetensors.h"
#include "spec/lib/tests/temporary_directory.h"
#include "spec/lib/vectors.h"

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

// The cases of a function in a folder of vectors, with the manifest as it is there.
inline std::vector<Case> read_cases(const std::string& directory, const std::string& function,
                                    Tier tier) {
  return read_cases(directory, read_manifest(directory), function, tier);
}

}  // namespace kassay
