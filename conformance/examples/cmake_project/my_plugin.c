// The smallest native backend: `square`, and the functions that pass arrays in and out. See kassay_backend.h.
#include <stddef.h>
#include <string.h>

#include "kassay_backend.h"

static const kassay_host* host;

static const kassay_value* keyword(const kassay_arguments* arguments, const char* name) {
  for (size_t i = 0; i < arguments->keyword_count; ++i) {
    if (strcmp(arguments->keyword[i].name, name) == 0) return &arguments->keyword[i].value;
  }
  return NULL;
}

static kassay_error* give(kassay_results* results, const DLTensor* tensor) {
  kassay_value value = {KASSAY_TENSOR, {0}};
  value.as.tensor = tensor;
  host->give(host, results, &value);
  return NULL;
}

static kassay_error* square(const DLTensor* x, kassay_results* results) {
  int64_t count = 1;
  for (int32_t i = 0; i < x->ndim; ++i) count *= x->shape[i];
  DLTensor* y = host->new_tensor(host, x->dtype, x->ndim, x->shape);
  if (y == NULL) return host->error(host, KASSAY_ERROR_OUT_OF_MEMORY, "x is too large");
  const float* from = x->data;
  float* to = y->data;
  for (int64_t i = 0; i < count; ++i) to[i] = from[i] * from[i];
  return give(results, y);
}

static kassay_error* call(void* session, const char* function, const kassay_arguments* arguments,
                          kassay_results* results) {
  (void)session;
  if (arguments->positional_count != 1 || arguments->positional[0].kind != KASSAY_TENSOR) {
    return host->error(host, KASSAY_ERROR_UNSUPPORTED, "only one array is supported");
  }
  const kassay_value* shape = keyword(arguments, "shape");
  if (shape != NULL && shape->kind != KASSAY_NONE) {
    return host->error(host, KASSAY_ERROR_UNSUPPORTED, "a shape is not supported");
  }
  const DLTensor* x = arguments->positional[0].as.tensor;
  const kassay_value* dtype = keyword(arguments, "dtype");
  const int other =
      dtype != NULL && dtype->kind == KASSAY_STRING && strcmp(dtype->as.string, "float32") != 0;
  if (other || x->dtype.code != kDLFloat || x->dtype.bits != 32) {
    return host->error(host, KASSAY_ERROR_UNSUPPORTED, "only float32 is supported");
  }
  return strcmp(function, "square") == 0 ? square(x, results) : give(results, x);
}

static kassay_error* open(const kassay_settings* settings, void** session) {
  (void)settings;
  *session = NULL;
  return NULL;
}
static kassay_error* reset(void* session) { return (void)session, NULL; }
static void close(void* session) { (void)session; }

static const char* const functions[] = {"constant", "eval", "square", NULL};
static const char* const dtypes[] = {"float32", NULL};

const kassay_plugin* kassay_plugin_entry(const kassay_host* of) {
  static kassay_plugin plugin = {sizeof plugin,
                                 KASSAY_ABI_MAJOR,
                                 KASSAY_ABI_MINOR,
                                 "my_plugin",
                                 "0.1",
                                 "cpu",
                                 functions,
                                 NULL,
                                 dtypes,
                                 open,
                                 close,
                                 reset,
                                 call,
                                 NULL};
  host = of;
  return &plugin;
}
