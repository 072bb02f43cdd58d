#include "conformance/trials/strength/faults/catalogue/published/sizes.h"

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::published {

Fault sizes_told(const std::string& function, const std::string& mistake, std::string text,
                 std::function<Value(Call&, const List&)> told) {
  return fault("published/" + function + "/" + mistake, {function, "int_shape"}, Class::kState,
               std::move(text), [made = Remembered(), told](Call& call) mutable {
                 if (call.function == "int_shape") {
                   const Value* sizes = made.find(call.value("x"));
                   return sizes == nullptr ? call.right() : Values{*sizes};
                 }
                 const Values right = call.right();
                 const Value sizes = call.api("int_shape", {right.front()});
                 made.add(right.front(), told(call, std::get<List>(sizes)));
                 return right;
               });
}

}  // namespace kassay::faults::published
