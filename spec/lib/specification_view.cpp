#include "spec/lib/specification_view.h"

#include <algorithm>

#include "spec/lib/citation.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

using Texts = std::vector<std::string>;

bool contains(const Texts& texts, const std::string& text) {
  return std::ranges::find(texts, text) != texts.end();
}

Texts editions_of(const FunctionSpecification& function) {
  Texts editions;
  for (const Edition edition : kEditions) {
    const std::string name(edition_name(edition));
    if (function.headings.contains(name)) editions.push_back(name);
  }
  return editions;
}

std::vector<SignatureView> signatures_of(const FunctionSpecification& function) {
  std::vector<SignatureView> views;
  for (const std::string& edition : editions_of(function)) {
    const auto signature = function.signatures.find(edition);
    if (signature == function.signatures.end()) continue;
    const std::string text = function.name + signature->second;
    const std::string& heading = function.headings.at(edition);
    const auto same = std::ranges::find_if(views, [&](const SignatureView& view) {
      return view.signature == text && view.heading == heading;
    });
    if (same == views.end()) {
      views.push_back({{edition}, text, heading});
    } else {
      same->editions.push_back(edition);
    }
  }
  return views;
}

std::string documents_text(const Clause& clause, const FunctionSpecification& function,
                           const std::string& edition) {
  std::string here = edition_text(clause, function, edition);
  if (!here.empty() || clause.sources.empty()) return here;
  Texts elsewhere;
  for (const Source& source : clause.sources) {
    if (!contains(elsewhere, source.edition)) elsewhere.push_back(source.edition);
  }
  return "as " + joined(elsewhere);
}

Texts remarks_on(const Clause& clause) {
  Texts remarks;
  if (!clause.raises.empty()) remarks.push_back("Error: " + joined(clause.raises, " or ") + ".");
  for (const auto& [edition, otherwise] : clause.differs) {
    remarks.push_back(edition + " says: " + otherwise);
  }
  return remarks;
}

}  // namespace

const BasisView* ClauseView::basis_in(const std::string& edition) const {
  const auto found = std::ranges::find(bases, edition, &BasisView::edition);
  return found == bases.end() ? nullptr : &*found;
}

ClauseView view_of(const Clause& clause, const FunctionSpecification& function,
                   const Specification& specification, const ClauseCases* cases) {
  ClauseView view{&clause, remarks_on(clause), {}, {}, checks_of(clause), {}, {}};
  const bool counted = cases != nullptr && &function != &specification.introduction;
  for (const Edition each : kEditions) {
    const std::string edition(edition_name(each));
    if (!contains(clause.editions, edition)) continue;
    BasisView& basis = view.bases.emplace_back(edition, documents_text(clause, function, edition),
                                               clause.decision, std::nullopt);
    if (counted) basis.cases = cases->count(clause.id, edition);
  }
  if (counted) view.globs = cases->globs(clause.id, clause.editions);
  for (const Reading& reading : function.readings) {
    if (reading.clause == clause.id) view.readings.push_back(&reading);
  }
  for (const Erratum& erratum : specification.errata) {
    if (contains(erratum.clauses, clause.id)) view.errata.push_back(&erratum);
  }
  return view;
}

FunctionView view_of(const FunctionSpecification& function, const Specification& specification,
                     const ClauseCases* cases) {
  FunctionView view{&function, editions_of(function), signatures_of(function), {}, {}, {}, {}};
  for (const Clause& clause : function.clauses) {
    view.clauses.push_back(view_of(clause, function, specification, cases));
  }
  for (const Decision& decision : specification.decisions) {
    const bool concerned = contains(decision.functions, function.name);
    const std::string open = concerned ? decision.unspecified() : "";
    if (!open.empty()) view.unspecified.push_back({decision.id, open});
    if (concerned || std::ranges::find(function.clauses, decision.id, &Clause::decision) !=
                         function.clauses.end()) {
      view.decisions.push_back(&decision);
    }
  }
  for (const Erratum& erratum : specification.errata) {
    if (contains(erratum.functions, function.name)) view.errata.push_back(&erratum);
  }
  return view;
}

std::string bases_text(const ClauseView& clause) {
  EditionTexts texts;
  for (const BasisView& basis : clause.bases) {
    Texts parts;
    for (const std::string& part : {basis.documents, basis.decision}) {
      if (!part.empty()) parts.push_back(part);
    }
    if (basis.cases) parts.push_back(count_of(*basis.cases, "case"));
    texts.emplace_back(basis.edition, joined(parts));
  }
  return by_edition(texts);
}

std::vector<Fact> facts_of(const Decision& decision) {
  return {{"Documents", decision.documents},
          {"Backends", decision.backends},
          {"Choice", decision.choice},
          {"Reason", decision.reason}};
}

std::vector<Fact> facts_of(const DocumentEdition& edition) {
  std::vector<Fact> facts;
  const auto add = [&](const std::string& name, const std::string& text) {
    if (!text.empty()) facts.push_back({name, text});
  };
  add("Documents", description(edition));
  add("Evidence", edition.dated);
  if (!edition.repository.empty()) {
    add("Similar page",
        edition.page_title + ", `" + edition.path + "` in `" + edition.repository + "`");
  }
  for (const char* part : {"backends", "switching", "settings", "code"}) {
    const auto heading = edition.sections.find(part);
    if (heading == edition.sections.end()) continue;
    std::string name = parts_text({edition.id, kIntroduction, {part}}, kIntroduction);
    name.front() = 'S';
    add(name, heading->second);
  }
  for (const Document& document : edition.documents) {
    Texts texts = {"`" + document.file + "`"};
    if (!document.form.empty()) texts.push_back(document.form);
    if (!document.sha256.empty()) texts.push_back("SHA-256 `" + document.sha256 + "`");
    add("Document", joined(texts));
  }
  return facts;
}

std::vector<Fact> basis_legend() {
  return {{"signature, summary, arguments, returns, raises, example",
           "this part of the entry, which the edition has under the heading of its signature"},
          {"NumPy code", "the NumPy implementation printed in that entry"},
          {"example of update", "this part of another entry"},
          {"section on switching of the introduction", "this section of the introduction"},
          {"as ko", "what ko says; this edition is silent"},
          {"D-001", "a decision"},
          {"returns, D-001",
           "the documents; the decision states what is unspecified, or which other answer is "
           "accepted"},
          {"(empty)", "it does not hold in this edition"}};
}

}  // namespace kassay
