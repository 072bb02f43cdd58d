#include "conformance/cli/list_functions.h"

#include <fnmatch.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "conformance/runner/backend_process.h"
#include "spec/lib/json_text.h"
#include "spec/lib/specification.h"
#include "spec/lib/text.h"
#include "spec/lib/vectors.h"

namespace kassay::cli {
namespace {

using Json = nlohmann::json;

struct Row {
  std::string name, category;
  std::vector<std::string> editions;
  std::size_t clauses = 0;
  CaseCounts cases;
  std::optional<bool> offered, native;  // set if a backend was named
};

bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

void check_names(const FunctionsQuery& query, const Manifest& manifest) {
  std::vector<std::string> known;
  for (const auto& [name, entry] : manifest.functions) known.push_back(name);
  for (const std::string& pattern : query.names) {
    if (std::ranges::any_of(known, [&](const auto& name) { return matches(pattern, name); })) {
      continue;
    }
    throw no_function(pattern, known);
  }
}

std::vector<Row> collect(const FunctionsQuery& query) {
  Manifest manifest = read_manifest(query.vectors_directory);
  Specification specification = read_specification(query.vectors_directory);
  check_names(query, manifest);
  std::vector<Row> rows;
  for (const auto& [name, entry] : manifest.functions) {
    bool wanted = query.names.empty() || std::ranges::any_of(query.names, [&](const auto& pattern) {
                    return matches(pattern, name);
                  });
    if (!wanted) continue;
    Row row;
    row.name = name;
    row.category = entry.category;
    row.cases = entry.counts;
    if (const FunctionSpecification* function = specification.find(name)) {
      row.clauses = function->clauses.size();
      for (const auto& [edition, signature] : function->signatures) row.editions.push_back(edition);
    }
    rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(rows, {}, &Row::category);
  return rows;
}

void ask_backend(const FunctionsQuery& query, std::vector<Row>& rows) {
  runner::BackendOptions options;
  options.edition = query.edition;
  options.start_timeout = query.start_timeout;
  options.sandbox = query.sandbox;
  BackendInfo info = open_backend(query.backend, options)->info();
  std::set<std::string> offered(info.functions.begin(), info.functions.end());
  std::set<std::string> native(info.native.begin(), info.native.end());
  for (Row& row : rows) {
    row.offered = offered.contains(row.name);
    row.native = native.contains(row.name);
  }
}

void print_json(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) {
    Json item = {
        {"name", row.name},
        {"category", row.category},
        {"editions", row.editions},
        {"clauses", row.clauses},
        {"cases",
         {{"smoke", row.cases.smoke}, {"core", row.cases.core}, {"full", row.cases.full}}}};
    if (row.offered) item["offered"] = *row.offered;
    if (row.native) item["native"] = *row.native;
    list.push_back(std::move(item));
  }
  std::cout << dump_json(list, 1) << '\n';
}

void print_table(const std::vector<Row>& rows) {
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.name.size());
  std::cout << "  " << std::left << std::setw(static_cast<int>(width)) << "function"
            << "  editions " << std::right << std::setw(8) << "clauses" << std::setw(8) << "smoke"
            << std::setw(8) << "core" << std::setw(8) << "full"
            << (!rows.empty() && rows.front().native ? "  offered" : "") << '\n';
  std::string category;
  for (const Row& row : rows) {
    if (row.category != category) {
      category = row.category;
      std::cout << category << '\n';
    }
    std::string editions;
    for (const std::string& edition : row.editions) editions += edition + " ";
    std::cout << "  " << std::left << std::setw(static_cast<int>(width)) << row.name << "  "
              << std::setw(9) << editions << std::right << std::setw(8) << row.clauses
              << std::setw(8) << row.cases.smoke << std::setw(8) << row.cases.core << std::setw(8)
              << row.cases.full;
    if (row.native) {
      std::cout << (*row.native ? "  native" : row.offered.value() ? "  borrowed" : "  missing");
    }
    std::cout << '\n';
  }
}

}  // namespace

runner::NoCaseSelected no_function(const std::string& name, const std::vector<std::string>& known) {
  const std::vector<std::string> closest = runner::closest_names(name, known, 5);
  return runner::NoCaseSelected("no function is named \"" + name + '"' +
                                (closest.empty() ? "" : "; the closest are: " + joined(closest)));
}

void list_functions(const FunctionsQuery& query) {
  std::vector<Row> rows = collect(query);
  if (!query.backend.empty()) ask_backend(query, rows);
  query.json ? print_json(rows) : print_table(rows);
}

}  // namespace kassay::cli
