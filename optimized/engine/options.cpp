#include "optimized/engine/options.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace kassay::optimized::engine {
namespace {

constexpr const char* kVariable = "KASSAY_ENGINE";
constexpr std::string_view kPrint = "print=", kTime = "time=", kShortRuns = "short-runs";
constexpr std::string_view kNoBlas = "no-blas", kNoTiles = "no-tiles";
constexpr std::int64_t kShortRun = 4;

// The words that switch a pass off.
const std::map<std::string_view, bool Options::*>& switches() {
  static const std::map<std::string_view, bool Options::*> switches = {
      {"no-engine", &Options::compiles},
      {"no-folding", &Options::folds},
      {"no-sharing", &Options::shares_results},
      {"no-identities", &Options::passes_over_identities},
      {"no-broadcasting", &Options::absorbs_broadcasts},
      {"no-gradients", &Options::recognizes_gradients},
      {"no-pruning", &Options::prunes},
      {"no-packing", &Options::packs},
      {"no-chains", &Options::makes_chains},
      {"no-totals", &Options::makes_totals},
      {"no-code", &Options::makes_code},
      {"no-scans", &Options::makes_scans},
      {"no-in-place", &Options::updates_in_place},
      {"no-arena", &Options::plans_memory},
      {"no-alignment", &Options::aligns}};
  return switches;
}

[[noreturn]] void refuse(const std::string& word) {
  std::string known;
  for (const auto& [name, member] : switches()) known += std::string(name) + ", ";
  for (const std::string_view name : {kNoBlas, kNoTiles}) known += std::string(name) + ", ";
  throw std::runtime_error(std::string(kVariable) + " has the word \"" + word + "\": choose from " +
                           known + std::string(kShortRuns) +
                           ", print=FILE and time=FILE, or leave the variable unset");
}

// Returns the file after checking that lines can be added to it.
std::string writable(std::string_view word, std::string_view beginning) {
  const std::string file(word.substr(beginning.size()));
  if (!std::ofstream(file, std::ios::app))
    throw std::runtime_error(std::string(kVariable) + ": cannot write " + file + ": " +
                             std::strerror(errno) +
                             "; in a sandbox only files named with --writable can be written");
  return file;
}

}  // namespace

Options options_to_use() {
  Options options;
  const char* const words = std::getenv(kVariable);
  std::istringstream list(words == nullptr ? "" : words);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == "optimized" || word == "reference") {
      continue;  // it tells Python which interpreter Keras runs on
    } else if (const auto found = switches().find(word); found != switches().end()) {
      options.*(found->second) = false;
    } else if (word == kNoBlas) {
      options.products = Products::kTiles;
    } else if (word == kNoTiles) {
      options.products = Products::kBlas;
    } else if (word.starts_with(kPrint)) {
      options.print_to = writable(word, kPrint);
    } else if (word.starts_with(kTime)) {
      options.time_to = writable(word, kTime);
    } else if (word == kShortRuns) {
      options.run_length = kShortRun;
      options.largest_kept = 0;
    } else {
      refuse(word);
    }
  }
  return options;
}

}  // namespace kassay::optimized::engine
