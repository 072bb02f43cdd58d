#include "reports/site/support_pages.h"

#include <algorithm>
#include <set>

#include "reports/function_table.h"
#include "reports/site/markup.h"
#include "reports/text.h"

namespace kassay::reports::site {
namespace {

// Of any backend: in the order of the specification, others by name.
std::vector<std::string> functions_of(const std::vector<const RunCounts*>& runs,
                                      const Specification* specification) {
  std::set<std::string> found;
  for (const RunCounts* run : runs) {
    for (const auto& [name, function] : run->functions) found.insert(name);
  }
  std::vector<std::string> functions;
  if (specification != nullptr) {
    for (const FunctionSpecification& function : specification->functions) {
      if (found.erase(function.name) > 0) functions.push_back(function.name);
    }
  }
  functions.insert(functions.end(), found.begin(), found.end());
  return functions;
}

std::string function_name(const std::string& name, const Specification* specification,
                          const std::string& root) {
  if (specification == nullptr || specification->find(name) == nullptr) return code(name);
  return link(root + "specification/" + name + ".html", code(name));
}

// "98.2 %", and what share is supported where that is not all.
std::string support_cell(const Support& support) {
  if (support.supported == 0) return element("span", "–", "muted");
  const char* const tone = support.right == support.supported ? "good" : "bad";
  std::string html = element("span", share_text(support.right, support.supported), tone);
  if (support.supported < support.tried) {
    html += " " + element("span", "of " + share_text(support.supported, support.tried), "muted");
  }
  return html;
}

Support support_in(const RunCounts& run, const std::string& name) {
  const auto found = run.functions.find(name);
  if (found == run.functions.end()) return {};
  Support support = found->second.value();
  support.add(found->second.gradient());
  return support;
}

std::string outcomes_cell(const RunCounts::Function& function) {
  FunctionCounts counts;
  for (const auto& [part, count] : function.parts) {
    counts.counts[severity_rank(std::get<Outcome>(part))] += count;
  }
  return text(counts_text(counts));
}

}  // namespace

std::string support_table(const std::vector<Scored>& backends, const Specification* specification) {
  std::vector<const RunCounts*> runs;
  std::vector<std::string> headings = {"Function"};
  for (const Scored& backend : backends) {
    runs.push_back(&backend.counts);
    headings.push_back(backend.counts.label);
  }
  std::string rows;
  for (const std::string& name : functions_of(runs, specification)) {
    std::vector<std::string> cells = {function_name(name, specification, "")};
    for (const RunCounts* run : runs) cells.push_back(support_cell(support_in(*run, name)));
    rows += row(cells);
  }
  return element("p",
                 "How much of each function is right: the share of its supported results that "
                 "passed, before waivers, and after “of” the share of its results that is "
                 "supported, where that is not all. “–”: not supported, or never run.") +
         table(headings, rows, "Support");
}

std::string counted_backend(const RunCounts& run, const Specification* specification) {
  const ResultsHeader& header = run.header;
  std::string facts;
  const auto fact = [&facts](const char* name, const std::string& html) {
    if (!html.empty()) facts += element("dt", name) + element("dd", html) + "\n";
  };
  fact("Verdict", text(run.summary.verdict.title));
  fact("Right", text(run.summary.verdict.right_text));
  fact("Complete", text(run.summary.verdict.complete_text));
  fact("Wrong", text(run.summary.verdict.wrong_text));
  fact("Backend", text(header.backend_name + " " + header.backend_version));
  fact("Specification",
       text(header.specification_version) + ", vectors " + code(header.vectors_hash.substr(0, 12)));
  fact("Run", "edition " + text(header.edition) + ", tier " + text(header.tier) + ", " +
                  text(header.started.substr(0, 10)) + ", kassay " + text(header.kassay_version) +
                  ", " + text(header.machine_cpu));
  std::string rows;
  for (const std::string& name : functions_of({&run}, specification)) {
    const RunCounts::Function& function = run.functions.at(name);
    rows += row({function_name(name, specification, "../"), support_cell(function.value()),
                 support_cell(function.gradient()), outcomes_cell(function)});
  }
  return element("dl", "\n" + facts) + "\n" +
         element("p",
                 "Only counts of these results are kept, without waivers. Run the suite on the "
                 "backend to see each failure with its cause.") +
         table({"Function", "Value", "Gradient", "Results"}, rows, "Functions");
}

}  // namespace kassay::reports::site
