#include "spec/lib/clause_cases.h"

#include <algorithm>

#include "spec/lib/function_vectors.h"

namespace kassay {
namespace {

// "category/function/dtype/group,arguments" (spec/vectors.md, Cases).
struct IdParts {
  std::string category_and_function, dtype, group;
  bool has_arguments = false;
};

IdParts parts_of(const std::string& id) {
  const std::size_t function = id.find('/') + 1;
  const std::size_t dtype = id.find('/', function) + 1;
  const std::size_t group = id.find('/', dtype) + 1;
  const std::size_t end = id.find(',', group);
  return {id.substr(0, dtype - 1), id.substr(dtype, group - 1 - dtype),
          id.substr(group, end - group), end != std::string::npos};
}

std::size_t shared(const std::set<std::string>& all, const std::set<std::string>& wanted) {
  return static_cast<std::size_t>(
      std::ranges::count_if(wanted, [&](const std::string& each) { return all.contains(each); }));
}

}  // namespace

std::size_t ClauseCases::group_of(const std::string& case_id) {
  const IdParts parts = parts_of(case_id);
  const auto [place, added] =
      group_numbers_.try_emplace({parts.category_and_function, parts.group}, groups_.size());
  if (added) {
    Group& fresh = groups_.emplace_back();
    fresh.category_and_function = parts.category_and_function;
    fresh.name = parts.group;
  }
  Group& group = groups_[place->second];
  group.dtypes.insert(parts.dtype);
  (parts.has_arguments ? group.has_arguments : group.has_bare_id) = true;
  return place->second;
}

void ClauseCases::add(const CaseOutline& test_case) {
  const std::size_t number = group_of(test_case.id);
  for (const std::string& clause : test_case.clauses) {
    groups_[number].clauses.insert(clause);
    std::vector<Share>& shares = shares_[clause];
    auto share = std::ranges::find(shares, number, &Share::group);
    if (share == shares.end()) share = shares.insert(share, {.group = number, .editions = {}});
    for (const std::string& edition : test_case.editions) {
      share->editions.insert(edition);
      counts_[{clause, edition}] += static_cast<int>(test_case.modes.size());
    }
  }
}

int ClauseCases::count(const std::string& clause, const std::string& edition) const {
  const auto found = counts_.find({clause, edition});
  return found == counts_.end() ? 0 : found->second;
}

std::vector<std::string> ClauseCases::globs(const std::string& clause,
                                            const std::vector<std::string>& editions) const {
  std::vector<std::string> result;
  const auto found = shares_.find(clause);
  if (found == shares_.end()) return result;
  std::set<std::string> left(editions.begin(), editions.end());
  while (!left.empty()) {
    // The group that covers the most of the rest; of several, the one with the fewest clauses, then
    // the first.
    const auto rank = [&](const Share& share) {
      return std::pair(left.size() - shared(share.editions, left),
                       groups_[share.group].clauses.size());
    };
    const auto best = std::ranges::min_element(found->second, {}, rank);
    if (shared(best->editions, left) == 0) break;
    result.push_back(glob(groups_[best->group]));
    for (const std::string& edition : best->editions) left.erase(edition);
  }
  return result;
}

std::string ClauseCases::glob(const Group& group) {
  const std::string dtype = group.dtypes.size() == 1 ? *group.dtypes.begin() : "*";
  const char* end = !group.has_arguments ? "" : group.has_bare_id ? "*" : ",*";
  return group.category_and_function + "/" + dtype + "/" + group.name + end;
}

ClauseCases read_clause_cases(const std::string& vectors_directory) {
  ClauseCases cases;
  const Manifest manifest = read_manifest(vectors_directory);
  for (const auto& [function, entry] : manifest.functions) {
    const FunctionVectors vectors(vectors_directory, manifest, function, Tier::kCore);
    for (const CaseOutline& test_case : vectors.cases()) cases.add(test_case);
  }
  return cases;
}

}  // namespace kassay
