#include "reference/graph/session.h"

namespace kassay::reference::get_uid_op {
namespace {

// get_uid.unique, get_uid.first, get_uid.prefix, get_uid.default
Value get_uid(const std::string& prefix, Session* session) { return session->next_uid(prefix); }

}  // namespace

Kernel kernel() { return define(get_uid); }

}  // namespace kassay::reference::get_uid_op
