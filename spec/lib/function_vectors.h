// The vectors of one function, read once: the outlines of all cases first, and each case when it is
// needed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/lib/case_outline.h"
#include "spec/lib/vectors.h"

namespace kassay {

// Which pairs, or triples, of classes occur in the calls of a function (spec/vectors.md, Pairs of circumstances).
struct PairCoverage {
  std::map<std::string, std::vector<std::string>> factors;  // the classes of each
  std::int64_t listed = 0, added = 0;  // pairs in listed cases, and pairs only in drawn ones
  std::vector<std::vector<std::string>> refused;  // {"axis = 1", "rank of x = 1"}
  std::int64_t contradictory = 0;                 // pairs found in no call
};

// Holds the bytes of the files and the outlines of the cases. Several threads may use it.
class FunctionVectors {
 public:
  // The cases up to a tier. All members throw FileError, as read_manifest does; only `read` finds errors
  // inside a case.
  FunctionVectors(const std::string& directory, const Manifest& manifest,
                  const std::string& function, Tier tier);
  FunctionVectors(const FunctionVectors&) = delete;
  ~FunctionVectors();

  // In the order of the file.
  const std::vector<CaseOutline>& cases() const { return outlines_; }
  // The case whose outline is `cases()[index]`.
  Case read(std::size_t index) const;
  // None if no calls of the function are drawn.
  const std::optional<PairCoverage>& pairs() const { return pairs_; }
  // The same for triples; only in tier full.
  const std::optional<PairCoverage>& triples() const { return triples_; }
  // Reads the files with the tensors now instead of at the first `read`, and compares their SHA-256
  // with the manifest's.
  void open_tensors() const;

 private:
  class Part;  // the two files of tier core, or the two that tier full adds
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
  std::optional<PairCoverage> pairs_, triples_;
};

// All cases of one function up to a tier, in the order of the file. Throws FileError.
std::vector<Case> read_cases(const std::string& directory, const Manifest& manifest,
                             const std::string& function, Tier tier);

}  // namespace kassay
