// What the specification tells its readers, put together once: the pages in Markdown, the site,
// `kassay list` and `kassay explain` only format it. A view points into the specification, which
// must outlive it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/lib/clause_cases.h"
#include "spec/lib/specification.h"

namespace kassay {

struct Fact {
  std::string name;  // "Backends"
  std::string text;
};

// Editions that share a signature and a heading.
struct SignatureView {
  std::vector<std::string> editions;
  std::string signature;  // "softmax(x, axis=-1)"
  std::string heading;    // of the entry in the documents
};

// What a clause rests on in an edition in which it holds.
struct BasisView {
  std::string edition;
  std::string documents;     // "summary, NumPy code"; "as ko" where the edition is silent; or empty
  std::string decision;      // its id, or empty
  std::optional<int> cases;  // that test the clause there, each mode counted; none if not counted
};

struct ClauseView {
  const Clause* clause;
  std::vector<std::string> remarks;  // the errors, and what an edition says otherwise
  std::vector<BasisView> bases;
  std::vector<std::string> globs;   // that run cases of the clause
  std::vector<std::string> checks;  // of a clause of the introduction, which has no cases
  std::vector<const Reading*> readings;
  std::vector<const Erratum*> errata;

  const BasisView* basis_in(const std::string& edition) const;
};

struct FunctionView {
  const FunctionSpecification* function;
  std::vector<std::string> editions;
  std::vector<SignatureView> signatures;
  std::vector<ClauseView> clauses;
  std::vector<Fact> unspecified;  // what no case tests, by the id of the decision
  std::vector<const Decision*> decisions;
  std::vector<const Erratum*> errata;
};

// Without cases nothing is counted.
ClauseView view_of(const Clause& clause, const FunctionSpecification& function,
                   const Specification& specification, const ClauseCases* cases = nullptr);
// Of a function, or of the introduction.
FunctionView view_of(const FunctionSpecification& function, const Specification& specification,
                     const ClauseCases* cases = nullptr);

// "ko, zh: returns, D-001, 12 cases; ja: as ko, D-001, 8 cases".
std::string bases_text(const ClauseView& clause);

// Documents, backends, choice and reason.
std::vector<Fact> facts_of(const Decision& decision);
// What its documents are, how that is known, and the headings of their introduction.
std::vector<Fact> facts_of(const DocumentEdition& edition);

// What BasisView::documents may say, and what it means.
std::vector<Fact> basis_legend();

}  // namespace kassay
