#include "reference/runtime/data_format.h"

#include "spec/lib/error.h"

namespace kassay::reference {

bool channels_first(const Format& data_format, const Settings& settings) {
  const std::string& name = data_format ? *data_format : settings.image_data_format;
  if (name == "channels_first") return true;
  if (name == "channels_last") return false;
  throw ApiError(ErrorKind::kValue,
                 "unknown data_format \"" + name + "\"; it is channels_first or channels_last");
}

}  // namespace kassay::reference
