// Which cases of the vectors a run takes.
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

// A case id and the name of a mode: what one line of the results is about.
using ModeOfCase = std::pair<std::string, std::string>;

struct Selection {
  Edition edition = Edition::kKo;
  Tier tier = Tier::kCore;
  // Names of functions, ids of cases, or globs on ids, in which `*` matches across `/` too. A case
  // is taken where one of them matches; all are where there is none.
  std::vector<std::string> filter;
  std::vector<Mode> modes;            // those named; all where none is
  std::vector<std::string> profiles;  // ids: a case is taken where it belongs to one; all, if none
  int shard_index = 1, shard_count = 1;
  std::optional<std::set<ModeOfCase>> only;  // these and no others
};

// A profile that there is not. The message names the closest.
class UnknownProfile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Nothing is selected. The message names the glob at fault and what comes near to it.
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

// Reads outlines, and keeps the vectors of the functions of which it selects cases. `tally` and `waivers`, where there are any, are told
// of each case.
// Throws NoCaseSelected, UnknownProfile and FileError.
SelectedCases select_cases(const std::string& vectors_directory, const Manifest& manifest,
                           const Specification& specification, const Selection& selection,
                           ProfileTally* tally = nullptr, Waivers* waivers = nullptr);

// Whether an element of `filter` matches the case of this id.
bool filter_matches(const std::string& pattern, const std::string& function,
                    const std::string& case_id);

// Whether an element of `filter` can match a case of the function: ids begin with the category and
// the function.
bool may_match(std::string_view pattern, const std::string& function, const std::string& category);

// The shard, from 1 to `count`, that a case belongs to: by its id alone, so that no other case
// changes it.
int shard_of(std::string_view case_id, int count);

// Up to `limit` of the names, the nearest by edit distance first; none that is farther than half
// the length of the name.
std::vector<std::string> closest_names(std::string_view name, const std::vector<std::string>& names,
                                       std::size_t limit);

}  // namespace kassay::runner
