// A file of waivers (spec/schema/waivers.json): known failures and their reasons.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

struct Waiver {
  std::string place;                  // file:line
  int line = 0;                       // of the file, where it begins; 0: not from a file
  std::vector<std::string> cases;     // as in Selection::filter; not empty
  std::vector<std::string> except;    // exceptions from `cases`
  std::vector<Mode> modes;            // empty: all
  std::vector<std::string> editions;  // empty: all
  std::vector<Outcome> outcomes;      // that it excuses; with kPass, the failure is intermittent
  std::string reason, link;
  std::string expires;  // the last day on which it holds, ISO 8601; empty: forever
};

// Throws FileError, which names the line at fault.
std::vector<Waiver> read_waivers(const std::string& file);
// The same for `text`, which is or will be the content of `file`.
std::vector<Waiver> parse_waivers(const std::string& file, std::string_view text);

// Whether the text is a day as `expires` takes it.
bool is_day(const std::string& text);

// The waiver as an entry of a file, indented by `indent` spaces. Leaves out `place` and `line`.
std::string to_yaml(const Waiver& waiver, std::size_t indent);

}  // namespace kassay::runner
