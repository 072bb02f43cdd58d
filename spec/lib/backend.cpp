#include "spec/lib/backend.h"

#include "spec/lib/names.h"

namespace kassay {
namespace {

constexpr Names<Edition, 3> kEditionNames{
    {{Edition::kKo, "ko"}, {Edition::kZh, "zh"}, {Edition::kJa, "ja"}}};

}  // namespace

std::string_view edition_name(Edition edition) { return kEditionNames.name(edition); }
std::optional<Edition> parse_edition(std::string_view name) { return kEditionNames.find(name); }

}  // namespace kassay
