#include "spec/lib/tests/vectors_directory.h"

#include "spec/lib/sha256.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

constexpr char kCase[] = R"({
  "id": "activation/softmax/float32/value,x=2", "tier": "smoke", "dtype": "float32",
  "editions": ["ko", "ja"], "clauses": ["softmax.value"],
  "modes": ["eager", "gradient"], "inputs": {"x": "input"},
  "program": {"calls": [{"let": ["y"], "call": "softmax", "args": [{"ref": "x"}],
                         "kwargs": {"axis": -1}}],
              "return": ["y"]},
  "expect": {"outputs": [{"kind": "tensor", "dtype": "float32", "shape": [2], "value": "value",
                          "magnitude": "magnitude"},
                         {"kind": "value", "value": [1, null]}],
             "accuracy": {"ulps": 4, "terms": 7, "atol": 0}, "sign_of_zero": true},
  "gradient": {"wrt": ["x"], "weights": ["weights"],
               "outputs": [{"kind": "tensor", "dtype": "float32", "shape": [2], "value": "value",
                            "magnitude": "magnitude"}],
               "accuracy": {"ulps": 5, "terms": 8, "atol": 0}},
  "readings": [{"id": "axis-ignored", "verdict": "wrong",
                "outputs": [{"kind": "tensor", "dtype": "float32", "shape": [2],
                             "value": "magnitude"}]},
               {"id": "refused", "verdict": "accepted", "error": ["value"]}]
})";

constexpr char kErrorCase[] = R"({
  "id": "activation/softmax/float32/rank0", "tier": "core", "dtype": "float32", "editions": ["ko"],
  "clauses": ["softmax.rank"], "modes": ["program"], "inputs": {},
  "program": {"calls": [{"let": ["y"], "call": "softmax", "args": [1.0]}], "return": ["y"]},
  "expect": {"error": ["value", "any"]}
})";

constexpr char kSpecification[] = R"json({
  "format": 1,
  "editions": [{"id": "ko", "language": "Korean", "period": "2019", "version": "Keras 2.2",
                "dated": "by axes", "page": {"title": "K", "repository": "a.example", "path": "k.md"},
                "sections": {"code": "New code"},
                "documents": [{"file": "a.txt", "form": "Markdown", "sha256": "0a"},
                              {"file": "b.txt"}]},
               {"id": "ja", "documents": [{"file": "c.txt"}]}],
  "decisions": [{"id": "D-001", "title": "t", "functions": ["softmax"], "documents": "d",
                 "backends": "b", "choice": "c", "reason": "r"}],
  "introduction": {"summary": "i", "sources": {"ko": "introduction"},
                   "clauses": [{"id": "introduction.file", "text": "f", "editions": ["ko"],
                                "checked": "read.", "cases_of": ["softmax.value", "softmax.rank"],
                                "unchecked": "Windows."}]},
  "errata": [{"id": "E-001", "functions": ["softmax"], "editions": ["ja"], "printed": "p",
              "meant": "m", "clauses": ["softmax.value"]}],
  "profiles": [{"id": "all", "title": "t", "claim": "c", "modes": ["eager", "program"],
                "functions": ["softmax"], "clauses": [], "without": ["softmax.rank"],
                "calls": ["eval", "softmax"]}],
  "functions": [
    {"function": "softmax", "category": "activation", "summary": "s",
     "sources": {"ko": "softmax", "ja": "softmax"},
     "signatures": {"ko": "(x, axis=-1)",
               "ja" : "(x)"
}
, "accuracy": {"ulps": 4},
     "clauses": [{"id": "softmax.value", "text": "v",
                  "source": [{"edition": "ko", "entry": "softmax", "parts": ["summary", "numpy"]},
                             {"edition": "ko", "entry": "introduction", "parts": ["code"]},
                             {"edition": "ja", "entry": "softmax", "parts": ["summary"]}],
                  "differs": {"ja": "The first axis."},
                  "editions": ["ko", "ja"], "raises": []},
                 {"id": "softmax.numpy", "text": "n", "decision": null,
                  "source": [{"edition": "ko", "entry": "exp", "parts": ["numpy"]}],
                  "editions": ["ko"]},
                 {"id": "softmax.rank", "text": "r", "decision": "D-001", "editions": ["ko"],
                  "raises": ["value"]}],
     "readings": [{"id": "axis-ignored", "verdict": "wrong", "clause": "softmax.value",
                   "text": "a"}]
},
    {"function": "elu", "category": "activation", "summary": "e", "sources": {}, "signatures": {},
     "clauses": []}]
})json";

Tensor pair(DType dtype) {
  Tensor tensor(dtype, {2});
  set_element(tensor, 1, 0.5L);
  return tensor;
}

}  // namespace

VectorsDirectory::VectorsDirectory()
    : manifest{{"format", 1},
               {"functions",
                {{"softmax",
                  {{"category", "activation"},
                   {"cases", {{"smoke", 1}, {"core", 2}, {"full", 2}}},
                   {"files", Json::object()}}}}}},
      cases{{"format", 1},
            {"function", "softmax"},
            {"cases", {Json::parse(kCase), Json::parse(kErrorCase)}}},
      full_cases{{"format", 1}, {"function", "softmax"}, {"cases", {Json::parse(kErrorCase)}}},
      specification(Json::parse(kSpecification)) {
  full_cases["cases"][0]["tier"] = "full";
  full_cases["cases"][0]["id"] = "activation/softmax/float32/rank0,full";
  tensors.tensors = {{"input", pair(DType::kFloat32)},
                     {"value", pair(DType::kFloat64)},
                     {"weights", pair(DType::kFloat32)},
                     {"magnitude", pair(DType::kFloat64)}};
}

void VectorsDirectory::write_listed(const std::string& name, const std::string& contents) {
  directory_.write(name, contents);
  manifest["functions"]["softmax"]["files"][name] = sha256(contents);
}

const std::string& VectorsDirectory::write() {
  const std::vector<std::byte> bytes = serialize_safetensors(tensors);
  const std::string buffer(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  write_listed("softmax.json", cases.dump());
  write_listed("softmax.safetensors", buffer);
  if (with_full) {
    manifest["functions"]["softmax"]["cases"]["full"] = 3;
    write_listed("softmax.full.json", full_cases.dump());
    write_listed("softmax.full.safetensors", buffer);
  }
  directory_.write("specification.json", specification.dump());
  manifest["specification"] = sha256(specification.dump());
  directory_.write("manifest.json", manifest.dump());
  return directory_.path();
}

}  // namespace kassay
