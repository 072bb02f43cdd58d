// Pages of the specification in the site.
#pragma once

#include "reports/specification/format.h"

namespace kassay::reports::site {

const Format& html_format();

}  // namespace kassay::reports::site
