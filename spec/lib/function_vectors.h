// The vectors of one function, read once: outlines of all cases first, and each case when it is
// wanted.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/case_outline.h"
#include "spec/lib/vectors.h"

namespace kassay {

// Holds the files, and nothing of a case but its outline. May be used by several threads.
class FunctionVectors {
 public:
  // Those up to a tier. All members throw FileError, as read_manifest does; what is wrong inside a
  // case is found by `read`.
  FunctionVectors(const std::string& directory, const Manifest& manifest,
                  const std::string& function, Tier tier);
  FunctionVectors(const FunctionVectors&) = delete;
  ~FunctionVectors();

  // In the order of the file.
  const std::vector<CaseOutline>& cases() const { return outlines_; }
  // The case at this place of `cases()`.
  Case read(std::size_t index) const;
  // Opens the files with the tensors, which else the first case does, and compares their SHA-256
  // with the manifest's.
  void open_tensors() const;

 private:
  class Part;  // the files of tier core, or those with what tier full adds
  struct Place {
    const Part* part;
    std::size_t number;     // in its file
    std::string_view text;  // JSON
  };

  void add(const Part& part, Tier tier);
  void check_counts(const CaseCounts& counts, Tier tier, const std::string& file) const;
  void check_unique(const std::string& file) const;

  std::string function_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<CaseOutline> outlines_;
  std::vector<Place> places_;  // of each outline
};

}  // namespace kassay
