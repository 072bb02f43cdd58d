#include "reports/specification/pages.h"

#include <algorithm>
#include <utility>

#include "spec/lib/specification_view.h"
#include "spec/lib/text.h"

namespace kassay::reports {
namespace {

using Texts = std::vector<std::string>;
using Rows = std::vector<TableRow>;

constexpr char kIndex[] = "index";
constexpr char kDecisions[] = "decisions";
constexpr char kErrata[] = "errata";
constexpr char kHowToRead[] = "how-to-read";

std::string readable(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

class Pages {
 public:
  Pages(const Specification& specification, const ClauseCases& cases, const Format& format)
      : specification_(specification), cases_(cases), format_(format) {}

  std::map<std::string, std::string> all() {
    add(kIndex, "Functions", index());
    for (const FunctionSpecification& function : specification_.functions) {
      add(function.name, function.name, function_page(function));
    }
    if (!specification_.introduction.clauses.empty()) {
      add(specification_.introduction.name, "Introduction", introduction());
    }
    add(kDecisions, "Decisions", decisions());
    add(kErrata, "Errata", errata());
    add("editions", "Editions", editions());
    return std::move(pages_);
  }

 private:
  void add(const std::string& page, const std::string& title, const std::string& text) {
    pages_[format_.file(page)] = format_.page(title, text);
  }

  std::string words(const std::string& words) const { return format_.words(words); }
  std::string code(const std::string& words) const { return format_.code(words); }
  std::string paragraph(const std::string& text) const { return format_.paragraph(text); }

  std::string function_link(const std::string& name) const {
    return specification_.find(name) == nullptr ? code(name) : format_.link(name, "", code(name));
  }
  std::string function_links(const Texts& names) const {
    Texts links;
    for (const std::string& name : names) links.push_back(function_link(name));
    return joined(links);
  }
  std::string decision_link(const std::string& id) const {
    return specification_.find_decision(id) == nullptr ? code(id)
                                                       : format_.link(kDecisions, id, code(id));
  }
  // To a clause of any function, or of the introduction.
  std::string clause_link(const std::string& id) const {
    const FunctionSpecification* owner = specification_.owner_of(id);
    return owner == nullptr ? code(id) : format_.link(owner->name, id, code(id));
  }

  std::string facts(const std::vector<Fact>& facts) const {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& [name, text] : facts) {
      if (!text.empty()) texts.emplace_back(words(name), words(text));
    }
    return format_.facts(texts);
  }

  std::string index() const {
    std::size_t clauses = 0;
    std::vector<std::pair<std::string, Rows>> categories;
    for (const FunctionSpecification& function : specification_.functions) {
      clauses += function.clauses.size();
      if (categories.empty() || categories.back().first != function.category) {
        categories.push_back({function.category, {}});
      }
      categories.back().second.push_back({"",
                                          {function_link(function.name), words(function.summary),
                                           joined(view_of(function, specification_).editions),
                                           std::to_string(function.clauses.size())}});
    }
    std::string text = paragraph(
        "The Keras backend API, " + std::to_string(specification_.functions.size()) +
        " functions in " + std::to_string(clauses) +
        " clauses. Every clause has its source in the documents or a decision, and cases that test "
        "it. Specification " +
        code(specification_.hash.substr(0, 12)) + ".");
    const FunctionSpecification& introduction = specification_.introduction;
    if (const std::size_t count = introduction.clauses.size(); count > 0) {
      text += paragraph(format_.link(introduction.name, "",
                                     count_of(static_cast<std::int64_t>(count), "clause") +
                                         " of the introduction") +
                        ": what a backend is, and how Keras finds one.");
    }
    for (const auto& [category, rows] : categories) {
      text += format_.heading(category, words(readable(category))) +
              format_.table(readable(category), {"Function", "What it is", "Editions", "Clauses"},
                            rows);
    }
    return text + how_to_read();
  }

  std::string how_to_read() const {
    Rows rows;
    for (const auto& [cell, meaning] : basis_legend()) {
      rows.push_back({"", {words(cell), words(meaning)}});
    }
    return format_.heading(kHowToRead, "How to read the clauses") +
           paragraph(
               "The tables of clauses have a column for each edition that has the function. A cell "
               "says what the clause rests on there, and how many cases of tier core test it, each "
               "mode counted.") +
           format_.table("How to read the clauses", {"Cell", "The clause rests on"}, rows) +
           paragraph("The last column runs cases of the clause: " +
                     code("kassay run --backend BACKEND 'elementwise/sqrt/*/nan,*'") + ".");
  }

  std::string signatures(const FunctionView& view) const {
    Rows rows;
    for (const SignatureView& line : view.signatures) {
      rows.push_back({"", {joined(line.editions), code(line.signature), code(line.heading)}});
    }
    return format_.table("Signatures", {"Editions", "Signature", "Heading in the documents"}, rows);
  }

  std::string basis_cell(const BasisView* basis) const {
    if (basis == nullptr) return "";
    Texts parts;
    if (!basis->documents.empty()) parts.push_back(words(basis->documents));
    if (!basis->decision.empty()) parts.push_back(decision_link(basis->decision));
    const std::string text = joined(parts);
    if (!basis->cases) return text;
    return text + " ·\u00A0" +
           (*basis->cases == 0 ? format_.marked("no case", "bad") : std::to_string(*basis->cases));
  }

  // The last column says how the clauses are tested.
  std::string clauses(const FunctionView& view, const std::string& last) const {
    Texts heads = {"Clause", "What must hold"};
    heads.insert(heads.end(), view.editions.begin(), view.editions.end());
    heads.push_back(last);
    Rows rows;
    for (const ClauseView& clause : view.clauses) {
      Texts says = {words(clause.clause->text)}, tests;
      for (const std::string& remark : clause.remarks) says.push_back(words(remark));
      for (const std::string& glob : clause.globs) tests.push_back(code(glob));
      for (const std::string& check : clause.checks) tests.push_back(words(check));
      Texts cells = {code(clause.clause->id), format_.lines(says)};
      for (const std::string& edition : view.editions) {
        cells.push_back(basis_cell(clause.basis_in(edition)));
      }
      cells.push_back(format_.lines(tests));
      rows.push_back({clause.clause->id, cells});
    }
    return format_.heading("", "Clauses") +
           paragraph(format_.link(kIndex, kHowToRead, "How to read this table")) +
           format_.table("Clauses", heads, rows);
  }

  std::string readings(const FunctionSpecification& function) const {
    Rows rows;
    for (const Reading& reading : function.readings) {
      rows.push_back({"reading-" + reading.id,
                      {code(reading.id), format_.marked(reading.verdict, reading.verdict),
                       words(reading.text), clause_link(reading.clause)}});
    }
    if (rows.empty()) return "";
    return format_.heading("", "Readings") +
           paragraph(
               "Ways to understand a clause. The suite catches a wrong one, and lets an accepted "
               "one pass.") +
           format_.table("Readings", {"Reading", "Verdict", "How it reads the clause", "Clause"},
                         rows);
  }

  std::string function_page(const FunctionSpecification& function) const {
    const FunctionView view = view_of(function, specification_, &cases_);
    Texts open, settled, slips;
    for (const auto& [decision, text] : view.unspecified) {
      open.push_back(decision_link(decision) + " " + words(text));
    }
    for (const Decision* decision : view.decisions) {
      settled.push_back(decision_link(decision->id) + " " + words(decision->title));
    }
    for (const Erratum* erratum : view.errata) {
      slips.push_back(format_.link(kErrata, erratum->id, code(erratum->id)) + " " +
                      words(erratum->meant));
    }
    std::string text = paragraph(words(function.summary)) +
                       paragraph("Category " + format_.link(kIndex, function.category,
                                                            words(readable(function.category)))) +
                       signatures(view) + clauses(view, "Cases") + readings(function);
    if (!open.empty()) {
      text += format_.heading("", "Unspecified") + paragraph("No case tests this.") +
              format_.list(open);
    }
    if (!settled.empty()) text += format_.heading("", "Decisions") + format_.list(settled);
    if (!slips.empty()) text += format_.heading("", "Errata") + format_.list(slips);
    return text;
  }

  // What stands before the functions; its clauses say how they are checked.
  std::string introduction() const {
    return paragraph(words(specification_.introduction.summary)) +
           clauses(view_of(specification_.introduction, specification_), "How it is checked");
  }

  std::string decisions() const {
    std::string text =
        paragraph("How gaps and contradictions in the documents are settled, and why.");
    for (const Decision& decision : specification_.decisions) {
      text +=
          format_.heading(decision.id, code(decision.id) + " " + words(decision.title)) +
          paragraph(decision.functions.empty() ? "General" : function_links(decision.functions)) +
          facts(facts_of(decision));
    }
    return text;
  }

  std::string errata() const {
    Rows rows;
    for (const Erratum& erratum : specification_.errata) {
      Texts settled;
      for (const std::string& clause : erratum.clauses) settled.push_back(clause_link(clause));
      for (const std::string& decision : erratum.decisions) {
        settled.push_back(decision_link(decision));
      }
      rows.push_back(
          {erratum.id,
           {code(erratum.id), joined(erratum.editions), function_links(erratum.functions),
            words(erratum.printed), words(erratum.meant), joined(settled)}});
    }
    return paragraph(
               "Slips in the documents, and what is meant. A slip that nothing settles has no "
               "effect on the tests.") +
           format_.table("Errata",
                         {"Erratum", "Editions", "Functions", "What is printed", "What is meant",
                          "Settled by"},
                         rows);
  }

  std::string editions() const {
    std::string text = paragraph(
        "An edition is one dated version of the documents. Editions differ in functions, "
        "signatures, defaults and formulas; a run tests a backend against one of them.");
    Texts heads = {"Function"};
    for (const DocumentEdition& edition : specification_.editions) {
      heads.push_back(edition.id);
      Texts missing;
      for (const FunctionSpecification& function : specification_.functions) {
        if (!function.signatures.contains(edition.id)) missing.push_back(function.name);
      }
      text += format_.heading(edition.id, edition.id) + facts(facts_of(edition)) +
              paragraph(std::to_string(specification_.functions_in(edition.id)) + " functions.");
      if (!missing.empty()) text += paragraph("Without " + function_links(missing) + ".");
    }
    Rows rows;
    for (const FunctionSpecification& function : specification_.functions) {
      const std::vector<SignatureView> lines = view_of(function, specification_).signatures;
      const bool same = std::ranges::all_of(lines, [&](const SignatureView& line) {
        return line.signature == lines.front().signature;
      });
      if (same) continue;
      Texts cells = {function_link(function.name)};
      for (const DocumentEdition& edition : specification_.editions) {
        const auto signature = function.signatures.find(edition.id);
        cells.push_back(signature == function.signatures.end() ? "" : code(signature->second));
      }
      rows.push_back({"", cells});
    }
    return text + format_.heading("", "Signatures that differ") +
           format_.table("Signatures that differ", heads, rows);
  }

  const Specification& specification_;
  const ClauseCases& cases_;
  const Format& format_;
  std::map<std::string, std::string> pages_;
};

}  // namespace

std::map<std::string, std::string> specification_pages(const Specification& specification,
                                                       const ClauseCases& cases,
                                                       const Format& format) {
  return Pages(specification, cases, format).all();
}

}  // namespace kassay::reports
