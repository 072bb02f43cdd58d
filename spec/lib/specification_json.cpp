#include "spec/lib/specification_json.h"

#include <nlohmann/json.hpp>

namespace kassay {

using Json = nlohmann::json;

Json to_json(const ClauseView& view) {
  const Clause& clause = *view.clause;
  Json json = {
      {"id", clause.id},           {"text", clause.text},         {"sources", Json::array()},
      {"differs", clause.differs}, {"decision", clause.decision}, {"editions", clause.editions},
      {"raises", clause.raises},   {"bases", Json::array()},      {"readings", Json::array()},
      {"errata", Json::array()}};
  for (const Source& source : clause.sources) {
    json["sources"].push_back(
        {{"edition", source.edition}, {"heading", source.entry}, {"parts", source.parts}});
  }
  for (const BasisView& basis : view.bases) {
    Json entry = {
        {"edition", basis.edition}, {"documents", basis.documents}, {"decision", basis.decision}};
    if (basis.cases) entry["cases"] = *basis.cases;
    json["bases"].push_back(std::move(entry));
  }
  if (!view.globs.empty()) json["globs"] = view.globs;
  for (const Reading* reading : view.readings) {
    json["readings"].push_back(
        {{"id", reading->id}, {"verdict", reading->verdict}, {"text", reading->text}});
  }
  for (const Erratum* erratum : view.errata) json["errata"].push_back(erratum->id);
  if (!clause.checked.empty()) json["checked"] = clause.checked;
  if (!clause.cases_of.empty()) json["cases_of"] = clause.cases_of;
  if (!clause.unchecked.empty()) json["unchecked"] = clause.unchecked;
  return json;
}

Json to_json(const SignatureView& view) {
  return {{"editions", view.editions}, {"signature", view.signature}, {"heading", view.heading}};
}

Json to_json(const Decision& decision) {
  return {{"id", decision.id},
          {"title", decision.title},
          {"functions", decision.functions},
          {"documents", decision.documents},
          {"backends", decision.backends},
          {"choice", decision.choice},
          {"reason", decision.reason}};
}

Json to_json(const Erratum& erratum) {
  return {{"id", erratum.id},
          {"functions", erratum.functions},
          {"editions", erratum.editions},
          {"printed", erratum.printed},
          {"meant", erratum.meant},
          {"clauses", erratum.clauses},
          {"decisions", erratum.decisions}};
}

Json to_json(const DocumentEdition& edition) {
  Json documents = Json::array();
  for (const Document& document : edition.documents) {
    documents.push_back(
        {{"file", document.file}, {"form", document.form}, {"sha256", document.sha256}});
  }
  return {
      {"name", edition.id},
      {"language", edition.language},
      {"period", edition.period},
      {"version", edition.version},
      {"dated", edition.dated},
      {"page",
       {{"title", edition.page_title}, {"repository", edition.repository}, {"path", edition.path}}},
      {"sections", edition.sections},
      {"documents", std::move(documents)}};
}

}  // namespace kassay
