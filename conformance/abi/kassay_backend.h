// The interface between kassay and a backend that is a shared library. Plain C, version 1.0.
//
// kassay tests implementations of the Keras backend API: some 150 functions on tensors, from
// `constant` and `softmax` to `conv2d`, `rnn` and `gradients`. To test an implementation in C, C++ or
// any language with a C interface, you need only this header:
//
//   cc -std=c99 -shared -fPIC -I conformance/abi -o my_backend.so my_backend.c
//   kassay run --backend plugin:./my_backend.so
//
// conformance/examples/c/ is a complete backend in 400 lines.
//
// HOW IT WORKS. kassay loads the library in a separate process, calls `kassay_plugin_entry`, and gets
// a table of functions, kassay_plugin. It opens one session. A test is a small program, such as
//
//   x = constant(array);  y = softmax(x, axis=-1);  return eval(y)
//
// and kassay runs it call by call: `reset`, then `call` with "constant", "softmax" and "eval". kassay
// passes the results of a call to later calls unchanged, so a backend may give objects that only it
// understands (KASSAY_OBJECT), such as symbolic tensors or variables. Finally `eval` and similar
// functions give tensors, which kassay compares. `kassay list clauses FUNCTION` prints what a function
// must do.
//
// ARGUMENTS AND RESULTS. Arguments are values by position and by name, as in Python. A plug-in gives
// results with `host->give`, which copies them at once. Neither side has to free memory of the other:
//
//   * Everything that the host provides in a call (arguments, new tensors, new objects, errors, results
//     of `call_function`) belongs to the host and is valid until that call returns. `retain` keeps an
//     object longer.
//   * Everything that the plug-in gives belongs to the plug-in, which may free it as soon as `give`
//     returns.
//
// THE CONTRACT. A plug-in must not write to its arguments or outside the tensors that it requested, use
// anything that is no longer valid, give invalid values, or let an exception leave it. The host checks
// this where it can: it puts sentinel bytes around tensors, compares arguments afterwards, and looks up
// handles before use. A breach ends the test as a crash whose message names the fault; altered arguments
// end it as an error. A plug-in may call host functions only from the thread that the host called, while
// that call is in progress. It may also call `retain` and `release` from `destroy` and `close`. Calls are
// never concurrent, but they nest if the plug-in calls a function that calls the plug-in again. Output of
// a plug-in goes to standard error and is not judged.
//
// VERSIONS. Both tables begin with their size in bytes and a version, the settings with their size.
// Within a major version, members are only appended to these three. Neither side may read beyond the
// other's struct_size: use KASSAY_HAS to check for members that are optional or newer than 1.0. So old
// and new minor versions work together. Another major version is refused. The other structures never
// change within a major version.
#ifndef KASSAY_BACKEND_H_
#define KASSAY_BACKEND_H_

#include <stddef.h>
#include <stdint.h>

#define KASSAY_ABI_MAJOR 1
#define KASSAY_ABI_MINOR 0

// Whether a table of this type is long enough for the member, and has it.
#define KASSAY_HAS(type, table, member)                                        \
  ((table)->struct_size >= offsetof(type, member) + sizeof((table)->member) && \
   (table)->member != NULL)

// ---- Tensors: DLPack ----
//
// Tensors are DLPack's DLTensor, which has the same layout in all versions. These are the declarations
// from <dlpack/dlpack.h> that this interface uses. A program that also includes that header must include
// it first.
#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
typedef enum : int32_t {
#else
typedef enum {
#endif
  kDLCPU = 1,
  kDLCUDA = 2
} DLDeviceType;

typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

typedef enum { kDLInt = 0U, kDLUInt = 1U, kDLFloat = 2U, kDLBool = 6U } DLDataTypeCode;

typedef struct {
  uint8_t code;    // a DLDataTypeCode
  uint8_t bits;    // of one element
  uint16_t lanes;  // 1
} DLDataType;

typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;      // in elements; NULL: compact and row-major
  uint64_t byte_offset;  // from data to the first element
} DLTensor;

#ifdef __cplusplus
}
#endif
#endif  // DLPACK_DLPACK_H_

#ifdef __cplusplus
extern "C" {
#endif

// The element types of the API are bool (kDLBool, 8 bits, 0 or 1), uint8 (kDLUInt), int8, int16,
// int32, int64 (kDLInt), float16, float32, float64 (kDLFloat).
//
// Tensors from the host are on the CPU, compact, row-major, with strides, byte_offset 0 and data
// aligned to 256 bytes. A tensor given to the host must also be on the CPU and have one of these types.
// Any strides, including 0 and negative ones, and any byte_offset are allowed. The host does not know
// the size of the plug-in's buffer: a shape or strides that leave it cause a crash at best.

// ---- Values ----

typedef struct kassay_object kassay_object;    // a handle: see kassay_host.object
typedef struct kassay_error kassay_error;      // why a call failed: see kassay_host.error
typedef struct kassay_results kassay_results;  // collects results of a call: see kassay_host.give

enum {
  KASSAY_NONE = 0,    // None
  KASSAY_BOOL = 1,    // as.boolean: 0 is False, everything else True
  KASSAY_INT = 2,     // as.integer
  KASSAY_FLOAT = 3,   // as.real
  KASSAY_STRING = 4,  // as.string: UTF-8, ended by a zero byte
  KASSAY_TENSOR = 5,  // as.tensor: an array
  KASSAY_LIST = 6,    // as.list: a list or tuple
  KASSAY_SPARSE = 7,  // as.sparse: an array in coordinate form; only as an argument
  KASSAY_OBJECT = 8,  // as.object: an object of the plug-in
  // as.object: something that can be called. Either a function of the program, which is an argument
  // of `rnn`, `map_fn` and similar functions; or an object of the plug-in that its call_object calls,
  // such as the result of the API's `function`.
  KASSAY_FUNCTION = 9
};

typedef struct kassay_value kassay_value;

typedef struct {
  size_t count;
  const kassay_value* items;
} kassay_list;

typedef struct {
  const DLTensor* coordinates;  // int64 (n, rank)
  const DLTensor* values;       // (n)
  int32_t rank;
  const int64_t* shape;
} kassay_sparse;

struct kassay_value {
  int32_t kind;
  union {
    int32_t boolean;
    int64_t integer;
    double real;
    const char* string;
    const DLTensor* tensor;
    kassay_list list;
    kassay_sparse sparse;
    kassay_object* object;
  } as;
};

typedef struct {
  const char* name;
  kassay_value value;
} kassay_keyword;

typedef struct {
  size_t positional_count;
  const kassay_value* positional;
  size_t keyword_count;
  const kassay_keyword* keyword;  // sorted by name, without duplicates
} kassay_arguments;

// ---- Errors ----
//
// kassay compares the kind of an error with the expected one, never its message. The first six kinds
// are those of the API, named after Python's exceptions.
enum {
  KASSAY_ERROR_VALUE = 0,            // ValueError: an argument has an invalid value
  KASSAY_ERROR_TYPE = 1,             // TypeError: an argument is of the wrong kind
  KASSAY_ERROR_INDEX = 2,            // IndexError, KeyError
  KASSAY_ERROR_ASSERTION = 3,        // AssertionError
  KASSAY_ERROR_NOT_IMPLEMENTED = 4,  // NotImplementedError: the API defines this as not implemented
  KASSAY_ERROR_OTHER = 5,            // anything else
  // The backend lacks a function, a type or a feature. This does not count as a failure. From `open`:
  // the backend cannot work on this machine at all, for example without its device.
  KASSAY_ERROR_UNSUPPORTED = 6,
  KASSAY_ERROR_OUT_OF_MEMORY = 7
};

// ---- What the host offers ----
//
// Each function takes the table that kassay_plugin_entry received, not a copy of it.
typedef struct kassay_host kassay_host;
struct kassay_host {
  uint32_t struct_size;  // of the whole table, in bytes
  uint16_t abi_major;
  uint16_t abi_minor;

  // An error to return; the message is copied.
  kassay_error* (*error)(const kassay_host* host, int32_t kind, const char* message);

  // Adds a result to the call that received `results`. Several results are a tuple; no result is None.
  // If the call returns an error, its results are dropped. If a library returns a DLManagedTensor, give
  // its dl_tensor, then call its deleter.
  void (*give)(const kassay_host* host, kassay_results* results, const kassay_value* value);

  // A tensor of the host to write a result to; the host detects writes outside of it. Its bytes are
  // initially 0xff. NULL if a dimension is negative or memory runs out.
  DLTensor* (*new_tensor)(const kassay_host* host, DLDataType dtype, int32_t rank,
                          const int64_t* shape);

  // A handle of an object of the plug-in. The host counts references: a call holds one to each handle
  // that it sees, a given value holds one, and each `retain` adds one. When the last one is gone, the
  // host calls destroy(data) once (destroy may be NULL). `description` is for messages, such as "a
  // placeholder of shape (None, 3)"; it is copied.
  kassay_object* (*object)(const kassay_host* host, void* data, void (*destroy)(void* data),
                           const char* description);
  // The data of an object of the plug-in; NULL for a function of the program.
  void* (*object_data)(const kassay_host* host, kassay_object* object);
  // `retain` keeps a handle valid after the call, for example if an object refers to another. Each
  // `retain` needs one `release`.
  void (*retain)(const kassay_host* host, kassay_object* object);
  void (*release)(const kassay_host* host, kassay_object* object);

  // Calls a KASSAY_FUNCTION among the arguments. This is possible as long as its program runs; later
  // calls return an error. *values holds the results until the call in progress ends; several are a
  // tuple. The plug-in may return an error of the function as its own.
  kassay_error* (*call_function)(const kassay_host* host, kassay_object* function,
                                 const kassay_arguments* arguments, size_t* count,
                                 const kassay_value** values);
};

// ---- What the plug-in offers ----

typedef struct {
  uint32_t struct_size;  // of the whole structure, in bytes; members may be appended
  const char* edition;   // the edition of the documents to follow: "ko", "zh" or "ja"
} kassay_settings;

// The table and everything that it points to must stay valid. Functions return NULL on success. Members
// marked optional may be NULL; at the end of the table they may be missing.
typedef struct {
  uint32_t struct_size;  // sizeof(kassay_plugin)
  uint16_t abi_major;    // KASSAY_ABI_MAJOR
  uint16_t abi_minor;    // KASSAY_ABI_MINOR

  const char* name;
  const char* version;
  const char* device;  // the device that it computes on, such as "cpu"

  // Arrays of strings, each ended by NULL.
  // Optional: the functions of the API that it has. Tests that call another one are not run. Without
  // this list kassay calls every function, and the plug-in returns KASSAY_ERROR_UNSUPPORTED.
  const char* const* functions;
  // Optional: the functions that it implements itself, not through another library.
  const char* const* native;
  // Optional: the element types that it has, such as "float32". Tests with inputs of another one
  // are not run.
  const char* const* dtypes;

  // Called once, before everything else.
  kassay_error* (*open)(const kassay_settings* settings, void** session);
  // Called once, after all programs. Objects that are still retained are destroyed right afterwards.
  void (*close)(void* session);
  // Called before each program: reset variables, settings, counters and seeds.
  kassay_error* (*reset)(void* session);
  // One function of the API; or an operator of tensors, "operator.add", ".sub", ".mul" or
  // ".truediv" (either operand may be a number) or ".neg".
  kassay_error* (*call)(void* session, const char* function, const kassay_arguments* arguments,
                        kassay_results* results);
  // Optional: calls an object that the plug-in gave as KASSAY_FUNCTION.
  kassay_error* (*call_object)(void* session, kassay_object* object,
                               const kassay_arguments* arguments, kassay_results* results);
} kassay_plugin;

#define KASSAY_EXPORT __attribute__((visibility("default")))

// The only symbol that a plug-in exports. `host` stays valid. Returns NULL if the plug-in cannot work
// with this host, for example because its version is too old.
KASSAY_EXPORT const kassay_plugin* kassay_plugin_entry(const kassay_host* host);

#ifdef __cplusplus
}
#endif

#endif  // KASSAY_BACKEND_H_
