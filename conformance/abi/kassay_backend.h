// The interface between kassay and a backend that is a shared library. Plain C, version 1.0.
//
// kassay tests implementations of the Keras backend API: some 150 functions on tensors, from
// `constant` and `softmax` to `conv2d`, `rnn` and `gradients`. This header is all that is needed to
// have an implementation in C, C++ or any language with a C interface tested:
//
//   cc -std=c99 -shared -fPIC -I conformance/abi -o my_backend.so my_backend.c
//   kassay run --backend plugin:./my_backend.so
//
// conformance/examples/c/ is a complete backend in 400 lines.
//
// HOW IT GOES. kassay loads the library in a process of its own, calls `kassay_plugin_entry`, and
// gets a table of functions, kassay_plugin. It opens one session. A test is a small program, such
// as
//
//   x = constant(array);  y = softmax(x, axis=-1);  return eval(y)
//
// and kassay walks it call by call: `reset`, then `call` with "constant", "softmax" and "eval".
// What a call gives is handed to later calls as it is, so a backend may give objects that only it
// understands (KASSAY_OBJECT), such as symbolic tensors or variables. In the end `eval` and the
// like give tensors, which kassay compares. What the functions mean: `kassay list
// clauses FUNCTION`.
//
// WHAT A CALL GETS AND GIVES. Arguments are values by position and by name, as in Python. Results
// are given with `host->give`, which copies them at once. Nothing that crosses this interface has
// to be freed by the other side:
//
//   * What the host hands out in a call (arguments, new tensors, new objects, errors, what
//     `call_function` returns) belongs to the host and is valid until that call returns. `retain`
//     keeps an object longer.
//   * What the plug-in gives belongs to the plug-in and may be freed as soon as `give` returns.
//
// THE CONTRACT. A plug-in must not write to its arguments or outside the tensors that it asked for,
// use what is no longer valid, give what is no value, or let an exception leave it. The host checks
// all of this where it can: tensors lie between sentinel bytes, arguments are compared afterwards,
// handles are looked up before use. A breach ends the test as a crash that says what was done;
// altered arguments end it as an error. Host functions may be called only from the thread that the
// host called, while that call is in progress (`retain` and `release` from `destroy` and `close`
// too). Calls are never concurrent, but nest where a function that the plug-in calls uses it again.
// What a plug-in prints goes to standard error and is not judged.
//
// VERSIONS. Both tables begin with their size in bytes and a version, the settings with their size.
// Within a major version members are only appended to them. Each side must not read beyond the other's struct_size: ask with KASSAY_HAS
// for members that came after 1.0 and for optional ones. So old and new minor versions work
// together. Another major version is refused. The other structures never change within a major one.
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
// Tensors are DLPack's DLTensor, whose layout has been the same in all its versions. These are the
// declarations of <dlpack/dlpack.h> that are used here; a program that includes that header too
// includes it first.
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
// aligned to 256 bytes. A tensor given to the host must be on the CPU too, and have one of these
// types; any strides (0 and negative ones too) and any byte_offset are good. The host cannot know
// how large a buffer of the plug-in is: a shape or strides that leave it are a crash at best.

// ---- Values ----

typedef struct kassay_object kassay_object;    // a handle: see kassay_host.object
typedef struct kassay_error kassay_error;      // why a call failed: see kassay_host.error
typedef struct kassay_results kassay_results;  // takes what a call gives: see kassay_host.give

enum {
  KASSAY_NONE = 0,    // None
  KASSAY_BOOL = 1,    // as.boolean: 0 is False, all else True
  KASSAY_INT = 2,     // as.integer
  KASSAY_FLOAT = 3,   // as.real
  KASSAY_STRING = 4,  // as.string: UTF-8, ended by a zero byte
  KASSAY_TENSOR = 5,  // as.tensor: an array
  KASSAY_LIST = 6,    // as.list: a list or tuple
  KASSAY_SPARSE = 7,  // as.sparse: an array in coordinate form, only ever an argument
  KASSAY_OBJECT = 8,  // as.object: an object of the plug-in
  // as.object: something that can be called. Either a function of the program, which is an argument
  // of `rnn`, `map_fn` and the like; or an object of the plug-in that its call_object calls, such
  // as what the API's `function` returns.
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
  const kassay_keyword* keyword;  // in order of their names, none twice
} kassay_arguments;

// ---- Errors ----
//
// The kind of an error is compared with what a test expects, its message never. The first six are
// those of the API, after Python's exceptions.
enum {
  KASSAY_ERROR_VALUE = 0,            // ValueError: an argument has a value that is not taken
  KASSAY_ERROR_TYPE = 1,             // TypeError: an argument is of the wrong kind
  KASSAY_ERROR_INDEX = 2,            // IndexError, KeyError
  KASSAY_ERROR_ASSERTION = 3,        // AssertionError
  KASSAY_ERROR_NOT_IMPLEMENTED = 4,  // NotImplementedError: the API says that this is not there
  KASSAY_ERROR_OTHER = 5,            // anything else
  // The backend lacks a function, a type or a feature. This is not held against it. From `open`:
  // the whole backend cannot work on this machine, which lacks a device, say.
  KASSAY_ERROR_UNSUPPORTED = 6,
  KASSAY_ERROR_OUT_OF_MEMORY = 7
};

// ---- What the host offers ----
//
// Each function takes the very table that kassay_plugin_entry was handed, no copy of it.
typedef struct kassay_host kassay_host;
struct kassay_host {
  uint32_t struct_size;  // of the whole table, in bytes
  uint16_t abi_major;
  uint16_t abi_minor;

  // An error to return; the message is copied.
  kassay_error* (*error)(const kassay_host* host, int32_t kind, const char* message);

  // Adds a result to those of the call that `results` was handed to. Several are a tuple; none at
  // all is None. They are dropped where the call returns an error. To give a tensor of a library
  // that hands out a DLManagedTensor: give its dl_tensor, then call its deleter.
  void (*give)(const kassay_host* host, kassay_results* results, const kassay_value* value);

  // A tensor of the host to write a result to, so that writing beside it is found. Its bytes are
  // 0xff at first. NULL where a dimension is negative or memory runs out.
  DLTensor* (*new_tensor)(const kassay_host* host, DLDataType dtype, int32_t rank,
                          const int64_t* shape);

  // A handle of an object of the plug-in. The host counts references: a call has one to each
  // handle that it sees, a value that was given has one, and so has each `retain`. When the last is
  // gone, destroy(data) is called once (destroy may be NULL). `description` is for messages, such
  // as "a placeholder of shape (None, 3)"; it is copied.
  kassay_object* (*object)(const kassay_host* host, void* data, void (*destroy)(void* data),
                           const char* description);
  // The data of an object of the plug-in; NULL for a function of the program.
  void* (*object_data)(const kassay_host* host, kassay_object* object);
  // Keeps a handle beyond the call, for an object that refers to another; each `retain` needs one
  // `release`.
  void (*retain)(const kassay_host* host, kassay_object* object);
  void (*release)(const kassay_host* host, kassay_object* object);

  // Calls a KASSAY_FUNCTION of the arguments. It may be called as long as its program runs, later
  // calls being an error. What it returns is at *values until the call in progress ends, several
  // being a tuple. An error of it may be returned as the plug-in's own.
  kassay_error* (*call_function)(const kassay_host* host, kassay_object* function,
                                 const kassay_arguments* arguments, size_t* count,
                                 const kassay_value** values);
};

// ---- What the plug-in offers ----

typedef struct {
  uint32_t struct_size;  // of all of it, in bytes; members may be appended, as to the tables
  const char* edition;   // the edition of the documents to follow: "ko", "zh" or "ja"
} kassay_settings;

// The table and all that it points to must stay valid. Functions return NULL where all went well.
// Members marked optional may be NULL, and trailing ones absent.
typedef struct {
  uint32_t struct_size;  // sizeof(kassay_plugin)
  uint16_t abi_major;    // KASSAY_ABI_MAJOR
  uint16_t abi_minor;    // KASSAY_ABI_MINOR

  const char* name;
  const char* version;
  const char* device;  // what it computes on, such as "cpu"

  // Arrays of strings, each ended by NULL.
  // Optional: the functions of the API that it has. Tests that call another one are not run.
  // Without it the plug-in is asked, and says KASSAY_ERROR_UNSUPPORTED.
  const char* const* functions;
  // Optional: those of them that it implements itself rather than borrows from elsewhere.
  const char* const* native;
  // Optional: the element types that it has, such as "float32". Tests with inputs of another one
  // are not run.
  const char* const* dtypes;

  // Called once, before all else.
  kassay_error* (*open)(const kassay_settings* settings, void** session);
  // Called once, after all programs. Objects that are still retained are destroyed right after it.
  void (*close)(void* session);
  // Before each program: forget variables, settings, counters and seeds of the one before.
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

// The one symbol that a plug-in exports. `host` stays valid. Returns NULL where the plug-in cannot
// work with this host, such as one of an older version.
KASSAY_EXPORT const kassay_plugin* kassay_plugin_entry(const kassay_host* host);

#ifdef __cplusplus
}
#endif

#endif  // KASSAY_BACKEND_H_
