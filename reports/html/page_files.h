// The files of the pages, embedded at build time (embed.cmake).
#pragma once

#include <string_view>

namespace kassay::reports {

extern const std::string_view kPageTemplate;
extern const std::string_view kPageStyle;
extern const std::string_view kSiteStyle;
extern const std::string_view kReportScript;
extern const std::string_view kDiffScript;
extern const std::string_view kSpeedStyle;
extern const std::string_view kSpeedScript;

}  // namespace kassay::reports
