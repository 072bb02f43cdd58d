// The specification arranged for readers. The pages in Markdown, the site, `kassay list` and
// `kassay explain` only format it. A view points into the specification, which must outlive it.
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

// The source of a clause in an edition where it holds.
struct BasisView {
  std::string edition;
  std::string documents;  // "summary, NumPy code"; "as ko" where the edition is silent; or empty
  std::string decision;   // its id, or empty
  std::optional<int>
      cases;  // of the clause in the edition, each mode counted; absent if not counted
};

struct ClauseView {
  const Clause* clause;
  std::vector<std::string> remarks;  // errors, and differences between editions
  std::vector<BasisView> bases;
  std::vector<std::string> globs;   // that run cases of the clause
  std::vector<std::string> checks;  // only for clauses of the introduction, which have no cases
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

// Without cases, counts are absent.
ClauseView view_of(const Clause& clause, const FunctionSpecification& function,
                   const Specification& specification, const ClauseCases* cases = nullptr);
// Of a function, or of the introduction.
FunctionView view_of(const FunctionSpecification& function, const Specification& specification,
                     const ClauseCases* cases = nullptr);

// "ko, zh: returns, D-001, 12 cases; ja: as ko, D-001, 8 cases".
std::string bases_text(const ClauseView& clause);

// Documents, backends, choice and reason.
std::vector<Fact> facts_of(const Decision& decision);
// Its documents, how they are dated, and the headings of their introduction.
std::vector<Fact> facts_of(const DocumentEdition& edition);

// The forms of BasisView::documents, and their meaning.
std::vector<Fact> basis_legend();

}  // namespace kassay
