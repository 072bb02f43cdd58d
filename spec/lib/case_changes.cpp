#include "spec/lib/case_changes.h"

#include <fnmatch.h>

#include <algorithm>
#include <iterator>

#include "spec/lib/names.h"

namespace kassay {
namespace {

constexpr Names<CaseChangeKind, 2> kNames{
    {{CaseChangeKind::kChanged, "changed"}, {CaseChangeKind::kRetired, "retired"}}};
constexpr std::size_t kParts = 3;

// The texts between the dots.
std::vector<std::string> parts_of(std::string_view version) {
  std::vector<std::string> parts(1);
  for (const char c : version) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Without zeros in front, a longer number is a larger one.
bool less(const std::string& number, const std::string& other) {
  return number.size() != other.size() ? number.size() < other.size() : number < other;
}

}  // namespace

std::string_view case_change_name(CaseChangeKind kind) { return kNames.name(kind); }
std::optional<CaseChangeKind> parse_case_change(std::string_view name) { return kNames.find(name); }

bool CaseChange::matches(const std::string& case_id) const {
  // A literal id first: it may hold brackets, which have a meaning in a glob.
  return std::ranges::any_of(cases, [&](const std::string& pattern) {
    return pattern == case_id || fnmatch(pattern.c_str(), case_id.c_str(), 0) == 0;
  });
}

bool is_version(std::string_view text) {
  const std::vector<std::string> parts = parts_of(text);
  return parts.size() == kParts && std::ranges::all_of(parts, [](const std::string& part) {
           return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos &&
                  (part == "0" || part[0] != '0');
         });
}

bool is_older(const std::string& version, const std::string& than) {
  if (version.empty() || than.empty()) return version.empty() && !than.empty();
  return std::ranges::lexicographical_compare(parts_of(version), parts_of(than), less);
}

std::vector<CaseChange> changes_between(const std::vector<CaseChange>& changes,
                                        const std::string& old, const std::string& now) {
  std::vector<CaseChange> between;
  std::ranges::copy_if(changes, std::back_inserter(between), [&](const CaseChange& change) {
    return is_older(old, change.version) && !is_older(now, change.version);
  });
  return between;
}

}  // namespace kassay
