// A file of waivers (spec/schema/waivers.json): failures that are known, and why.
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
  int line = 0;                       // of the file, where it begins; 0: of no file
  std::vector<std::string> cases;     // as in Selection::filter; not empty
  std::vector<std::string> except;    // those of them that it does not concern
  std::vector<Mode> modes;            // all where there is none
  std::vector<std::string> editions;  // all where there is none
  std::vector<Outcome> outcomes;      // that it excuses; kPass beside them: it comes and goes
  std::string reason, link;
  std::string expires;  // the last day on which it holds, ISO 8601; empty: for ever
};

// Throws FileError, which names the line at fault.
std::vector<Waiver> read_waivers(const std::string& file);
// The same of what `file` holds, or will hold.
std::vector<Waiver> parse_waivers(const std::string& file, std::string_view text);

// Whether the text is a day as `expires` takes it.
bool is_day(const std::string& text);

// As an entry of a file: lines behind `indent` spaces. Keeps all but `place` and `line`.
std::string to_yaml(const Waiver& waiver, std::size_t indent);

}  // namespace kassay::runner
