#include "conformance/cli/specification_page.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/cli/markdown.h"
#include "spec/lib/backend.h"
#include "spec/lib/specification_view.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

constexpr char kIntroduction[] =
    R"(# The specification, clause by clause

Every function of the Keras backend API with every clause of its specification: what says it, in which edition of the documents, and
which cases test it. Then the decisions, by which silences and contradictions were settled, and the errata of the documents.

`kassay coverage --markdown --out DIR` writes these pages from the golden vectors. `kassay report --site DIR` has the same as a site, and
`kassay list clauses FUNCTION` prints it.
)";

constexpr char kLegend[] =
    R"(
The tables of clauses have a column for each edition that has the function. A cell says what the clause rests on there, and how many
cases of tier core test it, each mode counted:

)";

constexpr char kReading[] =
    R"(
The last column runs cases of the clause: `kassay run --backend reference --edition ko 'elementwise/sqrt/*/nan,*'`. A reading is
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

void add_facts(std::string& page, const std::vector<Fact>& facts) {
  for (const auto& [name, text] : facts) {
    page += "* " + markdown(name) + ": " + markdown(text) + "\n";
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

std::string clause_cell(const BasisView* basis, const Links& links) {
  if (basis == nullptr) return "";
  Names texts;
  if (!basis->documents.empty()) texts.push_back(basis->documents);
  if (!basis->decision.empty()) texts.push_back(links.decision(basis->decision));
  const std::string text = joined(texts);
  if (!basis->cases) return text;
  return text + " · " + (*basis->cases == 0 ? "**no case**" : std::to_string(*basis->cases));
}

std::string clause_text(const ClauseView& view) {
  std::string text = code(view.clause->id) + " " + markdown(view.clause->text);
  for (const std::string& remark : view.remarks) text += " (" + markdown(remark) + ")";
  return text;
}

// The last column says how the clauses are tested.
void add_clauses(std::string& page, const FunctionView& view, const std::string& last,
                 const Links& links) {
  Names heads = {"clause"};
  heads.insert(heads.end(), view.editions.begin(), view.editions.end());
  heads.push_back(last);
  page += "\n" + table_head(heads);
  for (const ClauseView& clause : view.clauses) {
    Names row = {clause_text(clause)};
    for (const std::string& edition : view.editions) {
      row.push_back(clause_cell(clause.basis_in(edition), links));
    }
    Names tests;
    for (const std::string& glob : clause.globs) tests.push_back(code(glob));
    for (const std::string& check : clause.checks) tests.push_back(markdown(check));
    row.push_back(joined(tests, " "));
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

void add_function(std::string& page, const FunctionView& view, const Links& links) {
  page += "\n## " + view.function->name + "\n\n" + markdown(view.function->summary) + "\n\n";
  for (const SignatureView& line : view.signatures) {
    page += "* " + joined(line.editions) + ": " + code(line.signature) + ", heading " +
            code(line.heading) + "\n";
  }
  add_clauses(page, view, "cases", links);
  add_readings(page, *view.function);
  if (view.left_open.empty()) return;
  page += "\nLeft open:\n\n";
  for (const auto& [decision, text] : view.left_open) {
    page += "* " + links.decision(decision) + ": " + markdown(text) + "\n";
  }
}

void add_decision(std::string& page, const Decision& decision, const Links& links) {
  page += "\n### " + decision.id + "\n\n**" + markdown(decision.title) + "** (" +
          links.functions(decision.functions) + ")\n\n";
  add_facts(page, facts_of(decision));
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
  for (const DocumentEdition& edition : specification.editions) {
    page += "\n## Edition " + edition.id + "\n\n";
    add_facts(page, facts_of(edition));
  }
  page += kLegend + table_head({"cell", "the clause rests on"});
  for (const auto& [cell, meaning] : basis_legend()) page += table_row({cell, meaning});
  page += kReading;
  add_contents(page, specification);
  return page;
}

std::string introduction_page(const Specification& specification) {
  std::string page = kIntroductionHead + markdown(specification.introduction.summary) + "\n";
  add_clauses(page, view_of(specification.introduction, specification), "how it is checked",
              Links(specification, kIntroductionPage));
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
                                                       const ClauseCases& cases) {
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
    add_function(page, view_of(function, specification, &cases), Links(specification, name));
  }
  for (const std::string& name : categories) add_decisions(pages[name], specification, name);
  return pages;
}

}  // namespace kassay::cli
