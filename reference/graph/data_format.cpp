#include "reference/graph/data_format.h"

#include "spec/lib/error.h"

namespace kassay::reference {

bool channels_first(const Format& data_format, const Settings& settings) {
  const std::string& name = data_format ? *data_format : settings.image_data_format;
  if (name == "channels_first") return true;
  if (name == "channels_last") return false;
  throw mismatch(ErrorKind::kValue, "data_format", "'channels_first' or 'channels_last'", name);
}

}  // namespace kassay::reference
