// Shared by foldl and foldr.
#pragma once

#include <optional>
#include <string>

#include "reference/ops/control_flow/steps.h"

namespace kassay::reference {

enum class Direction { kFromFirst, kFromLast };

std::vector<StaticType> folded_type(const Function& fn, const Symbol& elems,
                                    const Value& initializer,
                                    const std::optional<std::string>& name, Session* session);

Value fold(const Function& fn, const Symbol& elems, const Value& initializer, Direction direction,
           Session& session);

}  // namespace kassay::reference
