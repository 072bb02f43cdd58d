// Pages in Markdown with tables (GitHub's dialect). The page "index" is README.md.
#pragma once

#include "reports/specification/format.h"

namespace kassay::reports {

const Format& markdown_format();

}  // namespace kassay::reports
