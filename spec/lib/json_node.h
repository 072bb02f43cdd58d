// A place in a JSON document, read with checks: anything unexpected is a FileError that names the
// file, the JSON pointer and the remedy.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kassay {

struct JsonSource {
  std::string file;
  std::string prefix;  // goes before the JSON pointer ("line 3"), or empty
  std::string remedy;
  std::string pointer = {};  // of the document's root, where that is a part of a larger one
};

// Refers to the document and the source, which must outlive it.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& root, const JsonSource& source) : JsonNode(root, root, source) {}
  JsonNode(const nlohmann::json& root, const nlohmann::json& self, const JsonSource& source)
      : root_(&root), self_(&self), source_(&source) {}

  const nlohmann::json& json() const { return *self_; }
  [[noreturn]] void fail(const std::string& problem) const;

  bool is_null() const;
  bool is_string() const;
  bool is_array() const;
  bool is_object() const;
  std::string text() const;
  std::string nonempty_text() const;
  bool boolean() const;
  std::int64_t integer() const;
  std::int64_t count() const;       // an integer that is not negative
  int small_count() const;          // a count that fits an int
  double number() const;            // an int or a float
  double limitless_number() const;  // or one of "nan", "inf", "-inf"
  double nonnegative() const;       // an int or a float
  double amount() const;            // or one of "nan", "inf"
  std::string moment() const;       // "2027-11-30T12:00:00Z"
  std::string sha256() const;       // in hexadecimal
  // The value that `parse` finds for the text. Fails if it finds none; `kind` names what was expected.
  template <class Parse>
  auto word(Parse parse, std::string_view kind) const {
    const auto value = parse(text());
    if (!value) fail("\"" + text() + "\" is not a valid " + std::string(kind));
    return *value;
  }

  std::vector<JsonNode> elements() const;           // of an array
  std::vector<JsonNode> distinct_elements() const;  // of a nonempty array without repetitions
  std::vector<std::string> texts() const;           // of an array of strings
  std::vector<std::pair<std::string, JsonNode>> members() const;  // of an object
  JsonNode at(std::string_view key) const;                        // a required member
  std::optional<JsonNode> find(std::string_view key) const;       // an optional member
  // Fails on any other member: an unknown key is probably misspelled.
  void allow_only(std::initializer_list<std::string_view> keys) const;

 private:
  [[noreturn]] void fail_type(std::string_view expected) const;
  JsonNode child(const nlohmann::json& json) const { return {*root_, json, *source_}; }

  const nlohmann::json* root_;
  const nlohmann::json* self_;
  const JsonSource* source_;
};

}  // namespace kassay
