// Selects the cases of the vectors that a run takes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/lib/function_vectors.h"
#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

class ProfileTally;
class Waivers;

// A case id and the name of a mode, which identify one line of the results.
using ModeOfCase = std::pair<std::string, std::string>;

struct Selection {
  Edition edition = Edition::kKo;
  Tier tier = Tier::kCore;
  // Names of functions, ids of cases, or globs on ids, in which `*` also matches across `/`. A case is
  // selected if one of them matches, or if the list is empty.
  std::vector<std::string> filter;
  std::vector<Mode> modes;            // those named (empty: all)
  std::vector<std::string> profiles;  // ids; a case is selected if it belongs to one (empty: all)
  int shard_index = 1, shard_count = 1;
  std::optional<std::set<ModeOfCase>> only;  // only these
};

// An unknown profile. The message names the closest.
class UnknownProfile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Nothing is selected. The message names the glob at fault and its closest matches.
class NoCaseSelected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct SelectedCase {
  std::size_t index;  // in `vectors`
  std::vector<Mode> modes;
};
struct SelectedFunction {
  std::string function;
  std::shared_ptr<const FunctionVectors> vectors;
  std::vector<SelectedCase> cases;  // in the order of the vectors
};
struct SelectedCases {
  std::vector<SelectedFunction> functions;
  std::int64_t count = 0;  // each mode of a case counts
};

// Reads the outlines of all cases, and keeps the vectors of each function with a selected case. `tally` and `waivers`,
// if given, receive the outline of each case.
// Throws NoCaseSelected, UnknownProfile and FileError.
SelectedCases select_cases(const std::string& vectors_directory, const Manifest& manifest,
                           const Specification& specification, const Selection& selection,
                           ProfileTally* tally = nullptr, Waivers* waivers = nullptr);

// Whether an element of `filter` matches the case with this id.
bool filter_matches(const std::string& pattern, const std::string& function,
                    const std::string& case_id);

// Whether an element of `filter` can match a case of the function: ids begin with the category and
// the function.
bool may_match(std::string_view pattern, const std::string& function, const std::string& category);

// The shard of a case, from 1 to `count`. It depends only on the id, so that other cases cannot change
// it.
int shard_of(std::string_view case_id, int count);

// Whether a pattern has wildcards.
bool is_glob(std::string_view pattern);

// How many letters must be replaced, added or removed to turn one into the other. As in a glob, `*` in `name` matches
// any text and `?` any letter.
std::size_t edit_distance(std::string_view name, std::string_view other);

// Up to `limit` of the names, closest first by edit distance. Names farther away than half the length
// of `name` are left out. `name` may be a glob.
std::vector<std::string> closest_names(std::string_view name, const std::vector<std::string>& names,
                                       std::size_t limit);

}  // namespace kassay::runner
