#include "conformance/cli/specification_page.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/cli/markdown.h"
#include "spec/lib/backend.h"
#include "spec/lib/citation.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

constexpr char kIntroduction[] =
    R"(# The specification, clause by clause

Every function of the Keras backend API with every clause of its specification: what says it, in which edition of the documents, and
which cases test it. Then the decisions, by which silences and contradictions were settled, and the errata of the documents.

These pages are made of `spec/` and the golden vectors by `build/bin/kassay coverage --markdown --out docs/specification`; do not
edit them. [spec/README.md](../../spec/README.md) says how the specification is written.

)";

constexpr char kLegend[] =
    R"(
The tables of clauses have a column for each edition that has the function. A cell says what the clause rests on there, and how many
cases of tier core test it, each mode counted:

| cell | the clause rests on |
|---|---|
| signature, summary, arguments, returns, raises, example | this part of the entry, which the edition has under the heading that stands above the table |
| NumPy code | the NumPy implementation printed in that entry |
| example of update | this part of another entry |
| section on switching of the introduction | this section of what stands before the functions |
| as ko | what ko says; this edition is silent |
| D-001 | a decision |
| returns, D-001 | the documents; the decision says what they leave open of it, or which other answer is accepted |
| (empty) | it does not hold in this edition |

The last column runs cases of the clause: `build/bin/kassay run --backend reference --edition ko 'elementwise/sqrt/*/nan,*'`. A reading is
one way to understand a clause: the suite catches a wrong one, and lets an accepted one pass. What is left open of a function, no case tests.

)";

constexpr char kDecisionsIntroduction[] =
    R"(# Decisions

How silences, errata and contradictions of the documents were settled. Those about the functions of one category stand on its page, all
others below.

)";

constexpr char kErrataIntroduction[] =
    R"(# Errata

Slips of the documents by edition. What has neither clause nor decision has no effect on what is tested.
)";

constexpr char kContents[] = "README.md";
constexpr char kDecisions[] = "decisions.md";
constexpr char kErrata[] = "errata.md";
constexpr char kIntroductionPage[] = "introduction.md";

constexpr char kIntroductionHead[] =
    R"(# Introduction

What stands before the functions in the documents. These clauses speak of Keras's start and of what makes a module a backend, so no case
of a function tests them as such. The last column says what does: a test of the Python adapter, which finds and loads a module as Keras
does (`conformance/adapters/python/tests/test_introduction.py`, in which the test of `introduction.no-file` is `test_no_file`); the cases
of other clauses; or nothing, and why. [The specification](README.md) says how to read the columns of the editions.

)";

using Names = std::vector<std::string>;

std::string page_of(const FunctionSpecification& function) { return function.category + ".md"; }

// The page of the category to which all its functions belong, or that of decisions.
std::string page_of(const Decision& decision, const Specification& specification) {
  std::string page;
  for (const std::string& name : decision.functions) {
    const FunctionSpecification* function = specification.find(name);
    if (function == nullptr) return kDecisions;
    if (!page.empty() && page != page_of(*function)) return kDecisions;
    page = page_of(*function);
  }
  return page.empty() ? kDecisions : page;
}

// The targets of the links of one page.
class Links {
 public:
  Links(const Specification& specification, std::string page)
      : specification_(specification), page_(std::move(page)) {}

  std::string function(const std::string& name) const {
    const FunctionSpecification* function = specification_.find(name);
    return function == nullptr ? code(name) : link_to(name, page_of(*function));
  }
  std::string functions(const Names& names) const {
    Names links;
    for (const std::string& name : names) links.push_back(function(name));
    return links.empty() ? "general" : joined(links);
  }
  std::string decision(const std::string& id) const {
    const Decision* decision = specification_.find_decision(id);
    return decision == nullptr ? id : link_to(id, page_of(*decision, specification_));
  }

 private:
  std::string link_to(const std::string& name, const std::string& page) const {
    return link(name, name, page == page_ ? "" : page);
  }

  const Specification& specification_;
  std::string page_;
};

void add_documents(std::string& page, const Specification& specification) {
  page += table_head({"edition", "language", "of", "Keras", "what tells it", "a page like this"});
  for (const DocumentEdition& edition : specification.editions) {
    page += table_row({edition.id, markdown(edition.language), markdown(edition.period),
                       markdown(edition.version), markdown(edition.dated),
                       markdown(edition.page_title) + ", " + code(edition.path) + " in " +
                           code(edition.repository)});
  }
  page += "\n" + table_head({"edition", "section on backends", "on switching", "on keras.json",
                             "on new code"});
  for (const DocumentEdition& edition : specification.editions) {
    Names row = {edition.id};
    for (const char* part : {"backends", "switching", "settings", "code"}) {
      const auto heading = edition.sections.find(part);
      row.push_back(heading == edition.sections.end() ? "" : markdown(heading->second));
    }
    page += table_row(row);
  }
  page += "\n" + table_head({"edition", "document", "form", "SHA-256"});
  for (const DocumentEdition& edition : specification.editions) {
    for (const Document& document : edition.documents) {
      page += table_row(
          {edition.id, code(document.file), markdown(document.form), code(document.sha256)});
    }
  }
}

void add_contents(std::string& page, const Specification& specification) {
  const Links links(specification, kContents);
  page += "## Contents\n";
  if (!specification.introduction.clauses.empty()) {
    page += std::string("\n* [introduction](") + kIntroductionPage + ")";
  }
  std::string category;
  for (const FunctionSpecification& function : specification.functions) {
    if (function.category != category) {
      category = function.category;
      page += "\n* [" + category + "](" + page_of(function) + "): ";
    } else {
      page += ", ";
    }
    page += links.function(function.name);
  }
  page += std::string("\n* [Decisions](") + kDecisions + ")\n* [Errata](" + kErrata + ")\n";
}

// What the documents say of a clause, seen from an edition in which it holds.
std::string documents_text(const Clause& clause, const FunctionSpecification& function,
                           const std::string& edition) {
  const std::string here = edition_text(clause, function, edition);
  if (!here.empty()) return here;
  Names elsewhere;
  for (const Source& source : clause.sources) {
    if (elsewhere.empty() || elsewhere.back() != source.edition) {
      elsewhere.push_back(source.edition);
    }
  }
  return "as " + joined(elsewhere);
}

// The source of a clause in such an edition, and the decision that stands with it.
std::string source_text(const Clause& clause, const FunctionSpecification& function,
                        const std::string& edition, const Links& links) {
  Names texts;
  if (!clause.sources.empty()) texts.push_back(documents_text(clause, function, edition));
  if (!clause.decision.empty()) texts.push_back(links.decision(clause.decision));
  return joined(texts);
}

std::string clause_cell(const Clause& clause, const FunctionSpecification& function,
                        const std::string& edition, const compare::ClauseCases& cases,
                        const Links& links) {
  if (std::ranges::find(clause.editions, edition) == clause.editions.end()) return "";
  const int count = cases.count(clause.id, edition);
  return source_text(clause, function, edition, links) + " · " +
         (count == 0 ? "**no case**" : std::to_string(count));
}

Names editions_of(const FunctionSpecification& function) {
  Names editions;
  for (const Edition edition : kEditions) {
    const std::string name(edition_name(edition));
    if (function.headings.contains(name)) editions.push_back(name);
  }
  return editions;
}

// One line for all editions that share a signature and a heading.
void add_signatures(std::string& page, const FunctionSpecification& function) {
  std::vector<std::pair<std::string, Names>> lines;
  for (const std::string& edition : editions_of(function)) {
    const auto heading = function.headings.find(edition);
    std::string text = code(function.name + function.signatures.at(edition));
    text += ", heading " + code(heading == function.headings.end() ? "" : heading->second);
    const auto same = std::ranges::find(lines, text, &std::pair<std::string, Names>::first);
    if (same == lines.end()) {
      lines.push_back({text, {edition}});
    } else {
      same->second.push_back(edition);
    }
  }
  for (const auto& [text, editions] : lines) page += "* " + joined(editions) + ": " + text + "\n";
}

// The text of a clause, the errors that it names, and what an edition says otherwise.
std::string clause_text(const Clause& clause) {
  std::string text = code(clause.id) + " " + markdown(clause.text);
  if (!clause.raises.empty()) text += " Error: " + joined(clause.raises) + ".";
  for (const auto& [edition, otherwise] : clause.differs) {
    text += " (" + edition + " says: " + markdown(otherwise) + ")";
  }
  return text;
}

void add_clauses(std::string& page, const FunctionSpecification& function,
                 const compare::ClauseCases& cases, const Links& links) {
  const Names editions = editions_of(function);
  Names heads = {"clause"};
  heads.insert(heads.end(), editions.begin(), editions.end());
  heads.emplace_back("cases");
  page += "\n" + table_head(heads);
  for (const Clause& clause : function.clauses) {
    Names row = {clause_text(clause)};
    for (const std::string& edition : editions) {
      row.push_back(clause_cell(clause, function, edition, cases, links));
    }
    Names globs;
    for (const std::string& glob : cases.globs(clause.id, clause.editions)) {
      globs.push_back(code(glob));
    }
    row.push_back(joined(globs, " "));
    page += table_row(row);
  }
}

void add_readings(std::string& page, const FunctionSpecification& function) {
  if (function.readings.empty()) return;
  page += "\n" + table_head({"reading", "verdict", "of", "what it takes the clause for"});
  for (const Reading& reading : function.readings) {
    page += table_row(
        {code(reading.id), reading.verdict, code(reading.clause), markdown(reading.text)});
  }
}

// What no case tests.
void add_left_open(std::string& page, const Specification& specification,
                   const FunctionSpecification& function, const Links& links) {
  const std::vector<const Decision*> decisions = specification.left_open(function.name);
  if (decisions.empty()) return;
  page += "\nLeft open:\n\n";
  for (const Decision* decision : decisions) {
    page += "* " + links.decision(decision->id) + ": " + markdown(decision->left_open()) + "\n";
  }
}

void add_function(std::string& page, const Specification& specification,
                  const FunctionSpecification& function, const compare::ClauseCases& cases,
                  const Links& links) {
  page += "\n## " + function.name + "\n\n" + markdown(function.summary) + "\n\n";
  add_signatures(page, function);
  add_clauses(page, function, cases, links);
  add_readings(page, function);
  add_left_open(page, specification, function, links);
}

void add_decision(std::string& page, const Decision& decision, const Links& links) {
  page += "\n### " + decision.id + "\n\n**" + markdown(decision.title) + "** (" +
          links.functions(decision.functions) + ")\n\n";
  page += "* Documents: " + markdown(decision.documents) + "\n";
  page += "* Backends: " + markdown(decision.backends) + "\n";
  page += "* Choice: " + markdown(decision.choice) + "\n";
  page += "* Reason: " + markdown(decision.reason) + "\n";
}

// The decisions on the page `name`, if it has any.
void add_decisions(std::string& page, const Specification& specification, const std::string& name) {
  const Links links(specification, name);
  std::string text;
  for (const Decision& decision : specification.decisions) {
    if (page_of(decision, specification) == name) add_decision(text, decision, links);
  }
  if (!text.empty()) page += "\n## Decisions\n" + text;
}

std::string contents_page(const Specification& specification) {
  std::string page = kIntroduction;
  add_documents(page, specification);
  page += kLegend;
  add_contents(page, specification);
  return page;
}

std::string introduction_page(const Specification& specification) {
  const FunctionSpecification& introduction = specification.introduction;
  const Links links(specification, kIntroductionPage);
  const Names editions = editions_of(introduction);
  Names heads = {"clause"};
  heads.insert(heads.end(), editions.begin(), editions.end());
  heads.emplace_back("how it is checked");
  std::string page = kIntroductionHead + markdown(introduction.summary) + "\n\n";
  page += table_head(heads);
  for (const Clause& clause : introduction.clauses) {
    Names row = {clause_text(clause)};
    for (const std::string& edition : editions) {
      const bool holds = std::ranges::find(clause.editions, edition) != clause.editions.end();
      row.push_back(holds ? source_text(clause, introduction, edition, links) : "");
    }
    Names checks;
    for (const std::string& text : checks_of(clause)) checks.push_back(markdown(text));
    row.push_back(joined(checks, " "));
    page += table_row(row);
  }
  return page;
}

std::string category_heading(const FunctionSpecification& function) {
  return "# Category: " + function.category + "\n\n[The specification](" + kContents +
         ") says how to read this page, and has the other categories.\n";
}

std::string decisions_page(const Specification& specification) {
  const Links links(specification, kDecisions);
  std::string page = kDecisionsIntroduction;
  page += table_head({"decision", "about", "functions"});
  for (const Decision& decision : specification.decisions) {
    page += table_row({links.decision(decision.id), markdown(decision.title),
                       links.functions(decision.functions)});
  }
  add_decisions(page, specification, kDecisions);
  return page;
}

std::string errata_page(const Specification& specification) {
  const Links links(specification, kErrata);
  std::string page = kErrataIntroduction;
  for (const Edition edition : kEditions) {
    const std::string name(edition_name(edition));
    page += "\n## Errata of " + name + "\n\n" +
            table_head({"erratum", "functions", "what stands there", "what is meant", "see"});
    for (const Erratum& erratum : specification.errata) {
      if (std::ranges::find(erratum.editions, name) == erratum.editions.end()) continue;
      Names settled;
      for (const std::string& clause : erratum.clauses) settled.push_back(code(clause));
      for (const std::string& decision : erratum.decisions) {
        settled.push_back(links.decision(decision));
      }
      page += table_row({erratum.id, links.functions(erratum.functions), markdown(erratum.printed),
                         markdown(erratum.meant), joined(settled)});
    }
  }
  return page;
}

}  // namespace

std::map<std::string, std::string> specification_pages(const Specification& specification,
                                                       const compare::ClauseCases& cases) {
  std::map<std::string, std::string> pages;
  pages[kContents] = contents_page(specification);
  pages[kDecisions] = decisions_page(specification);
  pages[kErrata] = errata_page(specification);
  if (!specification.introduction.clauses.empty()) {
    pages[kIntroductionPage] = introduction_page(specification);
  }
  Names categories;
  for (const FunctionSpecification& function : specification.functions) {
    const std::string name = page_of(function);
    std::string& page = pages[name];
    if (page.empty()) {
      page = category_heading(function);
      categories.push_back(name);
    }
    add_function(page, specification, function, cases, Links(specification, name));
  }
  for (const std::string& name : categories) add_decisions(pages[name], specification, name);
  return pages;
}

}  // namespace kassay::cli
