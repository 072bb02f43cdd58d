// The text of `kassay run --help` below the options.
#pragma once

#include <string>

namespace kassay::cli {

std::string run_help();

}  // namespace kassay::cli
