#include "conformance/cli/output_file.h"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "spec/lib/atomic_file.h"
#include "spec/lib/printable.h"

namespace kassay::cli {
namespace {

constexpr std::size_t kLineCharacters = 1000;

// The line at this place.
std::string line_at(std::string_view text, std::size_t place) {
  const std::size_t begin = place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
  if (begin == text.size()) return "(the end)";
  return excerpt(text.substr(begin, text.find('\n', place) - begin), kLineCharacters);
}

}  // namespace

// If that is a file, runs may append to it. It must be neither replaced nor overwritten, as an
// output file of that name would be.
bool is_standard_output(const std::string& file) { return file == "-" || file == "/dev/stdout"; }

void write_output(const std::string& file, const std::string& content) {
  if (is_standard_output(file)) {
    std::cout << content << std::flush;
  } else {
    write_file(file, content);
    std::cerr << "wrote " << file << '\n';
  }
}

bool is_current(const std::string& file, const std::string& content) {
  const FileBytes there = read_file(file, "Write it first: the same command without --check.");
  const std::string_view text = there.text();
  if (text == content) return true;
  const auto place =
      static_cast<std::size_t>(std::ranges::mismatch(text, content).in1 - text.begin());
  std::cerr << printable(file) << " is out of date from line "
            << 1 + std::ranges::count(text.substr(0, place), '\n') << ":\n  it has     "
            << line_at(text, place) << "\n  instead of " << line_at(content, place)
            << "\nThe same command without --check writes it.\n";
  return false;
}

}  // namespace kassay::cli
