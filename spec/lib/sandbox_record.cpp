#include "spec/lib/sandbox_record.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kassay {
namespace {

template <std::size_t N>
std::string read_one_of(const JsonNode& node, const std::string& text,
                        const std::array<std::string_view, N>& words) {
  if (std::ranges::find(words, text) == words.end()) node.fail("\"" + text + "\" is unknown here");
  return text;
}

}  // namespace

nlohmann::ordered_json to_json(const SandboxRecord& sandbox) {
  nlohmann::ordered_json json = {{"mode", sandbox.mode}};
  if (!sandbox.writable.empty()) json["writable"] = sandbox.writable;
  if (!sandbox.holds.empty()) json["holds"] = sandbox.holds;
  if (!sandbox.lacks.empty()) json["lacks"] = sandbox.lacks;
  return json;
}

SandboxRecord read_sandbox(const JsonNode& node) {
  node.allow_only({"mode", "writable", "holds", "lacks"});
  SandboxRecord sandbox;
  sandbox.mode = read_one_of(node.at("mode"), node.at("mode").text(), kSandboxModes);
  if (const auto writable = node.find("writable")) sandbox.writable = writable->texts();
  if (const auto holds = node.find("holds")) {
    for (const std::string& measure : holds->texts()) {
      sandbox.holds.push_back(read_one_of(*holds, measure, kSandboxMeasures));
    }
  }
  if (const auto lacks = node.find("lacks")) {
    for (const auto& [measure, why] : lacks->members()) {
      sandbox.lacks.emplace(read_one_of(*lacks, measure, kSandboxMeasures), why.text());
    }
  }
  return sandbox;
}

}  // namespace kassay
