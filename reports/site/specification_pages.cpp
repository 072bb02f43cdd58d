#include "reports/site/specification_pages.h"

#include <algorithm>
#include <ranges>
#include <set>

#include "reports/site/markup.h"
#include "reports/site/page.h"
#include "spec/lib/backend.h"
#include "spec/lib/citation.h"
#include "spec/lib/text.h"

namespace kassay::reports::site {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string readable(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

// The editions, the newest first, because it is the default.
Names edition_names() {
  Names names;
  for (const Edition edition : kEditions) names.emplace_back(edition_name(edition));
  return names;
}

class Pages {
 public:
  Pages(const Specification& specification, const SiteFile& write)
      : specification_(specification), write_(write) {}

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
    if (specification_.introduction.find_clause(id) != nullptr) {
      return link(specification_.introduction.name + ".html#" + id, code(id));
    }
    for (const FunctionSpecification& function : specification_.functions) {
      if (function.find_clause(id) != nullptr) {
        return link(function.name + ".html#" + id, code(id));
      }
    }
    return code(id);
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
      Names in;
      for (const std::string& edition : edition_names()) {
        if (function.signatures.contains(edition)) in.push_back(edition);
      }
      rows += row({function_link(function.name), prose(function.summary), text(joined(in)),
                   std::to_string(function.clauses.size())});
    }
    end_table();
    return html;
  }

  static std::string signatures(const FunctionSpecification& function) {
    std::string rows;
    for (const std::string& edition : edition_names()) {
      const auto signature = function.signatures.find(edition);
      const auto heading = function.headings.find(edition);
      rows += row({text(edition),
                   signature == function.signatures.end() ? "not in this edition"
                                                          : code(function.name + signature->second),
                   heading == function.headings.end() ? "" : code(heading->second)});
    }
    return table({"Edition", "Signature", "Heading in the documents"}, rows, "Signatures");
  }

  std::string clause_basis(const Clause& clause, const FunctionSpecification& function) const {
    Names bases;
    if (!clause.sources.empty()) {
      bases.push_back(link("editions.html", "Documents") + ": " +
                      text(sources_text(clause, function)));
    }
    if (!clause.decision.empty()) bases.push_back("Decision " + decision_link(clause.decision));
    return joined(bases);
  }

  std::string clause_rows(const FunctionSpecification& function) const {
    std::string rows;
    for (const Clause& clause : function.clauses) {
      std::string says = prose(clause.text);
      if (!clause.raises.empty()) {
        says += " " + element("span", "raises " + text(joined(clause.raises, " or ")), "tag");
      }
      for (const auto& [edition, otherwise] : clause.differs) {
        says += element("p", text(edition) + " says: " + prose(otherwise));
      }
      for (const std::string& check : checks_of(clause)) says += element("p", prose(check));
      rows += anchored("tr", clause.id,
                       element("th", code(clause.id)) + element("td", says) +
                           element("td", clause_basis(clause, function)) +
                           element("td", text(joined(clause.editions)))) +
              "\n";
    }
    return rows;
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
    std::string html =
        element("p", prose(function.summary), "lead") + "\n" +
        element("p", "Category " + link("index.html#" + function.category,
                                        text(readable(function.category)))) +
        "\n" + signatures(function) + element("h2", "Clauses") + "\n" +
        table({"Clause", "What must hold", "Why", "Editions"}, clause_rows(function), "Clauses");
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
    for (const Decision* decision : specification_.left_open(function.name)) {
      open.push_back(decision_link(decision->id) + " " + prose(decision->left_open()));
    }
    if (!open.empty()) {
      html += element("h2", "Left open") + "\n" + element("p", "No case tests this.") + "\n" +
              list(open);
    }
    for (const Decision& decision : specification_.decisions) {
      if (!contains(decision.functions, function.name)) continue;
      settled.push_back(decision_link(decision.id) + " " + prose(decision.title));
    }
    for (const Erratum& erratum : specification_.errata) {
      if (!contains(erratum.functions, function.name)) continue;
      slips.push_back(link("errata.html#" + erratum.id, code(erratum.id)) + " " +
                      prose(erratum.meant));
    }
    if (!settled.empty()) html += element("h2", "Decisions") + "\n" + list(settled);
    if (!slips.empty()) html += element("h2", "Errata") + "\n" + list(slips);
    return html;
  }

  // What stands before the functions; its clauses say how they are checked.
  std::string introduction() const {
    return element("p", prose(specification_.introduction.summary), "lead") + "\n" +
           table({"Clause", "What must hold", "Why", "Editions"},
                 clause_rows(specification_.introduction), "Clauses");
  }

  std::string decisions() const {
    std::string html =
        element("p", "How gaps and contradictions in the documents are settled, and why.");
    for (const Decision& decision : specification_.decisions) {
      std::string facts;
      const auto add = [&](const char* name, const std::string& value_html) {
        if (!value_html.empty()) facts += element("dt", name) + element("dd", value_html) + "\n";
      };
      add("Functions", function_links(decision.functions));
      add("The documents", prose(decision.documents));
      add("Backends", prose(decision.backends));
      add("Choice", prose(decision.choice));
      add("Reason", prose(decision.reason));
      html += anchored("section", decision.id,
                       element("h2", code(decision.id) + " " + prose(decision.title)) + "\n" +
                           element("dl", "\n" + facts)) +
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

  // What the documents of an edition are, and where a page like them is published.
  std::string documents(const std::string& name) const {
    const DocumentEdition* edition = specification_.find_edition(name);
    if (edition == nullptr) return element("p", "Its documents are not known.") + "\n";
    std::string rows;
    for (const Document& document : edition->documents) {
      rows += row({code(document.file), text(document.form), code(document.sha256)});
    }
    return element("p", text(description(*edition)) + ". " + prose(edition->dated)) + "\n" +
           element("p", "A page like this: " + text(edition->page_title) + ", " +
                            code(edition->path) + " in " + code(edition->repository) + ".") +
           "\n" + table({"Document", "Form", "SHA-256"}, rows, "Documents of " + name);
  }

  std::string editions() const {
    std::string html =
        element("p",
                "An edition is one dated version of the documents. Editions differ in functions, "
                "signatures, defaults and formulas; a run tests a backend against one of them.");
    for (const auto& edition : edition_names()) {
      Names missing;
      std::size_t count = 0;
      for (const FunctionSpecification& function : specification_.functions) {
        if (function.signatures.contains(edition)) {
          ++count;
        } else {
          missing.push_back(function_link(function.name));
        }
      }
      html += anchored("h2", edition, text(edition)) + "\n" + documents(edition) +
              element("p", std::to_string(count) + " functions.") + "\n";
      if (!missing.empty()) html += element("p", "Without " + joined(missing) + ".") + "\n";
    }
    std::string rows;
    for (const FunctionSpecification& function : specification_.functions) {
      std::set<std::string> distinct;
      Names cells = {function_link(function.name)};
      for (const auto& edition : edition_names()) {
        const auto signature = function.signatures.find(edition);
        const bool known = signature != function.signatures.end();
        if (known) distinct.insert(signature->second);
        cells.push_back(known ? code(signature->second) : "");
      }
      if (distinct.size() > 1) rows += row(cells);
    }
    Names headings = {"Function"};
    for (const auto& edition : edition_names()) headings.push_back(edition);
    return html + element("h2", "Signatures that differ") + "\n" +
           table(headings, rows, "Signatures that differ");
  }

  const Specification& specification_;
  const SiteFile& write_;
};

}  // namespace

void write_specification(const Specification& specification, const SiteFile& write) {
  Pages(specification, write).write_all();
}

}  // namespace kassay::reports::site
