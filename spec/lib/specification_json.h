// The specification for programs, as `kassay list --json` and `kassay explain --json` write it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "spec/lib/specification_view.h"

namespace kassay {

nlohmann::json to_json(const ClauseView& clause);
nlohmann::json to_json(const SignatureView& signature);
nlohmann::json to_json(const Decision& decision);
nlohmann::json to_json(const Erratum& erratum);
nlohmann::json to_json(const DocumentEdition& edition);

}  // namespace kassay
