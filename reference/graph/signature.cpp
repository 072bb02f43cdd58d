#include "reference/graph/signature.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reference/graph/movement.h"
#include "reference/graph/signature_rows.h"
#include "spec/lib/error.h"
#include "spec/lib/json_value.h"

namespace kassay::reference {
namespace {

Parameter parameter_of(const ParameterRow& row) {
  Parameter parameter{row.name, row.kind, {}};
  for (std::size_t edition = 0; edition < kEditionCount; ++edition) {
    if (row.defaults[edition] == nullptr) continue;
    parameter.defaults[edition] =
        value_from_json(nlohmann::json::parse(row.defaults[edition]), row.name);
  }
  return parameter;
}

std::vector<std::size_t> positions(const std::vector<Parameter>& parameters, const char* order) {
  std::vector<std::size_t> result;
  std::istringstream names(order);
  for (std::string name; names >> name;) {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& p) { return p.name == name; });
    result.push_back(static_cast<std::size_t>(found - parameters.begin()));
  }
  return result;
}

Signature signature_of(const SignatureRow& row) {
  Signature signature;
  signature.function = row.function;
  std::copy(std::begin(row.exists), std::end(row.exists), signature.exists.begin());
  for (const ParameterRow& parameter : row.parameters)
    signature.parameters.push_back(parameter_of(parameter));
  for (std::size_t edition = 0; edition < kEditionCount; ++edition)
    signature.order[edition] = positions(signature.parameters, row.order[edition]);
  signature.returns_tensor = row.returns_tensor;
  return signature;
}

}  // namespace

const std::vector<Signature>& signatures() {
  static const std::vector<Signature> all = [] {
    std::vector<Signature> made;
    for (const SignatureRow& row : signature_rows()) made.push_back(signature_of(row));
    return made;
  }();
  return all;
}

const Signature* find_signature(std::string_view function) {
  static const auto by_name = [] {
    std::map<std::string_view, const Signature*> index;
    for (const Signature& signature : signatures()) index[signature.function] = &signature;
    return index;
  }();
  const auto found = by_name.find(function);
  if (found != by_name.end()) return found->second;
  const Signature* internal = find_internal_signature(function);
  return internal != nullptr ? internal : find_movement_signature(function);
}

std::vector<Value> bind(const Signature& signature, Edition edition, const Arguments& arguments) {
  const auto at = static_cast<std::size_t>(edition);
  const std::vector<std::size_t>& order = signature.order[at];
  if (arguments.positional.size() > order.size()) {
    throw ApiError(ErrorKind::kType, "takes at most " + std::to_string(order.size()) +
                                         " arguments, given " +
                                         std::to_string(arguments.positional.size()));
  }
  const auto keywords = std::find_if(order.begin(), order.end(), [&](std::size_t i) {
    return signature.parameters[i].kind == Kind::kKeywords;
  });
  List unknown;
  std::vector<std::optional<Value>> bound(signature.parameters.size());
  for (std::size_t i = 0; i < arguments.positional.size(); ++i)
    bound[order[i]] = arguments.positional[i];
  for (const auto& [name, value] : arguments.keyword) {
    const auto found = std::find_if(order.begin(), order.end(), [&](std::size_t i) {
      return signature.parameters[i].name == name;
    });
    if (found == order.end() && keywords != order.end()) {
      unknown.emplace_back(name);
      continue;
    }
    if (found == order.end()) throw ApiError(ErrorKind::kType, "has no argument named " + name);
    if (bound[*found]) throw ApiError(ErrorKind::kType, "argument " + name + " is given twice");
    bound[*found] = value;
  }
  if (keywords != order.end()) bound[*keywords] = unknown;
  std::vector<Value> values;
  values.reserve(bound.size());
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (!bound[i]) bound[i] = parameter.defaults[at];
    const bool absent = std::find(order.begin(), order.end(), i) == order.end();
    if (!bound[i] && absent) bound[i] = None{};  // the edition has another argument instead
    if (!bound[i]) throw ApiError(ErrorKind::kType, "argument " + parameter.name + " is missing");
    values.push_back(*std::move(bound[i]));
  }
  return values;
}

}  // namespace kassay::reference
