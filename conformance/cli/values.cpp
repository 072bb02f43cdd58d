#include "conformance/cli/values.h"

#include <algorithm>
#include <utility>

namespace kassay::cli {
namespace {

constexpr char kSizes[] = "a number of bytes, such as 1073741824, 512MB or 2GB";

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return text;
}

}  // namespace

CLI::Validator one_of(std::vector<std::string> words) {
  return CLI::Validator(
      [words = std::move(words)](std::string& text) {
        return std::ranges::find(words, text) != words.end()
                   ? std::string()
                   : "\"" + text + "\" is not " + list_of(words);
      },
      "");
}

CLI::Validator size_in_bytes() {
  return CLI::Validator(
      [](std::string& text) {
        std::string bytes = text;
        try {
          if (CLI::AsSizeValue(/*kb_is_1000=*/false)(bytes).empty()) {
            text = bytes;
            return std::string();
          }
        } catch (const CLI::ValidationError&) {
          // Its text lists the units as CLI11 stores them.
        }
        return "\"" + text + "\" is not " + kSizes;
      },
      kSizes);
}

}  // namespace kassay::cli
