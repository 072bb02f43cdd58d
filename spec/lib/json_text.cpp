#include "spec/lib/json_text.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "spec/lib/error.h"
#include "spec/lib/json_node.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

// "[json.exception.parse_error.101] parse error at line 1, ..." without the library's label.
std::string without_label(const std::string& text) {
  const std::size_t end = text.find("] ");
  return text.starts_with("[json.exception") && end != std::string::npos ? text.substr(end + 2)
                                                                         : text;
}

// Builds the document event by event, and refuses what nlohmann's own builder accepts silently.
class Builder final : public Json::json_sax_t {
 public:
  Builder(JsonSource source, std::size_t most_values)
      : source_(std::move(source)), most_values_(most_values) {}
  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr) != nullptr; }
  bool boolean(bool value) override { return add(value) != nullptr; }
  bool number_integer(Json::number_integer_t value) override { return add(value) != nullptr; }
  bool number_unsigned(Json::number_unsigned_t value) override {
    if (value > static_cast<Json::number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      fail("the integer " + std::to_string(value) + " does not fit 64 bits with a sign");
    }
    return number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(Json::number_float_t value, const std::string& text) override {
    // An integer of more than 64 bits arrives here.
    if (text.find_first_of(".eE") == std::string::npos) {
      fail("the integer " + text + " does not fit 64 bits with a sign");
    }
    return add(value) != nullptr;
  }
  bool string(std::string& value) override { return add(std::move(value)) != nullptr; }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::value_t::object); }
  bool start_array(std::size_t) override { return open(Json::value_t::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    const auto [place, added] = open_.back()->get_ref<Json::object_t&>().try_emplace(name);
    if (!added) fail("the key \"" + name + "\" appears twice");
    member_ = &place->second;
    return true;
  }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    throw FileError(source_.file, source_.prefix, without_label(error.what()), source_.remedy);
  }

 private:
  Json* add(Json value) {
    if (values_++ == most_values_) fail("more than " + std::to_string(most_values_) + " values");
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (open_.back()->is_object()) {
      *member_ = std::move(value);
      return member_;
    }
    auto& elements = open_.back()->get_ref<Json::array_t&>();
    elements.push_back(std::move(value));
    return &elements.back();
  }
  bool open(Json::value_t type) {
    if (open_.size() == kMaxJsonDepth) {
      fail("more than " + std::to_string(kMaxJsonDepth) + " levels of nesting");
    }
    open_.push_back(add(Json(type)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  [[noreturn]] void fail(const std::string& problem) const {
    JsonNode(root_, open_.empty() ? root_ : *open_.back(), source_).fail(problem);
  }

  JsonSource source_;
  const std::size_t most_values_;
  std::size_t values_ = 0;
  Json root_;
  std::vector<Json*> open_;  // the containers around the next event, outermost first
  Json* member_ = nullptr;   // where the value of the last key goes
};

}  // namespace

Json parse_json(std::string_view text, const std::string& file, const std::string& remedy,
                const std::string& place, std::size_t most_values) {
  // The library stops at a NUL.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    throw FileError(file, place, "a NUL at byte " + std::to_string(nul) + ", which JSON forbids",
                    remedy);
  }
  Builder builder({.file = file, .prefix = place, .remedy = remedy}, most_values);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

std::string dump_json(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace kassay
