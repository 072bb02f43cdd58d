// What the help of every command looks like.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace kassay::cli {

// The format of CLI11, but what a value must fulfil follows the description of its option, and
// examples begin with the program as it was started.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace kassay::cli
