// Judges answers by the archive kassay-vectors; its README.md describes the format. Needs Node.js 18 or later.
//   node loader.mjs ARCHIVE ANSWERS [EDITION]
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SHOWN = 10;
const [archive, answersFolder, edition = "ko"] = process.argv.slice(2);
if (!answersFolder) {
  console.error("usage: node loader.mjs ARCHIVE ANSWERS [EDITION]");
  process.exit(2);
}

const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));

// The bytes of each tensor, by name.
function readTensors(file) {
  if (!existsSync(file)) return new Map();
  const content = readFileSync(file);
  const start = 8 + Number(content.readBigUInt64LE(0));
  const tensors = new Map();
  for (const [name, entry] of Object.entries(JSON.parse(content.toString("utf8", 8, start)))) {
    const [begin, end] = entry.data_offsets ?? [0, 0];
    tensors.set(name, content.subarray(start + begin, start + end));
  }
  return tensors;
}

// To test your backend, replace this function: run `testCase.program` in this mode with the inputs in `tensors`, add its results to
// `answerTensors`, and return an answer as in ANSWERS.
function answerOf(answers, testCase, mode, tensors, answerTensors) {
  return answers[testCase.id]?.[mode];
}

const isNegative = (x) => x < 0 || Object.is(x, -0);
const double = (bytes, i) => bytes.readDoubleLE(8 * i);

// The fault in the answer for a tensor; empty if it is right.
function faultOfTensor(expected, actual, tensors, answerTensors) {
  const told = `${actual.dtype}[${actual.shape}]`;
  if (told !== `${expected.dtype}[${expected.shape}]`) return `${told}, not ${expected.dtype}[${expected.shape}]`;
  const truths = tensors.get(expected.value);
  const values = answerTensors.get(actual.value) ?? Buffer.alloc(0);
  if (values.length !== truths.length) return `${values.length} bytes, not ${truths.length}`;
  if (!expected.limit) return truths.equals(values) ? "" : "another integer or bool";
  // A single element applies to all.
  const given = (name, i) => {
    const bytes = tensors.get(expected[name]);
    return double(bytes, bytes.length === 8 ? 0 : i);
  };
  let squares = 0;
  let counted = 0;
  for (let i = 0; i < truths.length / 8; i++) {
    const a = double(values, i);
    const e = double(truths, i);
    let error = a === e || (Number.isNaN(a) && Number.isNaN(e)) ? 0 : Math.abs(a - e);
    if (a === 0 && expected.zero_error) error = Math.min(error, given("zero_error", i));
    if (Math.abs(a) === Infinity && isNegative(a) === isNegative(e) && expected.infinity_error) {
      error = Math.min(error, given("infinity_error", i));
    }
    if (expected.sign_of_zero && a === 0 && e === 0 && isNegative(a) !== isNegative(e)) error = Infinity;
    const limit = given("limit", i);
    if (!(error <= limit)) return `element ${i} is ${a}; expected: ${e}, limit ${limit}`;
    const unit = expected.rms_unit ? given("rms_unit", i) : 0;
    if (unit > 0) {
      squares += (error / unit) ** 2;
      counted++;
    }
  }
  const rms = counted ? Math.sqrt(squares / counted) : 0;
  return counted && !(rms <= expected.rms_limit) ? `the rms of the errors is ${rms}, limit ${expected.rms_limit}` : "";
}

function isSameValue(expected, actual, limit) {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((one, i) => isSameValue(one, actual[i], 0));
  }
  if (typeof expected === "number" && typeof actual === "number") return Math.abs(expected - actual) <= limit;
  return expected === actual;
}

function faultOf(right, answer, tensors, answerTensors) {
  if (answer.error) {
    const fits = right.error?.some((kind) => kind === "any" || kind === answer.error);
    return fits ? "" : `an error of kind ${answer.error}`;
  }
  if (right.error) return `no error; expected: ${right.error.join(" or ")}`;
  if (answer.outputs.length !== right.outputs.length) return `${answer.outputs.length} outputs, not ${right.outputs.length}`;
  for (const [i, expected] of right.outputs.entries()) {
    const actual = answer.outputs[i];
    let fault;
    if (expected.kind === "value" || actual.kind === "value") {
      const same = expected.kind === actual.kind && isSameValue(expected.value, actual.value, expected.limit ?? 0);
      fault = same ? "" : `another value: ${JSON.stringify(actual.value)}`;
    } else {
      fault = faultOfTensor(expected, actual, tensors, answerTensors);
    }
    if (fault) return `output ${i}: ${fault}`;
  }
  return "";
}

const counts = { right: 0, accepted: 0, wrong: 0, unsupported: 0, random: 0, missing: 0 };

function judge(run, answer, tensors, answerTensors) {
  if (run.random) return ["random"];
  if (!answer) return ["missing"];
  if (answer.error === "not-implemented" && !run.right[0].error?.includes("not-implemented")) return ["unsupported"];
  const faults = run.right.map((right) => faultOf(right, answer, tensors, answerTensors));
  const fitting = faults.indexOf("");
  if (fitting < 0) return ["wrong", faults[0]];
  return [run.right[fitting].reading ? "accepted" : "right"];
}

for (const name of Object.keys(readJson(archive, "manifest.json").functions)) {
  const file = join(answersFolder, `${name}.json`);
  const { answers } = existsSync(file) ? readJson(file) : { answers: {} };
  const answerTensors = readTensors(join(answersFolder, `${name}.safetensors`));
  const tensors = readTensors(join(archive, "functions", `${name}.safetensors`));
  for (const testCase of readJson(archive, "functions", `${name}.json`).cases) {
    if (!testCase.editions.includes(edition)) continue;
    for (const run of testCase.runs) {
      for (const mode of run.modes) {
        const answer = answerOf(answers, testCase, mode, tensors, answerTensors);
        const [outcome, fault] = judge(run, answer, tensors, answerTensors);
        if (++counts[outcome] <= SHOWN && fault) console.log(`${testCase.id} ${mode}: ${fault}`);
      }
    }
  }
}
for (const [outcome, count] of Object.entries(counts)) console.log(`${outcome} ${count}`);
process.exitCode = counts.wrong > 0 || counts.right + counts.accepted === 0 ? 1 : 0;
