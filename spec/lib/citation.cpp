#include "spec/lib/citation.h"

#include <algorithm>
#include <utility>

#include "spec/lib/text.h"

namespace kassay {
namespace {

using Texts = std::vector<std::string>;

std::string part_text(const std::string& part, const Source& source) {
  if (part == "numpy") return "NumPy code";
  if (source.entry != kIntroduction) return part;
  return "section on " + (part == "settings" ? "keras.json" : part == "code" ? "new code" : part);
}

}  // namespace

std::string parts_text(const Source& source, const std::string& own) {
  const bool introduction = source.entry == kIntroduction;
  const std::string of =
      source.entry == own ? "" : (introduction ? " of the " : " of ") + source.entry;
  Texts texts;
  for (const std::string& part : source.parts) texts.push_back(part_text(part, source) + of);
  return joined(texts);
}

std::string place_text(const Source& source, const DocumentEdition* edition) {
  if (source.entry != kIntroduction) {
    return "heading \"" + source.entry + "\": " + parts_text(source, source.entry);
  }
  Texts sections;
  for (const std::string& part : source.parts) {
    const bool known = edition != nullptr && edition->sections.contains(part);
    sections.push_back(known ? "section \"" + edition->sections.at(part) + '"'
                             : part_text(part, source));
  }
  return source.entry + ", " + joined(sections, " and ");
}

std::string edition_text(const Clause& clause, const FunctionSpecification& function,
                         const std::string& edition) {
  const auto heading = function.headings.find(edition);
  const std::string own = heading == function.headings.end() ? "" : heading->second;
  Texts texts;
  for (const Source& source : clause.sources) {
    if (source.edition == edition) texts.push_back(parts_text(source, own));
  }
  return joined(texts);
}

std::string by_edition(const EditionTexts& texts) {
  std::vector<std::pair<std::string, Texts>> groups;  // the editions by their text
  for (const auto& [edition, text] : texts) {
    auto group = std::ranges::find(groups, text, &std::pair<std::string, Texts>::first);
    if (group == groups.end()) group = groups.insert(groups.end(), {text, {}});
    if (std::ranges::find(group->second, edition) == group->second.end()) {
      group->second.push_back(edition);
    }
  }
  Texts lines;
  for (const auto& [text, editions] : groups) lines.push_back(joined(editions) + ": " + text);
  return joined(lines, "; ");
}

std::string sources_text(const Clause& clause, const FunctionSpecification& function) {
  EditionTexts texts;
  for (const Source& source : clause.sources) {
    texts.emplace_back(source.edition, edition_text(clause, function, source.edition));
  }
  return by_edition(texts);
}

std::vector<std::string> checks_of(const Clause& clause) {
  Texts texts;
  if (!clause.checked.empty()) {
    texts.push_back("Checked by a test of the Python adapter: " + clause.checked);
  }
  if (!clause.cases_of.empty()) {
    texts.push_back("Checked by the cases of " + joined(clause.cases_of) + ".");
  }
  if (!clause.unchecked.empty()) texts.push_back("Not checked: " + clause.unchecked);
  return texts;
}

std::string description(const DocumentEdition& edition) {
  Texts facts;
  for (const std::string& fact : {edition.language, edition.period, edition.version}) {
    if (!fact.empty()) facts.push_back(fact);
  }
  return joined(facts);
}

}  // namespace kassay
