#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// get_uid.unique, get_uid.first, get_uid.prefix, get_uid.default
Value get_uid(const std::string& prefix, Session* session) { return session->next_uid(prefix); }

}  // namespace

namespace kernels {
Kernel get_uid_kernel() { return define(get_uid); }
}  // namespace kernels
}  // namespace kassay::reference
