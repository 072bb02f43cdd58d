#include "spec/lib/function_vectors.h"

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>

#include "spec/lib/atomic_file.h"
#include "spec/lib/case_json.h"
#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_scan.h"
#include "spec/lib/json_text.h"
#include "spec/lib/safetensors.h"
#include "spec/lib/vector_files.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

constexpr char kCases[] = "cases", kPairs[] = "pairs", kTriples[] = "triples";

// The bytes of a file of vectors, which must have the hash in the manifest.
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

// Checks the file as a whole, except the value of `cases`.
void check_root(const JsonNode& root, const std::string& function) {
  root.allow_only({"format", "function", kCases, kPairs, kTriples});
  check_format(root);
  const JsonNode name = root.at("function");
  if (name.text() != function) name.fail("the file is of " + name.text() + ", not " + function);
}

// Combinations of so many classes each.
PairCoverage read_pairs(const JsonNode& node, std::size_t size) {
  node.allow_only({"factors", "listed", "added", "refused", "contradictory"});
  PairCoverage pairs;
  for (const auto& [factor, classes] : node.at("factors").members()) {
    for (const JsonNode& each : classes.distinct_elements())
      pairs.factors[factor].push_back(each.text());
  }
  pairs.listed = node.at("listed").count();
  pairs.added = node.at("added").count();
  for (const JsonNode& refused : node.at("refused").elements()) {
    std::vector<std::string>& classes = pairs.refused.emplace_back();
    for (const JsonNode& each : refused.elements()) classes.push_back(each.nonempty_text());
    if (classes.size() != size) {
      refused.fail("expected " + std::to_string(size) + " circumstances, found " +
                   std::to_string(classes.size()));
    }
  }
  pairs.contradictory = node.at("contradictory").count();
  return pairs;
}

}  // namespace

class FunctionVectors::Part {
 public:
  Part(const std::string& directory, const std::string& function, const char* suffix,
       const ManifestFunction& listed, const char* remedy)
      : directory_(directory),
        function_(function),
        tensors_name_(function + suffix + ".safetensors"),
        listed_(listed),
        remedy_(remedy),
        file_(vector_path(directory, function + suffix + ".json")),
        bytes_(read_checked(directory, function + suffix + ".json", listed, remedy)) {}

  struct Contents {
    std::vector<std::string_view> cases;  // JSON
    std::optional<PairCoverage> pairs, triples;
  };
  // Checks everything around the cases.
  Contents contents() const {
    Contents contents;
    Json head = Json::object();
    try {
      JsonScan scan(bytes_.text());
      scan.members([&](const std::string& key) {
        if (key == kCases) {
          scan.elements([&] { contents.cases.push_back(scan.skip()); });
          head[key] = nullptr;
        } else {
          head[key] = parse_json(scan.skip(), file_, remedy_);
        }
      });
      scan.end();
    } catch (const JsonScan::Unexpected&) {
      read_strictly();
    }
    const JsonSource source{file_, "", remedy_};
    const JsonNode root(head, source);
    check_root(root, function_);
    root.at(kCases);
    if (const auto pairs = root.find(kPairs)) contents.pairs = read_pairs(*pairs, 2);
    if (const auto triples = root.find(kTriples)) contents.triples = read_pairs(*triples, 3);
    return contents;
  }

  Case read(std::string_view text, std::size_t number) const {
    const JsonSource source{file_, "", remedy_,
                            "/" + std::string(kCases) + "/" + std::to_string(number)};
    const Json json = parse(text);
    return read_case(JsonNode(json, source), function_, tensors());
  }

  // Throws the error that the scan found in the file.
  [[noreturn]] void read_strictly() const {
    const Json json = parse_json(bytes_.text(), file_, remedy_);
    const JsonSource source{file_, "", remedy_};
    const JsonNode root(json, source);
    check_root(root, function_);
    for (const JsonNode& node : root.at(kCases).elements()) read_case(node, function_, tensors());
    throw std::logic_error(file_ + " is correct, but the scan refused it");
  }

  const TensorFile& tensors() const {
    open_tensors();
    std::call_once(parsed_, [this] {
      tensors_ = parse_safetensors(tensor_bytes_.data, tensor_bytes_.size,
                                   vector_path(directory_, tensors_name_));
    });
    return tensors_;
  }

  void open_tensors() const {
    std::call_once(opened_, [this] {
      tensor_bytes_ = read_checked(directory_, tensors_name_, listed_, remedy_);
    });
  }

 private:
  // An error in a part of the file is reported with its line in the whole.
  Json parse(std::string_view text) const {
    try {
      return parse_json(text, file_, remedy_);
    } catch (const FileError&) {
      parse_json(bytes_.text(), file_, remedy_);
      throw;
    }
  }

  std::string directory_, function_, tensors_name_;
  ManifestFunction listed_;
  const char* remedy_;
  std::string file_;
  FileBytes bytes_;
  mutable std::once_flag opened_, parsed_;
  mutable FileBytes tensor_bytes_;
  mutable TensorFile tensors_;
};

FunctionVectors::FunctionVectors(const std::string& directory, const Manifest& manifest,
                                 const std::string& function, Tier tier)
    : function_(function) {
  const auto found = manifest.functions.find(function);
  if (found == manifest.functions.end()) {
    throw FileError(vector_path(directory, kManifestName), "/functions",
                    "it has no function \"" + function + "\"",
                    "`kassay list functions` names those it has.");
  }
  const ManifestFunction& listed = found->second;
  parts_.push_back(std::make_unique<Part>(directory, function, "", listed, kGenerateAgain));
  if (tier == Tier::kFull && listed.counts.full > listed.counts.core) {
    parts_.push_back(
        std::make_unique<Part>(directory, function, kFullSuffix, listed, kGenerateFull));
  }
  for (const auto& part : parts_) add(*part, tier);
  const std::string file = vector_path(directory, function + ".json");
  check_counts(listed.counts, tier, file);
  check_unique(file);
}

FunctionVectors::~FunctionVectors() = default;

void FunctionVectors::add(const Part& part, Tier tier) {
  const auto& [texts, pairs, triples] = part.contents();
  if (pairs) pairs_ = pairs;
  if (triples) triples_ = triples;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    CaseOutline outline;
    try {
      outline = scan_outline(texts[i], function_);
    } catch (const JsonScan::Unexpected&) {
      outline = outline_of(part.read(texts[i], i));
    }
    if (outline.tier > tier) continue;
    outlines_.push_back(std::move(outline));
    places_.push_back({&part, i, texts[i]});
  }
}

void FunctionVectors::check_counts(const CaseCounts& counts, Tier tier,
                                   const std::string& file) const {
  const std::pair<Tier, int> expected[] = {
      {Tier::kSmoke, counts.smoke}, {Tier::kCore, counts.core}, {Tier::kFull, counts.full}};
  for (const auto& [each, count] : expected) {
    if (each > tier) break;
    const auto found = std::ranges::count_if(
        outlines_, [limit = each](const CaseOutline& c) { return c.tier <= limit; });
    if (found != count) {
      throw FileError(file, "",
                      std::to_string(found) + " cases up to tier " + std::string(tier_name(each)) +
                          ", and the manifest counts " + std::to_string(count),
                      kGenerateAgain);
    }
  }
}

void FunctionVectors::check_unique(const std::string& file) const {
  std::set<std::string_view> ids;
  for (const CaseOutline& each : outlines_) {
    if (!ids.insert(each.id).second) {
      throw FileError(file, each.id, "two cases have this id", kGenerateAgain);
    }
  }
}

Case FunctionVectors::read(std::size_t index) const {
  const Place& place = places_.at(index);
  return place.part->read(place.text, place.number);
}

void FunctionVectors::open_tensors() const {
  for (const auto& part : parts_) part->open_tensors();
}

std::vector<Case> read_cases(const std::string& directory, const Manifest& manifest,
                             const std::string& function, Tier tier) {
  const FunctionVectors vectors(directory, manifest, function, tier);
  std::vector<Case> cases;
  for (std::size_t i = 0; i < vectors.cases().size(); ++i) cases.push_back(vectors.read(i));
  return cases;
}

}  // namespace kassay
