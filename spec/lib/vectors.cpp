#include "spec/lib/vectors.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "spec/lib/atomic_file.h"
#include "spec/lib/case_json.h"
#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/names.h"
#include "spec/lib/safetensors.h"
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
                                                     {Mode::kProgram, "program"}}};
constexpr std::size_t kHashDigits = 64;
constexpr char kFullSuffix[] = ".full";  // of the files that tier full adds

std::string hash_of(const JsonNode& node) {
  const std::string hash = node.text();
  const bool hex = hash.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (hash.size() != kHashDigits || !hex)
    node.fail("\"" + hash + "\" is no SHA-256 in hexadecimal");
  return hash;
}

// Names become parts of paths.
void check_name(const JsonNode& node, const std::string& name) {
  constexpr char kAllowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (name.empty() || name.find_first_not_of(kAllowed) != std::string::npos) {
    node.fail("\"" + name + "\" is no name of a function");
  }
}

int case_count(const JsonNode& node) {
  const std::int64_t count = node.count();
  if (count > std::numeric_limits<int>::max()) node.fail("more cases than can be counted");
  return static_cast<int>(count);
}

ManifestFunction read_function(const JsonNode& node) {
  ManifestFunction function;
  function.category = node.at("category").nonempty_text();
  const JsonNode cases = node.at("cases");
  function.counts = {.smoke = case_count(cases.at("smoke")),
                     .core = case_count(cases.at("core")),
                     .full = case_count(cases.at("full"))};
  if (function.counts.smoke > function.counts.core || function.counts.core > function.counts.full) {
    cases.fail("a tier has fewer cases than the tier below it");
  }
  for (const auto& [name, hash] : node.at("files").members()) {
    function.files.emplace(name, hash_of(hash));
  }
  return function;
}

// The bytes of a vectors file, which must match the manifest.
FileBytes read_checked(const std::string& directory, const std::string& name,
                       const ManifestFunction& function, const char* remedy) {
  const std::string path = vector_path(directory, name);
  const auto expected = function.files.find(name);
  if (expected == function.files.end()) {
    throw FileError(vector_path(directory, kManifestName), "", "it does not list " + name, remedy);
  }
  FileBytes bytes = read_file(path, remedy);
  check_hash(path, bytes.text(), expected->second, remedy);
  return bytes;
}

void append_cases(const std::string& directory, const std::string& function, const char* suffix,
                  const ManifestFunction& manifest, const char* remedy, std::vector<Case>& cases) {
  const std::string json_name = function + suffix + ".json";
  const std::string tensor_name = function + suffix + ".safetensors";
  const FileBytes text = read_checked(directory, json_name, manifest, remedy);
  FileBytes buffer = read_checked(directory, tensor_name, manifest, remedy);
  const std::string tensor_path = vector_path(directory, tensor_name);
  const TensorFile tensors = parse_safetensors(std::move(buffer.data), buffer.size, tensor_path);

  const JsonSource source{vector_path(directory, json_name), "", remedy};
  const Json json = parse_json(text.text(), source.file, remedy);
  const JsonNode root(json, source);
  root.allow_only({"format", "function", "cases"});
  check_format(root);
  const JsonNode name = root.at("function");
  if (name.text() != function) name.fail("the file is of " + name.text() + ", not " + function);
  for (const JsonNode& node : root.at("cases").elements()) {
    cases.push_back(read_case(node, function, tensors));
  }
}

void check_counts(const std::vector<Case>& cases, const CaseCounts& counts, Tier tier,
                  const std::string& file) {
  const std::pair<Tier, int> expected[] = {
      {Tier::kSmoke, counts.smoke}, {Tier::kCore, counts.core}, {Tier::kFull, counts.full}};
  for (const auto& [each, count] : expected) {
    if (each > tier) break;
    const auto found = std::count_if(cases.begin(), cases.end(),
                                     [&, limit = each](const Case& c) { return c.tier <= limit; });
    if (found != count) {
      throw FileError(file, "",
                      std::to_string(found) + " cases up to tier " + std::string(tier_name(each)) +
                          ", and the manifest counts " + std::to_string(count),
                      kGenerateAgain);
    }
  }
}

void check_unique(const std::vector<Case>& cases, const std::string& file) {
  std::set<std::string_view> ids;
  for (const Case& each : cases) {
    if (!ids.insert(each.id).second) {
      throw FileError(file, each.id, "two cases have this id", kGenerateAgain);
    }
  }
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
  manifest.specification_hash = hash_of(root.at("specification"));
  for (const auto& [name, node] : root.at("functions").members()) {
    check_name(node, name);
    manifest.functions.emplace(name, read_function(node));
  }
  return manifest;
}

Tier generated_tier(const Manifest& manifest, const std::string& function) {
  const ManifestFunction& listed = manifest.functions.at(function);
  const bool complete = listed.counts.full == listed.counts.core ||
                        listed.files.contains(function + kFullSuffix + ".json");
  return complete ? Tier::kFull : Tier::kCore;
}

std::vector<Case> read_cases(const std::string& directory, const std::string& function, Tier tier) {
  const Manifest manifest = read_manifest(directory);
  const auto found = manifest.functions.find(function);
  if (found == manifest.functions.end()) {
    throw FileError(vector_path(directory, kManifestName), "/functions",
                    "it has no function \"" + function + "\"",
                    "`kassay list functions` names those it has.");
  }
  const ManifestFunction& listed = found->second;
  std::vector<Case> cases;
  append_cases(directory, function, "", listed, kGenerateAgain, cases);
  if (tier == Tier::kFull && listed.counts.full > listed.counts.core) {
    append_cases(directory, function, kFullSuffix, listed, kGenerateFull, cases);
  }
  std::erase_if(cases, [&](const Case& each) { return each.tier > tier; });
  const std::string file = vector_path(directory, function + ".json");
  check_counts(cases, listed.counts, tier, file);
  check_unique(cases, file);
  return cases;
}

}  // namespace kassay
