#include "conformance/runner/case_globs.h"

#include <algorithm>
#include <queue>
#include <string_view>
#include <tuple>
#include <utility>

#include "conformance/runner/selection.h"

namespace kassay::runner {
namespace {

constexpr std::string_view kSpecial = "*?[\\";  // what fnmatch does not take literally

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (kSpecial.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::vector<std::string_view> split(std::string_view text, char separator, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < most) {
    const std::size_t end = text.find(separator);
    if (end == std::string_view::npos) break;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

// For the name "kind,x=2x3,axis=1": "*", "kind,*", "*,x=2x3,*", "*,axis=1", "kind,*,axis=1", ... and
// the name itself.
std::vector<std::string> globs_of_name(std::string_view name) {
  const std::vector<std::string_view> parts = split(name, ',', name.size() + 1);
  const std::string kind = escaped(parts.front());
  std::vector<std::string> globs = {"*", escaped(name)};
  if (parts.size() > 1) globs.push_back(kind + ",*");
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string part = "," + escaped(parts[i]) + (i + 1 < parts.size() ? ",*" : "");
    globs.push_back("*" + part);
    globs.push_back(kind + (i > 1 ? ",*" : "") + part);
  }
  return globs;
}

// Every pattern that generalises the id, and the id itself, without duplicates.
std::vector<std::string> generalisations(const std::string& id) {
  std::vector<std::string> patterns = {id};
  const std::vector<std::string_view> parts = split(id, '/', 4);
  if (parts.size() < 4) return patterns;
  const std::string category = escaped(parts[0]), function = escaped(parts[1]);
  patterns.emplace_back(parts[1]);
  for (const std::string& place : {category + "/" + function, category + "/*", std::string("*")}) {
    for (const std::string& dtype : {escaped(parts[2]), std::string("*")}) {
      for (const std::string& name : globs_of_name(parts[3])) {
        patterns.push_back(place + "/" + dtype + "/" + name);
      }
    }
  }
  std::ranges::sort(patterns);
  const auto [first, last] = std::ranges::unique(patterns);
  patterns.erase(first, last);
  return patterns;
}

std::string function_in(const std::string& id) {
  const std::vector<std::string_view> parts = split(id, '/', 3);
  return std::string(parts.size() < 2 ? std::string_view() : parts[1]);
}

// Ordered by how many ids the pattern would add, then shorter patterns first, then alphabetically.
struct Offer {
  std::size_t adds;
  std::string_view pattern;
  bool operator<(const Offer& other) const {
    return std::tuple(adds, other.pattern.size(), other.pattern) <
           std::tuple(other.adds, pattern.size(), pattern);
  }
};

}  // namespace

CaseGlobs::CaseGlobs(std::vector<std::string> ids, std::span<const std::size_t> wanted)
    : ids_(std::move(ids)) {
  for (const std::size_t place : wanted) {
    std::vector<std::string> patterns = generalisations(ids_[place]);
    for (const std::string& pattern : patterns) matched_.try_emplace(pattern);
    patterns_.emplace(place, std::move(patterns));
  }
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    for (const std::string& pattern : generalisations(ids_[place])) {
      const auto found = matched_.find(pattern);
      if (found != matched_.end()) found->second.push_back(place);
    }
  }
}

std::vector<std::string> CaseGlobs::patterns(std::span<const Wanted> roles) const {
  const auto adds = [&](const std::string& pattern, const std::vector<bool>& left) {
    return static_cast<std::size_t>(std::ranges::count_if(
        matched_.at(pattern), [&left](std::size_t place) { return left[place]; }));
  };
  // A `*` also matches across "/" and ",", so a pattern may match more than its own ids.
  const auto fits = [&](const std::string& pattern) {
    for (std::size_t place = 0; place < ids_.size(); ++place) {
      if (roles[place] == Wanted::kMustNotMatch &&
          filter_matches(pattern, function_in(ids_[place]), ids_[place])) {
        return false;
      }
    }
    return true;
  };
  std::vector<bool> left(ids_.size());
  std::priority_queue<Offer> offers;
  std::unordered_map<std::string_view, bool> seen;
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    if (roles[place] != Wanted::kMustMatch) continue;
    left[place] = true;
    for (const std::string& pattern : patterns_.at(place)) {
      if (!seen.try_emplace(pattern, true).second) continue;
      const std::vector<std::size_t>& own = matched_.at(pattern);
      if (std::ranges::any_of(
              own, [&](std::size_t other) { return roles[other] == Wanted::kMustNotMatch; })) {
        continue;
      }
      offers.push({own.size(), pattern});  // an upper bound; counted when it is popped
    }
  }
  std::vector<std::string> chosen;
  while (!offers.empty()) {
    const Offer best = offers.top();
    offers.pop();
    const std::string pattern(best.pattern);
    const std::size_t now = adds(pattern, left);
    if (now == 0) continue;
    if (now < best.adds) {
      offers.push({now, best.pattern});
      continue;
    }
    if (!fits(pattern)) continue;
    for (const std::size_t place : matched_.at(pattern)) left[place] = false;
    chosen.push_back(pattern);
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace kassay::runner
