#include "reports/site/specification_pages.h"

#include <algorithm>
#include <ranges>

#include "reports/site/markup.h"
#include "reports/site/page.h"
#include "spec/lib/backend.h"
#include "spec/lib/specification_view.h"
#include "spec/lib/text.h"

namespace kassay::reports::site {
namespace {

using Names = std::vector<std::string>;

std::string readable(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string facts(const std::vector<Fact>& facts) {
  std::string html;
  for (const auto& [name, text] : facts) {
    if (!text.empty()) html += element("dt", prose(name)) + element("dd", prose(text)) + "\n";
  }
  return element("dl", "\n" + html) + "\n";
}

class Pages {
 public:
  Pages(const Specification& specification, const ClauseCases& cases, const SiteFile& write)
      : specification_(specification), cases_(cases), write_(write) {}

  void write_all() const {
    write("index", "Functions", index());
    for (const FunctionSpecification& function : specification_.functions) {
      write(function.name, function.name, function_page(function));
    }
    if (!specification_.introduction.clauses.empty()) {
      write(specification_.introduction.name, "Introduction", introduction());
    }
    write("decisions", "Decisions", decisions());
    write("errata", "Errata", errata());
    write("editions", "Editions", editions());
  }

 private:
  void write(const std::string& stem, const std::string& title, const std::string& html) const {
    write_("specification/" + stem + ".html", page_text({title, "../", html}));
  }

  std::string function_link(const std::string& name) const {
    return specification_.find(name) == nullptr ? code(name) : link(name + ".html", code(name));
  }

  std::string function_links(const Names& names) const {
    Names links;
    for (const std::string& name : names) links.push_back(function_link(name));
    return joined(links);
  }

  std::string decision_link(const std::string& id) const {
    return specification_.find_decision(id) == nullptr ? code(id)
                                                       : link("decisions.html#" + id, code(id));
  }

  // To a clause of any function, or of the introduction.
  std::string clause_link(const std::string& id) const {
    const FunctionSpecification* owner = specification_.owner_of(id);
    return owner == nullptr ? code(id) : link(owner->name + ".html#" + id, code(id));
  }

  std::string index() const {
    std::size_t clauses = 0;
    for (const FunctionSpecification& function : specification_.functions) {
      clauses += function.clauses.size();
    }
    std::string html = element(
        "p", "The Keras backend API, " + std::to_string(specification_.functions.size()) +
                 " functions in " + std::to_string(clauses) +
                 " clauses. Every clause has its source in the documents or a decision, and cases "
                 "that test it. Specification " +
                 code(specification_.hash.substr(0, 12)) + ".");
    if (const std::size_t count = specification_.introduction.clauses.size(); count > 0) {
      html += element("p", link(specification_.introduction.name + ".html",
                                count_of(static_cast<std::int64_t>(count), "clause") +
                                    " of the introduction") +
                               ": what a backend is, and how Keras finds one.") +
              "\n";
    }
    std::string category;
    std::string rows;
    const auto end_table = [&] {
      if (!rows.empty()) {
        html += table({"Function", "What it is", "Editions", "Clauses"}, rows, readable(category));
      }
      rows.clear();
    };
    for (const FunctionSpecification& function : specification_.functions) {
      if (function.category != category) {
        end_table();
        category = function.category;
        html += anchored("h2", category, text(readable(category))) + "\n";
      }
      rows += row({function_link(function.name), prose(function.summary),
                   text(joined(view_of(function, specification_).editions)),
                   std::to_string(function.clauses.size())});
    }
    end_table();
    return html + how_to_read();
  }

  static std::string how_to_read() {
    std::string rows;
    for (const auto& [cell, meaning] : basis_legend()) rows += row({text(cell), text(meaning)});
    return anchored("h2", "how-to-read", "How to read the clauses") + "\n" +
           element("p",
                   "The tables of clauses have a column for each edition that has the function. A "
                   "cell says what the clause rests on there, and how many cases of tier core test "
                   "it, each mode counted.") +
           "\n" + table({"Cell", "The clause rests on"}, rows, "How to read the clauses") +
           element("p", "The last column runs cases of the clause: " +
                            code("kassay run --backend BACKEND 'elementwise/sqrt/*/nan,*'") + ".") +
           "\n";
  }

  static std::string signatures(const FunctionView& view) {
    std::string rows;
    for (const SignatureView& line : view.signatures) {
      rows += row({text(joined(line.editions)), code(line.signature), code(line.heading)});
    }
    return table({"Editions", "Signature", "Heading in the documents"}, rows, "Signatures");
  }

  std::string basis_cell(const BasisView* basis) const {
    if (basis == nullptr) return "";
    Names parts;
    if (!basis->documents.empty()) parts.push_back(text(basis->documents));
    if (!basis->decision.empty()) parts.push_back(decision_link(basis->decision));
    const std::string html = joined(parts);
    if (!basis->cases) return html;
    return html + " ·&nbsp;" +
           (*basis->cases == 0 ? element("span", "no case", "bad") : std::to_string(*basis->cases));
  }

  // The last column says how the clauses are tested.
  std::string clauses(const FunctionView& view, const std::string& last) const {
    Names headings = {"Clause", "What must hold"};
    headings.insert(headings.end(), view.editions.begin(), view.editions.end());
    headings.push_back(last);
    std::string rows;
    for (const ClauseView& clause : view.clauses) {
      std::string says = prose(clause.clause->text);
      for (const std::string& remark : clause.remarks) says += element("p", prose(remark));
      std::string cells = element("th", code(clause.clause->id)) + element("td", says);
      for (const std::string& edition : view.editions) {
        cells += element("td", basis_cell(clause.basis_in(edition)));
      }
      std::string tests;
      for (const std::string& glob : clause.globs) tests += element("p", code(glob));
      for (const std::string& check : clause.checks) tests += element("p", prose(check));
      rows += anchored("tr", clause.clause->id, cells + element("td", tests)) + "\n";
    }
    return element("h2", "Clauses") + "\n" +
           element("p", link("index.html#how-to-read", "How to read this table")) + "\n" +
           table(headings, rows, "Clauses");
  }

  std::string reading_rows(const FunctionSpecification& function) const {
    std::string rows;
    for (const Reading& reading : function.readings) {
      rows +=
          anchored("tr", "reading-" + reading.id,
                   element("th", code(reading.id)) +
                       element("td", element("span", text(reading.verdict),
                                             reading.verdict == "wrong" ? "wrong" : "accepted")) +
                       element("td", prose(reading.text)) +
                       element("td", clause_link(reading.clause))) +
          "\n";
    }
    return rows;
  }

  std::string function_page(const FunctionSpecification& function) const {
    const FunctionView view = view_of(function, specification_, &cases_);
    std::string html = element("p", prose(function.summary), "lead") + "\n" +
                       element("p", "Category " + link("index.html#" + function.category,
                                                       text(readable(function.category)))) +
                       "\n" + signatures(view) + clauses(view, "Cases");
    if (!function.readings.empty()) {
      html += element("h2", "Readings") + "\n" +
              element("p",
                      "Ways to understand a clause. The suite catches a wrong one, and lets an "
                      "accepted one pass.") +
              "\n" +
              table({"Reading", "Verdict", "How it reads the clause", "Clause"},
                    reading_rows(function), "Readings");
    }
    Names settled, slips, open;
    for (const auto& [decision, text] : view.left_open) {
      open.push_back(decision_link(decision) + " " + prose(text));
    }
    if (!open.empty()) {
      html += element("h2", "Left open") + "\n" + element("p", "No case tests this.") + "\n" +
              list(open);
    }
    for (const Decision* decision : view.decisions) {
      settled.push_back(decision_link(decision->id) + " " + prose(decision->title));
    }
    for (const Erratum* erratum : view.errata) {
      slips.push_back(link("errata.html#" + erratum->id, code(erratum->id)) + " " +
                      prose(erratum->meant));
    }
    if (!settled.empty()) html += element("h2", "Decisions") + "\n" + list(settled);
    if (!slips.empty()) html += element("h2", "Errata") + "\n" + list(slips);
    return html;
  }

  // What stands before the functions; its clauses say how they are checked.
  std::string introduction() const {
    return element("p", prose(specification_.introduction.summary), "lead") + "\n" +
           clauses(view_of(specification_.introduction, specification_), "How it is checked");
  }

  std::string decisions() const {
    std::string html =
        element("p", "How gaps and contradictions in the documents are settled, and why.");
    for (const Decision& decision : specification_.decisions) {
      html += anchored("section", decision.id,
                       element("h2", code(decision.id) + " " + prose(decision.title)) + "\n" +
                           element("p", decision.functions.empty()
                                            ? "General"
                                            : function_links(decision.functions)) +
                           "\n" + facts(facts_of(decision))) +
              "\n";
    }
    return html;
  }

  std::string errata() const {
    std::string rows;
    for (const Erratum& erratum : specification_.errata) {
      Names settled;
      for (const std::string& clause : erratum.clauses) settled.push_back(clause_link(clause));
      for (const std::string& decision : erratum.decisions) {
        settled.push_back(decision_link(decision));
      }
      rows +=
          anchored("tr", erratum.id,
                   element("th", code(erratum.id)) + element("td", text(joined(erratum.editions))) +
                       element("td", function_links(erratum.functions)) +
                       element("td", prose(erratum.printed)) + element("td", prose(erratum.meant)) +
                       element("td", joined(settled))) +
          "\n";
    }
    return element("p",
                   "Slips in the documents, and what is meant. A slip that nothing settles has no "
                   "effect on the tests.") +
           "\n" +
           table({"Erratum", "Editions", "Functions", "What is printed", "What is meant",
                  "Settled by"},
                 rows, "Errata");
  }

  std::string editions() const {
    std::string html =
        element("p",
                "An edition is one dated version of the documents. Editions differ in functions, "
                "signatures, defaults and formulas; a run tests a backend against one of them.");
    Names headings = {"Function"};
    for (const DocumentEdition& edition : specification_.editions) {
      headings.push_back(edition.id);
      Names missing;
      for (const FunctionSpecification& function : specification_.functions) {
        if (!function.signatures.contains(edition.id)) {
          missing.push_back(function_link(function.name));
        }
      }
      html +=
          anchored("h2", edition.id, text(edition.id)) + "\n" + facts(facts_of(edition)) +
          element("p", std::to_string(specification_.functions_in(edition.id)) + " functions.") +
          "\n";
      if (!missing.empty()) html += element("p", "Without " + joined(missing) + ".") + "\n";
    }
    std::string rows;
    for (const FunctionSpecification& function : specification_.functions) {
      const std::vector<SignatureView> lines = view_of(function, specification_).signatures;
      const bool same = std::ranges::all_of(lines, [&](const SignatureView& line) {
        return line.signature == lines.front().signature;
      });
      if (same) continue;
      Names cells = {function_link(function.name)};
      for (const DocumentEdition& edition : specification_.editions) {
        const auto signature = function.signatures.find(edition.id);
        cells.push_back(signature == function.signatures.end() ? "" : code(signature->second));
      }
      rows += row(cells);
    }
    return html + element("h2", "Signatures that differ") + "\n" +
           table(headings, rows, "Signatures that differ");
  }

  const Specification& specification_;
  const ClauseCases& cases_;
  const SiteFile& write_;
};

}  // namespace

void write_specification(const Specification& specification, const ClauseCases& cases,
                         const SiteFile& write) {
  Pages(specification, cases, write).write_all();
}

}  // namespace kassay::reports::site
