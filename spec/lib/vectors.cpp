#include "spec/lib/vectors.h"

#include <nlohmann/json.hpp>

#include "spec/lib/atomic_file.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/names.h"
#include "spec/lib/sha256.h"
#include "spec/lib/vector_files.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

constexpr Names<Tier, 3> kTiers{
    {{Tier::kSmoke, "smoke"}, {Tier::kCore, "core"}, {Tier::kFull, "full"}}};
constexpr Names<Mode, std::size(kModes)> kModeNames{{{Mode::kEager, "eager"},
                                                     {Mode::kFunction, "function"},
                                                     {Mode::kDynamic, "dynamic"},
                                                     {Mode::kGradient, "gradient"},
                                                     {Mode::kSecondGradient, "second-gradient"},
                                                     {Mode::kProgram, "program"}}};

// Names become parts of paths.
void check_name(const JsonNode& node, const std::string& name) {
  constexpr char kAllowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (name.empty() || name.find_first_not_of(kAllowed) != std::string::npos) {
    node.fail("\"" + name + "\" is not a function name");
  }
}

ManifestFunction read_listed(const JsonNode& node) {
  ManifestFunction function;
  function.category = node.at("category").nonempty_text();
  const JsonNode cases = node.at("cases");
  function.counts = {.smoke = cases.at("smoke").small_count(),
                     .core = cases.at("core").small_count(),
                     .full = cases.at("full").small_count()};
  if (function.counts.smoke > function.counts.core || function.counts.core > function.counts.full) {
    cases.fail("a tier has fewer cases than the tier below it");
  }
  for (const auto& [name, hash] : node.at("files").members()) {
    function.files.emplace(name, hash.sha256());
  }
  return function;
}

CaseChange read_case_change(const JsonNode& node) {
  return {.version = read_version(node.at("version")),
          .kind = node.at("kind").word(parse_case_change, "kind of change"),
          .cases = node.at("cases").texts(),
          .reason = node.at("reason").nonempty_text()};
}

}  // namespace

std::string_view tier_name(Tier tier) { return kTiers.name(tier); }
std::optional<Tier> parse_tier(std::string_view name) { return kTiers.find(name); }
std::string_view mode_name(Mode mode) { return kModeNames.name(mode); }
std::optional<Mode> parse_mode(std::string_view name) { return kModeNames.find(name); }

Manifest read_manifest(const std::string& directory) {
  const std::string path = vector_path(directory, kManifestName);
  const FileBytes bytes = read_file(path, kGenerate);
  const Json json = parse_json(bytes.text(), path, kGenerateAgain);
  const JsonSource source{path, "", kGenerateAgain};
  const JsonNode root(json, source);
  check_format(root);
  Manifest manifest;
  manifest.hash = sha256(bytes.text());
  manifest.specification_hash = root.at("specification").sha256();
  if (const auto version = root.find("version")) manifest.version = read_version(*version);
  if (const auto changes = root.find("changes")) {
    for (const JsonNode& change : changes->elements()) {
      manifest.changes.push_back(read_case_change(change));
    }
  }
  for (const auto& [name, node] : root.at("functions").members()) {
    check_name(node, name);
    manifest.functions.emplace(name, read_listed(node));
  }
  return manifest;
}

Tier generated_tier(const Manifest& manifest, const std::string& function) {
  const ManifestFunction& listed = manifest.functions.at(function);
  const bool complete = listed.counts.full == listed.counts.core ||
                        listed.files.contains(function + kFullSuffix + ".json");
  return complete ? Tier::kFull : Tier::kCore;
}

}  // namespace kassay
