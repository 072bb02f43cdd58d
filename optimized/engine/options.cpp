#include "optimized/engine/options.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kassay::optimized::engine {
namespace {

constexpr const char* kVariable = "KASSAY_ENGINE";
constexpr std::string_view kPrint = "print=";
constexpr std::string_view kTime = "time=";

}  // namespace

Options options_to_use() {
  Options options;
  const char* const words = std::getenv(kVariable);
  std::istringstream list(words == nullptr ? "" : words);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == "no-engine") {
      options.compiles = false;
    } else if (word == "no-sharing") {
      options.shares_results = false;
    } else if (word == "no-broadcasting") {
      options.absorbs_broadcasts = false;
    } else if (word == "no-pruning") {
      options.prunes = false;
    } else if (word == "no-joining") {
      options.joins_products = false;
    } else if (word == "no-packing") {
      options.packs = false;
    } else if (word == "no-blocks") {
      options.makes_blocks = false;
    } else if (word.starts_with(kPrint)) {
      options.print_to = word.substr(kPrint.size());
    } else if (word.starts_with(kTime)) {
      options.time_to = word.substr(kTime.size());
    } else if (word == "small-blocks") {
      options.run_length = 4;
    } else {
      throw std::runtime_error(std::string(kVariable) + " has the word \"" + word +
                               "\", and knows no-engine, no-sharing, no-broadcasting, no-pruning, "
                               "no-joining, no-packing, "
                               "no-blocks, small-blocks, print=FILE and time=FILE: choose of them, "
                               "or leave the variable "
                               "unset");
    }
  }
  return options;
}

}  // namespace kassay::optimized::engine
