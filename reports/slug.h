// Names of backends and profiles as parts of paths.
#pragma once

#include <set>
#include <string>

namespace kassay::reports {

// Lower-case letters, digits and single dashes, whatever the name has; `if_empty` if it has none of
// these; with a number appended if that is taken. The result is then taken.
std::string free_slug(const std::string& name, const std::string& if_empty,
                      std::set<std::string>& taken);

}  // namespace kassay::reports
