// A backend in C: some functions of the Keras backend API on dense arrays, tested through
// kassay_backend.h, the only header that it needs.
//
//   cc -std=c99 -O2 -shared -fPIC -I conformance/abi -o example.so conformance/examples/c/backend.c -lm
//   kassay run --backend plugin:./example.so
//
// Its tensors are plain arrays, so it does not define objects. Arithmetic is in double. To test
// your own backend, replace the functions in the table at the end.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kassay_backend.h"

enum { MAX_RANK = 8 };

static const kassay_host* host;

// ---- One call: its arguments, its results, and whether it failed ----

typedef struct {
  const kassay_arguments* arguments;
  kassay_results* results;
  kassay_error* error;  // the first error; NULL if there is none
} call;

static kassay_error* fail(call* c, int32_t kind, const char* message) {
  if (c->error == NULL) c->error = host->error(host, kind, message);
  return c->error;
}

// The argument at `position` or with this name; NULL if it was left out or is None.
static const kassay_value* argument(const call* c, size_t position, const char* name) {
  const kassay_arguments* all = c->arguments;
  const kassay_value* found = NULL;
  if (position < all->positional_count) found = &all->positional[position];
  for (size_t i = 0; i < all->keyword_count; ++i) {
    if (strcmp(all->keyword[i].name, name) == 0) found = &all->keyword[i].value;
  }
  return found == NULL || found->kind == KASSAY_NONE ? NULL : found;
}

static double number(call* c, const kassay_value* value) {
  if (value->kind == KASSAY_FLOAT) return value->as.real;
  if (value->kind == KASSAY_INT) return (double)value->as.integer;
  if (value->kind == KASSAY_BOOL) return value->as.boolean != 0;
  fail(c, KASSAY_ERROR_TYPE, "a number is expected");
  return 0;
}

static double number_or(call* c, size_t position, const char* name, double otherwise) {
  const kassay_value* value = argument(c, position, name);
  return value == NULL ? otherwise : number(c, value);
}

// ---- Tensors ----

static int64_t count(const DLTensor* x) {
  int64_t elements = 1;
  for (int32_t i = 0; i < x->ndim; ++i) elements *= x->shape[i];
  return elements;
}

static double get(const DLTensor* x, int64_t i) {
  return x->dtype.bits == 64 ? ((const double*)x->data)[i] : ((const float*)x->data)[i];
}

static void set(DLTensor* x, int64_t i, double value) {
  if (x->dtype.bits == 64) {
    ((double*)x->data)[i] = value;
  } else {
    ((float*)x->data)[i] = (float)value;
  }
}

static DLTensor* new_tensor(call* c, DLDataType dtype, int32_t rank, const int64_t* shape) {
  DLTensor* tensor = host->new_tensor(host, dtype, rank, shape);
  if (tensor == NULL) fail(c, KASSAY_ERROR_OUT_OF_MEMORY, "a tensor does not fit in memory");
  return tensor;
}

// The tensor of a value, if it is float32 or float64 and of moderate rank; else NULL.
static const DLTensor* tensor(call* c, const kassay_value* value) {
  if (value == NULL || value->kind != KASSAY_TENSOR) {
    fail(c, KASSAY_ERROR_TYPE, "a tensor is expected");
    return NULL;
  }
  const DLTensor* x = value->as.tensor;
  if (x->dtype.code != kDLFloat || x->dtype.bits < 32 || x->ndim > MAX_RANK) {
    fail(c, KASSAY_ERROR_UNSUPPORTED, "only float32 and float64 of rank 8 or less are supported");
    return NULL;
  }
  return x;
}

static const DLTensor* tensor_x(call* c) { return tensor(c, argument(c, 0, "x")); }

static kassay_error* give(call* c, const kassay_value* value) {
  if (c->error == NULL) host->give(host, c->results, value);
  return c->error;
}

static kassay_error* give_tensor(call* c, const DLTensor* x) {
  kassay_value value = {KASSAY_TENSOR, {0}};
  value.as.tensor = x;
  return give(c, &value);
}

// ---- Axes: x is viewed as [outer][extent][inner] around one of them ----

typedef struct {
  int64_t outer, extent, inner;
} view;

static view around(const DLTensor* x, int32_t axis) {
  view v = {1, x->shape[axis], 1};
  for (int32_t i = 0; i < axis; ++i) v.outer *= x->shape[i];
  for (int32_t i = axis + 1; i < x->ndim; ++i) v.inner *= x->shape[i];
  return v;
}

// An axis, counted from the start. Negative axes count from the end.
static int32_t axis_of(call* c, const kassay_value* value, int32_t rank) {
  int64_t axis = value->kind == KASSAY_INT ? value->as.integer : rank;
  if (axis < 0) axis += rank;
  if (axis >= 0 && axis < rank) return (int32_t)axis;
  fail(c, KASSAY_ERROR_VALUE, "an axis is an int within the rank");
  return 0;
}

// ---- Functions: creation and inspection ----

static DLDataType dtype_named(call* c, const kassay_value* name) {
  DLDataType dtype = {kDLFloat, 32, 1};
  if (name == NULL) return dtype;  // floatx
  if (name->kind == KASSAY_STRING && strcmp(name->as.string, "float64") == 0) {
    dtype.bits = 64;
  } else if (name->kind != KASSAY_STRING || strcmp(name->as.string, "float32") != 0) {
    fail(c, KASSAY_ERROR_UNSUPPORTED, "only float32 and float64 are supported");
  }
  return dtype;
}

static kassay_error* constant(call* c) {
  const kassay_value* value = argument(c, 0, "value");
  const DLDataType dtype = dtype_named(c, argument(c, 1, "dtype"));
  const kassay_value* wanted = argument(c, 2, "shape");
  if (value == NULL) return fail(c, KASSAY_ERROR_TYPE, "constant needs a value");
  if (c->error != NULL) return c->error;
  if (value->kind == KASSAY_LIST) {
    return fail(c, KASSAY_ERROR_UNSUPPORTED, "only a number or an array is supported");
  }
  const bool is_array = value->kind == KASSAY_TENSOR;
  const DLTensor* x = is_array ? tensor(c, value) : NULL;
  const double filler = is_array ? 0 : number(c, value);
  if (c->error != NULL) return c->error;
  int64_t shape[MAX_RANK];
  int32_t rank = is_array ? x->ndim : 0;
  for (int32_t i = 0; i < rank; ++i) shape[i] = x->shape[i];
  if (wanted != NULL) {
    if (wanted->kind != KASSAY_LIST || wanted->as.list.count > MAX_RANK) {
      return fail(c, KASSAY_ERROR_TYPE, "a shape is a list of ints");
    }
    rank = (int32_t)wanted->as.list.count;
    for (int32_t i = 0; i < rank; ++i) shape[i] = wanted->as.list.items[i].as.integer;
  }
  DLTensor* result = new_tensor(c, dtype, rank, shape);
  if (result == NULL) return c->error;
  if (is_array && count(x) != count(result)) {
    return fail(c, KASSAY_ERROR_VALUE, "the shape has a different number of elements");
  }
  for (int64_t i = 0; i < count(result); ++i) set(result, i, is_array ? get(x, i) : filler);
  return give_tensor(c, result);
}

static kassay_error* eval(call* c) { return give_tensor(c, tensor_x(c)); }

static kassay_error* int_shape(call* c) {
  const DLTensor* x = tensor_x(c);
  if (x == NULL) return c->error;
  kassay_value sizes[MAX_RANK];
  for (int32_t i = 0; i < x->ndim; ++i) {
    sizes[i].kind = KASSAY_INT;
    sizes[i].as.integer = x->shape[i];
  }
  kassay_value shape = {KASSAY_LIST, {0}};
  shape.as.list.count = (size_t)x->ndim;
  shape.as.list.items = sizes;
  return give(c, &shape);
}

static kassay_error* ndim(call* c) {
  const DLTensor* x = tensor_x(c);
  kassay_value rank = {KASSAY_INT, {0}};
  rank.as.integer = x == NULL ? 0 : x->ndim;
  return give(c, &rank);
}

static kassay_error* dtype(call* c) {
  const DLTensor* x = tensor_x(c);
  kassay_value name = {KASSAY_STRING, {0}};
  name.as.string = x != NULL && x->dtype.bits == 64 ? "float64" : "float32";
  return give(c, &name);
}

// ---- Functions: element by element ----

static double square(double x) { return x * x; }
static double negative(double x) { return -x; }

static kassay_error* map(call* c, double (*f)(double)) {
  const DLTensor* x = tensor_x(c);
  DLTensor* y = x == NULL ? NULL : new_tensor(c, x->dtype, x->ndim, x->shape);
  for (int64_t i = 0; y != NULL && i < count(x); ++i) set(y, i, f(get(x, i)));
  return give_tensor(c, y);
}

static kassay_error* relu(call* c) {
  const DLTensor* x = tensor_x(c);
  const double alpha = number_or(c, 1, "alpha", 0);
  const double max_value = number_or(c, 2, "max_value", INFINITY);
  const double threshold = number_or(c, 3, "threshold", 0);
  DLTensor* y = x == NULL ? NULL : new_tensor(c, x->dtype, x->ndim, x->shape);
  if (y == NULL) return c->error;
  for (int64_t i = 0; i < count(x); ++i) {
    const double v = get(x, i);
    double result = v;  // NaN stays
    if (v < threshold) result = alpha == 0 ? 0 : alpha * (v - threshold);
    if (v >= max_value) result = max_value;
    set(y, i, result);
  }
  return give_tensor(c, y);
}

// ---- Functions: along axes ----

static kassay_error* softmax(call* c) {
  const DLTensor* x = tensor_x(c);
  DLTensor* y = x == NULL ? NULL : new_tensor(c, x->dtype, x->ndim, x->shape);
  if (y == NULL) return c->error;
  if (x->ndim == 0) return fail(c, KASSAY_ERROR_VALUE, "softmax needs an axis");
  const kassay_value* axis = argument(c, 1, "axis");
  const int32_t along = axis == NULL ? x->ndim - 1 : axis_of(c, axis, x->ndim);
  if (c->error != NULL) return c->error;
  const view v = around(x, along);
  for (int64_t lane = 0; lane < v.outer * v.inner; ++lane) {
    const int64_t first = lane / v.inner * v.extent * v.inner + lane % v.inner;
    double largest = -INFINITY, sum = 0;
    for (int64_t k = 0; k < v.extent; ++k) largest = fmax(largest, get(x, first + k * v.inner));
    for (int64_t k = 0; k < v.extent; ++k) sum += exp(get(x, first + k * v.inner) - largest);
    for (int64_t k = 0; k < v.extent; ++k) {
      const int64_t i = first + k * v.inner;
      set(y, i, exp(get(x, i) - largest) / sum);
    }
  }
  return give_tensor(c, y);
}

static double add(double a, double b) { return a + b; }
static double larger(double a, double b) { return isnan(a) || a > b ? a : b; }

// Marks the axes that an argument names: one, a list of them, or all if it was left out.
static void mark_axes(call* c, const kassay_value* axis, int32_t rank, bool* marked) {
  for (int32_t i = 0; i < rank; ++i) marked[i] = axis == NULL;
  if (axis == NULL) return;
  const bool is_list = axis->kind == KASSAY_LIST;
  const kassay_list axes = {is_list ? axis->as.list.count : 1,
                            is_list ? axis->as.list.items : axis};
  for (size_t i = 0; i < axes.count; ++i) marked[axis_of(c, &axes.items[i], rank)] = true;
}

static kassay_error* reduce(call* c, double (*f)(double, double), double initial,
                            bool needs_elements) {
  const DLTensor* x = tensor_x(c);
  if (x == NULL) return c->error;
  bool reduced[MAX_RANK];
  mark_axes(c, argument(c, 1, "axis"), x->ndim, reduced);
  const bool keepdims = number_or(c, 2, "keepdims", 0) != 0;
  if (c->error != NULL) return c->error;
  // A step along axis i of x is steps[i] elements in the result: 0 if axis i is reduced.
  int64_t shape[MAX_RANK] = {0}, steps[MAX_RANK], step = 1;
  int32_t rank = 0;
  for (int32_t i = x->ndim; i-- > 0;) {
    steps[i] = reduced[i] ? 0 : step;
    if (!reduced[i]) step *= x->shape[i];
  }
  for (int32_t i = 0; i < x->ndim; ++i) {
    if (reduced[i] && needs_elements && x->shape[i] == 0) {
      return fail(c, KASSAY_ERROR_VALUE, "max needs at least one element");
    }
    if (!reduced[i] || keepdims) shape[rank++] = reduced[i] ? 1 : x->shape[i];
  }
  // Partial results are double; they are rounded to the type of x last.
  const DLDataType precise = {kDLFloat, 64, 1};
  DLTensor* partial = new_tensor(c, precise, rank, shape);
  DLTensor* y = new_tensor(c, x->dtype, rank, shape);
  if (partial == NULL || y == NULL) return c->error;
  for (int64_t i = 0; i < count(y); ++i) set(partial, i, initial);
  for (int64_t i = 0; i < count(x); ++i) {
    int64_t to = 0, rest = i;
    for (int32_t axis = x->ndim; axis-- > 0; rest /= x->shape[axis]) {
      to += rest % x->shape[axis] * steps[axis];
    }
    set(partial, to, f(get(partial, to), get(x, i)));
  }
  for (int64_t i = 0; i < count(y); ++i) set(y, i, get(partial, i));
  return give_tensor(c, y);
}

static kassay_error* sum(call* c) { return reduce(c, add, 0, false); }
static kassay_error* max(call* c) { return reduce(c, larger, -INFINITY, true); }

// A view of x with its dimensions reversed: the host accepts any strides.
static kassay_error* transpose(call* c) {
  const DLTensor* x = tensor_x(c);
  if (x == NULL) return c->error;
  int64_t shape[MAX_RANK], strides[MAX_RANK];
  for (int32_t i = 0; i < x->ndim; ++i) {
    shape[i] = x->shape[x->ndim - 1 - i];
    strides[i] = x->strides[x->ndim - 1 - i];
  }
  DLTensor view_of_x = *x;
  view_of_x.shape = shape;
  view_of_x.strides = strides;
  return give_tensor(c, &view_of_x);
}

// ---- The table ----

static const struct {
  const char* name;
  kassay_error* (*function)(call*);
  double (*of_each)(double);  // for a function of single elements
} table[] = {{"constant", constant, NULL},
             {"eval", eval, NULL},
             {"int_shape", int_shape, NULL},
             {"ndim", ndim, NULL},
             {"dtype", dtype, NULL},
             {"relu", relu, NULL},
             {"softmax", softmax, NULL},
             {"sum", sum, NULL},
             {"max", max, NULL},
             {"transpose", transpose, NULL},
             {"square", NULL, square},
             {"exp", NULL, exp},
             {"log", NULL, log},
             {"sin", NULL, sin},
             {"cos", NULL, cos},
             {"tanh", NULL, tanh},
             {"abs", NULL, fabs},
             {"operator.neg", NULL, negative}};

static const char* const functions[] = {
    "constant",  "eval",   "int_shape", "ndim", "dtype", "relu", "softmax", "sum", "max",
    "transpose", "square", "exp",       "log",  "sin",   "cos",  "tanh",    "abs", NULL};
static const char* const dtypes[] = {"float32", "float64", NULL};

// This backend does not have variables or settings, so a session is empty.
static kassay_error* open_session(const kassay_settings* settings, void** session) {
  (void)settings, (void)session;
  return NULL;
}
static void close_session(void* session) { (void)session; }
static kassay_error* reset(void* session) {
  (void)session;
  return NULL;
}

static kassay_error* call_by_name(void* session, const char* name,
                                  const kassay_arguments* arguments, kassay_results* results) {
  (void)session;
  call c = {arguments, results, NULL};
  for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
    if (strcmp(table[i].name, name) == 0) {
      return table[i].of_each != NULL ? map(&c, table[i].of_each) : table[i].function(&c);
    }
  }
  return host->error(host, KASSAY_ERROR_UNSUPPORTED, "this backend does not have this function");
}

static const kassay_plugin plugin = {sizeof(kassay_plugin),
                                     KASSAY_ABI_MAJOR,
                                     KASSAY_ABI_MINOR,
                                     "C example",
                                     "1.0",
                                     "cpu",
                                     functions,
                                     functions,
                                     dtypes,
                                     open_session,
                                     close_session,
                                     reset,
                                     call_by_name,
                                     NULL};

const kassay_plugin* kassay_plugin_entry(const kassay_host* offered) {
  host = offered;
  return &plugin;
}
