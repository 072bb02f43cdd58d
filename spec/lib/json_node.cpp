#include "spec/lib/json_node.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "spec/lib/error.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kHashDigits = 64;

std::string escaped(std::string key) {  // RFC 6901
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (key[i] == '~') key.replace(i++, 1, "~0");
    if (key[i] == '/') key.replace(i++, 1, "~1");
  }
  return key;
}

// Finds the pointer by a search for the node's address: only a failure costs this time.
std::optional<std::string> pointer_to(const Json& from, const Json* wanted) {
  if (&from == wanted) return "";
  if (from.is_object()) {
    for (const auto& [key, member] : from.get_ref<const Json::object_t&>()) {
      if (auto rest = pointer_to(member, wanted)) return "/" + escaped(key) + *rest;
    }
  } else if (from.is_array()) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (auto rest = pointer_to(from[i], wanted)) return "/" + std::to_string(i) + *rest;
    }
  }
  return std::nullopt;
}

std::string_view type_name(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "an array";
    case Json::value_t::string:
      return "a string";
    case Json::value_t::boolean:
      return "a bool";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return "an int";
    case Json::value_t::number_float:
      return "a float";
    default:
      return "not a JSON value";
  }
}

}  // namespace

void JsonNode::fail(const std::string& problem) const {
  const std::string pointer = source_->pointer + pointer_to(*root_, self_).value_or("");
  std::string place = source_->prefix;
  if (!pointer.empty()) place += (place.empty() ? "" : ", ") + pointer;
  throw FileError(source_->file, place, problem, source_->remedy);
}

void JsonNode::fail_type(std::string_view expected) const {
  fail("expected " + std::string(expected) + ", found " + std::string(type_name(*self_)));
}

bool JsonNode::is_null() const { return self_->is_null(); }
bool JsonNode::is_string() const { return self_->is_string(); }
bool JsonNode::is_array() const { return self_->is_array(); }
bool JsonNode::is_object() const { return self_->is_object(); }

std::string JsonNode::text() const {
  if (!self_->is_string()) fail_type("a string");
  return self_->get_ref<const std::string&>();
}

std::string JsonNode::nonempty_text() const {
  std::string result = text();
  if (result.empty()) fail("expected a string that is not empty");
  return result;
}

bool JsonNode::boolean() const {
  if (!self_->is_boolean()) fail_type("a bool");
  return self_->get<bool>();
}

std::int64_t JsonNode::integer() const {
  if (!self_->is_number_integer()) fail_type("an int");
  if (self_->is_number_unsigned() &&
      self_->get<std::uint64_t>() >
          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    fail("the integer does not fit 64 bits with a sign");
  }
  return self_->get<std::int64_t>();
}

std::int64_t JsonNode::count() const {
  const std::int64_t result = integer();
  if (result < 0) fail("expected an int of at least 0, found " + std::to_string(result));
  return result;
}

int JsonNode::small_count() const {
  const std::int64_t result = count();
  if (result > std::numeric_limits<int>::max()) fail("the number is too large");
  return static_cast<int>(result);
}

double JsonNode::number() const {
  if (!self_->is_number()) fail_type("a number");
  return self_->get<double>();
}

double JsonNode::limitless_number() const {
  if (!self_->is_string()) return number();
  const std::string name = text();
  if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (name == "inf") return std::numeric_limits<double>::infinity();
  if (name == "-inf") return -std::numeric_limits<double>::infinity();
  fail("expected a number, \"nan\", \"inf\" or \"-inf\", found the string \"" + name + "\"");
}

double JsonNode::nonnegative() const {
  const double result = number();
  if (result < 0) fail("expected a number of at least 0");
  return result;
}

double JsonNode::amount() const {
  if (!is_string()) return nonnegative();
  if (text() == "-inf") fail("expected a number of at least 0, \"nan\" or \"inf\"");
  return limitless_number();
}

std::string JsonNode::moment() const {
  if (!is_like(text(), "0000-00-00T00:00:00Z")) {
    fail("\"" + text() + "\" is not a time: write UTC, as in 2027-11-30T12:00:00Z");
  }
  return text();
}

std::string JsonNode::sha256() const {
  const bool hex = text().find_first_not_of("0123456789abcdef") == std::string::npos;
  if (text().size() != kHashDigits || !hex) {
    fail("\"" + text() + "\" is not a SHA-256 in hexadecimal");
  }
  return text();
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!self_->is_array()) fail_type("an array");
  std::vector<JsonNode> result;
  result.reserve(self_->size());
  for (const Json& element : *self_) result.push_back(child(element));
  return result;
}

std::vector<JsonNode> JsonNode::distinct_elements() const {
  std::vector<JsonNode> result = elements();
  if (result.empty()) fail("expected an array that is not empty");
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (result[i].json() == result[j].json()) result[i].fail("it is listed twice");
    }
  }
  return result;
}

std::vector<std::string> JsonNode::texts() const {
  std::vector<std::string> result;
  for (const JsonNode& element : elements()) result.push_back(element.text());
  return result;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (!self_->is_object()) fail_type("an object");
  std::vector<std::pair<std::string, JsonNode>> result;
  result.reserve(self_->size());
  for (const auto& [key, member] : self_->get_ref<const Json::object_t&>()) {
    result.emplace_back(key, child(member));
  }
  return result;
}

JsonNode JsonNode::at(std::string_view key) const {
  if (const auto member = find(key)) return *member;
  fail("the key \"" + std::string(key) + "\" is missing");
}

std::optional<JsonNode> JsonNode::find(std::string_view key) const {
  if (!self_->is_object()) fail_type("an object");
  const auto member = self_->find(key);
  if (member == self_->end()) return std::nullopt;
  return child(*member);
}

void JsonNode::allow_only(std::initializer_list<std::string_view> keys) const {
  if (!self_->is_object()) fail_type("an object");
  for (const auto& [key, member] : self_->get_ref<const Json::object_t&>()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    std::string known;
    for (const std::string_view each : keys)
      known += (known.empty() ? "" : ", ") + std::string(each);
    fail("the key \"" + key + "\" is not known here; the known ones are " + known);
  }
}

}  // namespace kassay
