// A vectors directory with small cases, in a temporary folder.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/program.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

class ToyVectors {
 public:
  ToyVectors();
  ToyVectors(const ToyVectors&) = delete;
  ~ToyVectors();

  // Cases `toy/<function>/float32/<name>` that call `function` with a float32 tensor `x` of three
  // elements and expect `x` as its result.
  struct ToyCase {
    std::string name;
    std::string tier = "core";
    std::vector<std::string> editions = {"ko", "zh", "ja"};
    std::vector<std::string> modes = {"eager"};
  };
  // Cases of tier full are counted, but not generated. A wrong reading, "refused", refuses the call with
  // an error of kind "value".
  void add(const std::string& function, const std::vector<ToyCase>& cases);
  // A profile of these functions in modes eager and program. Its cases may call them and the functions
  // that mode eager needs.
  void add_profile(const std::string& id, std::vector<std::string> functions);
  // Writes the manifest; to be called after the last `add`.
  void finish();

  // Makes the reading "refused" of the function's first case accepted; to be called after `finish`.
  void accept_refusal(const std::string& function);

  const std::string& directory() const { return directory_; }
  std::string path(const std::string& name) const { return directory_ + "/" + name; }

 private:
  std::string directory_;
  std::string functions_;  // members of the manifest's object, as text
  std::string specified_;  // the same of the specification's functions
  std::string profiles_;   // and of its profiles
};

// The program of such a case, as in the vectors.
Program toy_program(const std::string& function);
Inputs toy_inputs();
// Such a case in mode eager: `function` must return its argument.
Case toy_case(const std::string& function);

// The processes that this one has started and not reaped.
std::string children();

std::string read_text(const std::string& file);
void write_text(const std::string& file, const std::string& text);

}  // namespace kassay::runner
