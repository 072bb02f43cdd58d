#include "conformance/cli/pairs.h"

#include <iomanip>
#include <iostream>
#include <numeric>
#include <optional>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/list_functions.h"
#include "spec/lib/function_vectors.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

void print_row(const std::string& function, const std::string& factors,
               const std::vector<std::string>& counts) {
  std::cout << "  " << std::left << std::setw(32) << function << std::right << std::setw(9)
            << factors;
  for (const std::string& count : counts) std::cout << std::setw(10) << count;
  std::cout << '\n';
}

std::vector<std::string> counts_of(const PairCoverage& pairs) {
  return {grouped_digits(pairs.listed + pairs.added), grouped_digits(pairs.listed),
          grouped_digits(pairs.added),
          grouped_digits(static_cast<std::int64_t>(pairs.refused.size()))};
}

void print_details(const PairCoverage& pairs, const std::string& word) {
  std::cout << "\nCircumstances:\n";
  for (const auto& [factor, classes] : pairs.factors) {
    std::cout << "  " << factor << ": " << joined(classes, ", ") << '\n';
  }
  if (!pairs.refused.empty()) std::cout << "\nRefused:\n";
  for (const std::vector<std::string>& refused : pairs.refused) {
    std::cout << "  " << joined(refused, " and ") << '\n';
  }
  std::cout << '\n'
            << count_of(pairs.contradictory, "other " + word)
            << (pairs.contradictory == 1 ? " is" : " are") << " in no call that was tried\n";
}

}  // namespace

int print_pairs(const std::string& vectors, const std::string& function, Combination combination) {
  const bool triples = combination == Combination::kTriples;
  const Manifest manifest = read_manifest(vectors);
  std::vector<std::string> names;
  for (const auto& [name, entry] : manifest.functions) names.push_back(name);
  if (!function.empty() && !manifest.functions.contains(function))
    throw no_function(function, names);
  print_row("function", "factors", {triples ? "triples" : "pairs", "listed", "drawn", "refused"});
  PairCoverage all;
  int functions = 0;
  for (const std::string& name : function.empty() ? names : std::vector{function}) {
    const FunctionVectors cases(vectors, manifest, name, triples ? Tier::kFull : Tier::kCore);
    const std::optional<PairCoverage>& found = triples ? cases.triples() : cases.pairs();
    if (!found || found->factors.empty()) continue;
    const PairCoverage& pairs = *found;
    ++functions;
    all.listed += pairs.listed;
    all.added += pairs.added;
    all.refused.insert(all.refused.end(), pairs.refused.begin(), pairs.refused.end());
    print_row(name, std::to_string(pairs.factors.size()), counts_of(pairs));
    if (!function.empty()) print_details(pairs, triples ? "triple" : "pair");
  }
  if (function.empty()) print_row(count_of(functions, "function"), "", counts_of(all));
  if (functions == 0 && !function.empty()) {
    std::cout << "Nothing is drawn for " << function
              << ": its cases are programs, take no tensor, or are random"
              << (triples ? ", or it has too many circumstances" : "") << ".\n";
  }
  return kConformant;
}

}  // namespace kassay::cli
