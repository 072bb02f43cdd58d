// Finds globs on ids of cases from the ids that they must and must not match.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace kassay::runner {

// Whether a list of globs must or may match a case.
enum class Wanted { kMustMatch, kMayMatch, kMustNotMatch };

class CaseGlobs {
 public:
  // `ids` are of the form category/function/dtype/name, each one once; those at the places `wanted`
  // may have to be matched.
  CaseGlobs(std::vector<std::string> ids, std::span<const std::size_t> wanted);

  const std::vector<std::string>& ids() const { return ids_; }
  // Patterns for the `cases` of a waiver, as filter_matches takes them. Together they match every id
  // that must be matched and no id that must not be. Each generalises an id: the name of a function, or
  // a glob with `*` for the category, the function, the dtype or all but one part of the name; the id
  // itself where nothing more general fits. Greedy: each step takes the pattern that matches most of the
  // remaining ids. `roles` has one entry for each id; those that must be matched are among the wanted
  // ones.
  std::vector<std::string> patterns(std::span<const Wanted> roles) const;

 private:
  std::vector<std::string> ids_;
  std::unordered_map<std::string, std::vector<std::size_t>> matched_;   // ids by pattern
  std::unordered_map<std::size_t, std::vector<std::string>> patterns_;  // by a wanted id
};

}  // namespace kassay::runner
