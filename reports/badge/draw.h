// A badge as a picture, and as data for a service that draws it.
#pragma once

#include <string>

namespace kassay::reports {

struct Badge {
  std::string label;    // "kassay", "kassay inference"
  std::string message;  // "conformant", "no failure in the part that was run", "1,204 of 1,210"
  std::string colour;   // a colour by name: "brightgreen", "red", "lightgrey"
};

// A self-contained picture: no font, no request, no script.
std::string badge_svg(const Badge& badge);
// For https://shields.io/badges/endpoint-badge
std::string badge_json(const Badge& badge);

}  // namespace kassay::reports
