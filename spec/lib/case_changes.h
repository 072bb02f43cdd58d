// Which cases the versions of the specification changed or retired (spec/versions.yaml).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kassay {

// Changed: the case of this id got other inputs, another answer or other modes.
enum class CaseChangeKind { kChanged, kRetired };
std::string_view case_change_name(CaseChangeKind kind);  // "changed", "retired"
std::optional<CaseChangeKind> parse_case_change(std::string_view name);

struct CaseChange {
  std::string version;  // that changed them
  CaseChangeKind kind = CaseChangeKind::kChanged;
  std::vector<std::string> cases;  // ids, or globs on ids; `*` also matches `/`
  std::string reason;

  bool matches(const std::string& case_id) const;
};

// "1.2.3", with numbers of any length.
bool is_version(std::string_view text);

// Whether a version comes before another one. The empty version, in files from before versions were
// recorded, comes first. Precondition: each is empty or is_version().
bool is_older(const std::string& version, const std::string& than);

// The changes of the versions after `old`, up to `now`.
std::vector<CaseChange> changes_between(const std::vector<CaseChange>& changes,
                                        const std::string& old, const std::string& now);

}  // namespace kassay
