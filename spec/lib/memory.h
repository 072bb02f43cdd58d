// Memory for the elements of tensors.
#pragma once

#include <cstddef>
#include <memory>

namespace kassay {

// At least `bytes` bytes, aligned to a cache line, whose contents are unspecified. Large blocks come in huge pages where the system
// has them, and one that is no longer needed is kept for the next request of its size: the first touch of a page costs more than
// many a computation on it. Any thread may ask and release. Throws std::bad_alloc.
std::shared_ptr<std::byte> unspecified_memory(std::size_t bytes);

}  // namespace kassay
