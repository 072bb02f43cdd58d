// What `kassay bench` measures: programs of the API with inputs of given sizes (spec/workloads).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "spec/lib/program.h"

namespace kassay::bench {

// How the elements of an input are drawn; spec/schema/workloads.json says what the names mean.
struct Recipe {
  DType dtype = DType::kFloat32;
  Shape shape;
  std::string values;  // "normal", "uniform", ...; empty: integers from `from` to `below`
  std::int64_t from = 0, below = 0;  // exclusive
};

struct Workload {
  std::string id;  // category/name/dtype/size
  std::string category;
  std::string size;  // "small", "middle" or "large"
  std::map<std::string, Recipe> inputs;
  Program program;                 // its last call is measured
  bool random = false;             // the outputs are random numbers
  std::int64_t multiply_adds = 0;  // of the measured call; 0 if not counted
};

// From the file that the build writes. Throws FileError.
std::vector<Workload> read_workloads(const std::string& file);

// The default file, next to this program.
std::string default_workloads_file();

// The inputs, the same at every call.
Inputs make_inputs(const Workload& workload);

}  // namespace kassay::bench
