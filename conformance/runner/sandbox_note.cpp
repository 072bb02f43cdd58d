#include "conformance/runner/sandbox_note.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

#include "spec/lib/text.h"

namespace kassay::runner {
namespace {

// Texts that the C library, Python, Node, Go and Rust print when access is denied, in lower case.
struct Denial {
  guard::Measure measure;
  std::string_view text;
};
constexpr Denial kDenials[] = {{guard::kFiles, "read-only file system"},
                               {guard::kFiles, "readonly file system"},
                               {guard::kFiles, "read only file system"},
                               {guard::kFiles, "read-only filesystem"},
                               {guard::kFiles, "readonlyfilesystem"},
                               {guard::kFiles, "readonly database"},
                               {guard::kFiles, "permission denied"},
                               {guard::kFiles, "permissiondenied"},
                               {guard::kFiles, "erofs"},
                               {guard::kFiles, "eacces"},
                               {guard::kPrivileges, "operation not permitted"},
                               {guard::kPrivileges, "eperm"},
                               {guard::kNetwork, "network is unreachable"},
                               {guard::kNetwork, "name resolution"},
                               {guard::kNetwork, "name or service not known"},
                               {guard::kNetwork, "address family not supported"},
                               {guard::kNetwork, "connection refused"},
                               {guard::kNetwork, "enetunreach"},
                               {guard::kNetwork, "eai_again"},
                               {guard::kNetwork, "enotfound"},
                               {guard::kNetwork, "eafnosupport"},
                               {guard::kNetwork, "econnrefused"}};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Matches whole words only: "superms" must not match EPERM.
bool contains_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos;
       at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool begins = at == 0 || !is_word(text[at - 1]);
    if (begins && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

bool names_denial(std::string_view said, const guard::Measures& measures) {
  std::string text;
  std::ranges::transform(said, std::back_inserter(text),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::any_of(kDenials, [&](const Denial& denial) {
    return measures[denial.measure] == 0 && contains_words(text, denial.text);
  });
}

}  // namespace

std::string sandbox_note(const Sandbox& sandbox, const guard::Measures& measures) {
  if (sandbox.mode == SandboxMode::kOff) return "";
  std::vector<std::string> denied;
  if (measures[guard::kFiles] == 0) {
    std::string places = "it can write only to the folder $TMPDIR";
    for (const std::string& place : sandbox.writable) places += " and to " + place;
    denied.push_back(places + " (--writable DIR adds one)");
  }
  if (measures[guard::kNetwork] == 0) denied.emplace_back("it has no network");
  if (measures[guard::kPrivileges] == 0) denied.emplace_back("it cannot gain privileges");
  if (denied.empty()) return "";
  return "\nThe sandbox may be the cause. It limits the backend: " + joined(denied, "; ") +
         ". --sandbox off removes these limits.";
}

std::string sandbox_note(const Sandbox& sandbox, const guard::Measures& measures,
                         std::string_view said) {
  return names_denial(said, measures) ? sandbox_note(sandbox, measures) : "";
}

}  // namespace kassay::runner
