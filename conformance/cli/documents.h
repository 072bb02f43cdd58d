// The documents of an installation.
#pragma once

#include <string>

namespace kassay::cli {

// Lines for the help of the program: where the documents are that its messages name. Empty if they are not installed: a clone has them at
// their paths.
std::string where_documents_are();

}  // namespace kassay::cli
