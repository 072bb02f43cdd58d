#include "spec/lib/version.h"

namespace kassay {

std::string version() { return KASSAY_VERSION; }

}  // namespace kassay
