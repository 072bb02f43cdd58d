#include "spec/lib/specification.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>
#include <tuple>

#include "spec/lib/atomic_file.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/vector_files.h"
#include "spec/lib/vectors.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

constexpr char kSpecificationName[] = "specification.json";
constexpr std::string_view kUnspecified = "unspecified";  // as decisions say it

// A member that may be missing or null.
std::optional<JsonNode> present(const JsonNode& node, std::string_view key) {
  auto member = node.find(key);
  return member && member->is_null() ? std::nullopt : member;
}

std::string present_text(const JsonNode& node, std::string_view key) {
  const auto member = present(node, key);
  return member ? member->text() : "";
}

std::vector<std::string> present_texts(const JsonNode& node, std::string_view key) {
  const auto member = present(node, key);
  return member ? member->texts() : std::vector<std::string>{};
}

std::map<std::string, std::string> texts_by_edition(const JsonNode& node) {
  std::map<std::string, std::string> texts;
  for (const auto& [edition, text] : node.members()) {
    if (!parse_edition(edition)) text.fail("\"" + edition + "\" is not an edition");
    texts.emplace(edition, text.text());
  }
  return texts;
}

std::vector<Source> read_sources(const JsonNode& node) {
  std::vector<Source> sources;
  for (const JsonNode& source : node.elements()) {
    sources.push_back({source.at("edition").nonempty_text(), source.at("entry").nonempty_text(),
                       source.at("parts").texts()});
  }
  return sources;
}

DocumentEdition read_edition(const JsonNode& node) {
  DocumentEdition edition;
  edition.id = node.at("id").nonempty_text();
  edition.language = present_text(node, "language");
  edition.period = present_text(node, "period");
  edition.version = present_text(node, "version");
  edition.dated = present_text(node, "dated");
  if (const auto page = present(node, "page")) {
    edition.page_title = page->at("title").text();
    edition.repository = page->at("repository").text();
    edition.path = page->at("path").text();
  }
  for (const JsonNode& document : node.at("documents").elements()) {
    edition.documents.push_back({document.at("file").text(), present_text(document, "form"),
                                 present_text(document, "sha256")});
  }
  if (const auto sections = present(node, "sections")) {
    for (const auto& [part, heading] : sections->members()) {
      edition.sections.emplace(part, heading.text());
    }
  }
  return edition;
}

Clause read_clause(const JsonNode& node) {
  Clause clause;
  clause.id = node.at("id").nonempty_text();
  clause.text = node.at("text").text();
  if (const auto source = present(node, "source")) clause.sources = read_sources(*source);
  clause.decision = present_text(node, "decision");
  clause.editions = node.at("editions").texts();
  clause.raises = present_texts(node, "raises");
  if (const auto differs = present(node, "differs")) clause.differs = texts_by_edition(*differs);
  clause.checked = present_text(node, "checked");
  clause.cases_of = present_texts(node, "cases_of");
  clause.unchecked = present_text(node, "unchecked");
  return clause;
}

Reading read_reading(const JsonNode& node) {
  Reading reading;
  reading.id = node.at("id").nonempty_text();
  reading.clause = present_text(node, "clause");
  reading.verdict = node.at("verdict").text();
  reading.text = node.at("text").text();
  if (reading.verdict != "wrong" && reading.verdict != "accepted") {
    node.at("verdict").fail("the verdict is \"accepted\" or \"wrong\"");
  }
  return reading;
}

Decision read_decision(const JsonNode& node) {
  Decision decision;
  decision.id = node.at("id").nonempty_text();
  decision.title = present_text(node, "title");
  decision.functions = present_texts(node, "functions");
  decision.documents = present_text(node, "documents");
  decision.backends = present_text(node, "backends");
  decision.choice = present_text(node, "choice");
  decision.reason = present_text(node, "reason");
  return decision;
}

Erratum read_erratum(const JsonNode& node) {
  Erratum erratum;
  erratum.id = node.at("id").nonempty_text();
  erratum.functions = present_texts(node, "functions");
  erratum.editions = node.at("editions").texts();
  erratum.printed = node.at("printed").text();
  erratum.meant = node.at("meant").text();
  erratum.clauses = present_texts(node, "clauses");
  erratum.decisions = present_texts(node, "decisions");
  return erratum;
}

Profile::Names read_names(const JsonNode& node) {
  const std::vector<std::string> names = node.texts();
  return {names.begin(), names.end()};
}

Profile read_profile(const JsonNode& node) {
  Profile profile;
  profile.id = node.at("id").nonempty_text();
  profile.title = node.at("title").text();
  profile.claim = node.at("claim").text();
  for (const JsonNode& name : node.at("modes").elements()) {
    profile.modes.push_back(name.word(parse_mode, "mode"));
  }
  profile.functions = read_names(node.at("functions"));
  profile.clauses = read_names(node.at("clauses"));
  profile.without = read_names(node.at("without"));
  profile.calls = read_names(node.at("calls"));
  return profile;
}

FunctionSpecification read_function(const JsonNode& node) {
  FunctionSpecification function;
  function.name = node.at("function").nonempty_text();
  function.category = node.at("category").nonempty_text();
  function.summary = present_text(node, "summary");
  function.signatures = texts_by_edition(node.at("signatures"));
  function.headings = texts_by_edition(node.at("sources"));
  for (const JsonNode& clause : node.at("clauses").elements()) {
    function.clauses.push_back(read_clause(clause));
  }
  if (const auto readings = present(node, "readings")) {
    for (const JsonNode& reading : readings->elements()) {
      function.readings.push_back(read_reading(reading));
    }
  }
  return function;
}

FunctionSpecification read_introduction(const JsonNode& node) {
  FunctionSpecification introduction;
  introduction.name = kIntroduction;
  introduction.summary = node.at("summary").text();
  introduction.headings = texts_by_edition(node.at("sources"));
  for (const JsonNode& clause : node.at("clauses").elements()) {
    introduction.clauses.push_back(read_clause(clause));
  }
  return introduction;
}

template <class Item>
const Item* find_by(const std::vector<Item>& items, std::string Item::*key,
                    std::string_view wanted) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const Item& item) { return item.*key == wanted; });
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

const Clause* FunctionSpecification::find_clause(std::string_view id) const {
  return find_by(clauses, &Clause::id, id);
}

const Reading* FunctionSpecification::find_reading(std::string_view id) const {
  return find_by(readings, &Reading::id, id);
}

const FunctionSpecification* Specification::find(std::string_view function) const {
  return find_by(functions, &FunctionSpecification::name, function);
}

const FunctionSpecification* Specification::owner_of(std::string_view clause) const {
  if (introduction.find_clause(clause) != nullptr) return &introduction;
  const auto owner = std::ranges::find_if(
      functions, [&](const FunctionSpecification& each) { return each.find_clause(clause); });
  return owner == functions.end() ? nullptr : &*owner;
}

const Decision* Specification::find_decision(std::string_view id) const {
  return find_by(decisions, &Decision::id, id);
}

const Profile* Specification::find_profile(std::string_view id) const {
  return find_by(profiles, &Profile::id, id);
}

std::vector<std::string> Specification::functions_of(const Profile& profile,
                                                     const std::string& edition) const {
  std::vector<std::string> names;
  for (const FunctionSpecification& function : functions) {
    if (profile.concerns(function.name) && function.signatures.contains(edition))
      names.push_back(function.name);
  }
  return names;
}

std::vector<Specification::Found> Specification::readings_of(std::string_view function,
                                                             std::string_view id) const {
  std::vector<Found> found;
  for (const auto part : std::views::split(id, '+')) {
    std::string_view one(part.begin(), part.end());
    const std::size_t slash = one.find('/');
    const bool of_another = slash != std::string_view::npos;
    const FunctionSpecification* const owner = find(of_another ? one.substr(0, slash) : function);
    if (of_another) one.remove_prefix(slash + 1);
    const Reading* const reading = owner == nullptr ? nullptr : owner->find_reading(one);
    if (reading == nullptr) return {};
    found.push_back({owner, reading});
  }
  return found;
}

std::string Specification::reading_text(std::string_view function, std::string_view id) const {
  std::string text;
  for (const Found& found : readings_of(function, id)) {
    text += (text.empty() ? "" : " ") + found.reading->text;
  }
  return text;
}

std::vector<std::string> Specification::clauses_of_reading(std::string_view function,
                                                           std::string_view id) const {
  std::vector<std::string> clauses;
  for (const Found& found : readings_of(function, id)) clauses.push_back(found.reading->clause);
  return clauses;
}

std::int64_t Specification::functions_in(const std::string& edition) const {
  return std::ranges::count_if(functions, [&](const FunctionSpecification& function) {
    return function.signatures.contains(edition);
  });
}

std::vector<const Decision*> Specification::decisions_on(std::string_view function,
                                                         std::string_view id) const {
  std::vector<const Decision*> decisions;
  for (const auto& [owner, reading] : readings_of(function, id)) {
    const Clause* const clause = owner->find_clause(reading->clause);
    const Decision* const decision = clause == nullptr ? nullptr : find_decision(clause->decision);
    if (decision != nullptr && std::ranges::find(decisions, decision) == decisions.end()) {
      decisions.push_back(decision);
    }
  }
  return decisions;
}

std::string Decision::unspecified() const {
  constexpr std::string_view kEnd = ". ";
  std::string sentences;
  for (std::size_t begin = 0; begin < choice.size();) {
    const std::size_t end = choice.find(kEnd, begin);
    const std::size_t next = end == std::string::npos ? choice.size() : end + kEnd.size();
    const std::string sentence =
        choice.substr(begin, end == std::string::npos ? end : end + 1 - begin);
    if (sentence.find(kUnspecified) != std::string::npos) {
      sentences += (sentences.empty() ? "" : " ") + sentence;
    }
    begin = next;
  }
  return sentences;
}

const DocumentEdition* Specification::find_edition(std::string_view id) const {
  return find_by(editions, &DocumentEdition::id, id);
}

Specification read_specification(const std::string& vectors_directory) {
  const Manifest manifest = read_manifest(vectors_directory);
  const std::string path = vector_path(vectors_directory, kSpecificationName);
  const FileBytes bytes = read_file(path, kGenerate);
  check_hash(path, bytes.text(), manifest.specification_hash, kGenerateAgain);
  const Json json = parse_json(bytes.text(), path, kGenerateAgain);
  const JsonSource source{path, "", kGenerateAgain};
  const JsonNode root(json, source);
  check_format(root);

  Specification specification;
  specification.hash = manifest.specification_hash;
  for (const JsonNode& edition : root.at("editions").elements()) {
    specification.editions.push_back(read_edition(edition));
  }
  for (const JsonNode& decision : root.at("decisions").elements()) {
    specification.decisions.push_back(read_decision(decision));
  }
  if (const auto introduction = present(root, "introduction")) {
    specification.introduction = read_introduction(*introduction);
  }
  if (const auto errata = present(root, "errata")) {
    for (const JsonNode& erratum : errata->elements()) {
      specification.errata.push_back(read_erratum(erratum));
    }
  }
  if (const auto profiles = present(root, "profiles")) {
    for (const JsonNode& profile : profiles->elements()) {
      specification.profiles.push_back(read_profile(profile));
    }
  }
  for (const JsonNode& function : root.at("functions").elements()) {
    specification.functions.push_back(read_function(function));
  }
  std::sort(specification.functions.begin(), specification.functions.end(),
            [](const FunctionSpecification& a, const FunctionSpecification& b) {
              return std::tie(a.category, a.name) < std::tie(b.category, b.name);
            });
  return specification;
}

}  // namespace kassay
