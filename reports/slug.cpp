#include "reports/slug.h"

namespace kassay::reports {
namespace {

constexpr std::size_t kLongestSlug = 64;

std::string slug(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      result += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      result += c;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
    if (result.size() == kLongestSlug) break;
  }
  while (result.ends_with('-')) result.pop_back();
  return result;
}

}  // namespace

std::string free_slug(const std::string& name, const std::string& if_empty,
                      std::set<std::string>& taken) {
  std::string base = slug(name);
  if (base.empty()) base = if_empty;
  std::string result = base;
  for (int number = 2; !taken.insert(result).second; ++number) {
    result = base + "-" + std::to_string(number);
  }
  return result;
}

}  // namespace kassay::reports
