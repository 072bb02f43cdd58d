#include "conformance/plugin/read_value.h"

#include "conformance/plugin/breach.h"
#include "conformance/plugin/dlpack.h"

namespace kassay::plugin {
namespace {

// The limit catches lists that contain themselves. Nothing in the API nests nearly as deep.
constexpr int kMaxDepth = 64;

class Reader {
 public:
  Reader(const Objects& objects, bool has_calls) : objects_(objects), has_calls_(has_calls) {}

  Value read(const kassay_value* value, int depth) const {
    if (value == nullptr) throw Breach("gave NULL in place of a value");
    switch (value->kind) {
      case KASSAY_NONE:
        return None{};
      case KASSAY_BOOL:
        return value->as.boolean != 0;
      case KASSAY_INT:
        return value->as.integer;
      case KASSAY_FLOAT:
        return value->as.real;
      case KASSAY_STRING:
        if (value->as.string == nullptr) throw Breach("gave a string that is NULL");
        return std::string(value->as.string);
      case KASSAY_TENSOR:
        return to_tensor(value->as.tensor);
      case KASSAY_LIST:
        return read_list(value->as.list, depth);
      case KASSAY_OBJECT:
        return read_object(value->as.object);
      case KASSAY_FUNCTION:
        return read_function(value->as.object);
      case KASSAY_SPARSE:
        throw Breach("gave a sparse array, which can only be an argument; give an object instead");
      default:
        throw Breach("gave a value of the unknown kind " + std::to_string(value->kind));
    }
  }

 private:
  List read_list(const kassay_list& list, int depth) const {
    if (depth == kMaxDepth) {
      throw Breach("gave lists in lists, " + std::to_string(kMaxDepth) + " deep");
    }
    if (list.count > 0 && list.items == nullptr) throw Breach("gave a list whose items are NULL");
    List items;
    for (std::size_t i = 0; i < list.count; ++i) items.push_back(read(&list.items[i], depth + 1));
    return items;
  }

  Handle read_object(kassay_object* handle) const {
    if (auto object = std::dynamic_pointer_cast<const PluginObject>(objects_.find(handle))) {
      return object;
    }
    throw Breach("gave a function of the program as KASSAY_OBJECT; it is KASSAY_FUNCTION");
  }

  Function read_function(kassay_object* handle) const {
    auto function = objects_.find(handle);
    if (!has_calls_ && std::dynamic_pointer_cast<const PluginObject>(function)) {
      throw Breach("gave an object as KASSAY_FUNCTION, but its table has no call_object");
    }
    return function;
  }

  const Objects& objects_;
  bool has_calls_;
};

}  // namespace

Value read_value(const kassay_value* value, const Objects& objects, bool has_calls) {
  return Reader(objects, has_calls).read(value, 0);
}

Arguments read_arguments(const kassay_arguments* arguments, const Objects& objects,
                         bool has_calls) {
  if (arguments == nullptr) throw Breach("called a function with arguments that are NULL");
  Arguments read;
  const Reader reader(objects, has_calls);
  for (std::size_t i = 0; i < arguments->positional_count; ++i) {
    read.positional.push_back(reader.read(&arguments->positional[i], 0));
  }
  for (std::size_t i = 0; i < arguments->keyword_count; ++i) {
    const kassay_keyword& keyword = arguments->keyword[i];
    if (keyword.name == nullptr) throw Breach("called a function with a keyword that is NULL");
    read.keyword.insert_or_assign(keyword.name, reader.read(&keyword.value, 0));
  }
  return read;
}

}  // namespace kassay::plugin
