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
  // elements and expect that it returns it.
  struct ToyCase {
    std::string name;
    std::string tier = "core";
    std::vector<std::string> editions = {"ko", "zh", "ja"};
    std::vector<std::string> modes = {"eager"};
  };
  // What is of tier full is counted, but not generated. A wrong reading, "refused", refuses the call
  // by an error of kind "value".
  void add(const std::string& function, const std::vector<ToyCase>& cases);
  // A profile of these functions in modes eager and program; a case of it may call them and what
  // mode eager wraps it in.
  void add_profile(const std::string& id, std::vector<std::string> functions);
  // Writes the manifest; to be called after the last `add`.
  void finish();

  const std::string& directory() const { return directory_; }
  std::string path(const std::string& name) const { return directory_ + "/" + name; }

 private:
  std::string directory_;
  std::string functions_;  // members of the manifest's object, as text
  std::string specified_;  // the same of the specification's functions
  std::string profiles_;   // and of its profiles
};

// The program that such a case has, as it stands in the vectors.
Program toy_program(const std::string& function);
Inputs toy_inputs();
// Such a case in mode eager: `function` must return what it gets.
Case toy_case(const std::string& function);

// The processes that this one has started and not reaped.
std::string children();

std::string read_text(const std::string& file);
void write_text(const std::string& file, const std::string& text);

}  // namespace kassay::runner
