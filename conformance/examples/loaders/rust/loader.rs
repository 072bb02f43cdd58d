// Judges answers by the archive kassay-vectors; its README.md describes the format. Needs rustc 1.63 or later, but no crates.
//   rustc -O --edition 2021 loader.rs && ./loader ARCHIVE ANSWERS [EDITION]
use std::collections::BTreeMap;
use std::{env, fs, iter::from_fn, path::Path, process::exit};

const SHOWN: usize = 10;

#[derive(Clone, Debug, PartialEq)]
enum Json { Null, Bool(bool), Number(f64), Text(String), List(Vec<Json>), Object(BTreeMap<String, Json>) }
use Json::*;

impl Json {
    fn get(&self, key: &str) -> &Json { if let Object(members) = self { members.get(key).unwrap_or(&Null) } else { &Null } }
    fn members(&self) -> Vec<(&String, &Json)> { if let Object(members) = self { members.iter().collect() } else { vec![] } }
    fn text(&self) -> &str { if let Text(text) = self { text } else { "" } }
    fn list(&self) -> &[Json] { if let List(items) = self { items } else { &[] } }
    fn number(&self) -> f64 { if let Number(number) = self { *number } else { 0.0 } }
    fn has(&self, text: &str) -> bool { self.list().iter().any(|item| item.text() == text) }
    fn read(path: &Path) -> Json { Json::parse(&fs::read(path).unwrap(), &mut 0).unwrap() }
    // None at a closing bracket. Commas and colons are skipped: JSON can be read without them.
    fn parse(json: &[u8], at: &mut usize) -> Option<Json> {
        while b" \n\r\t,:".contains(&json[*at]) { *at += 1; }
        let start = *at;
        *at += 1;
        Some(match json[start] {
            b']' | b'}' => return None,
            b'"' => Text(Json::string(json, at)),
            b'[' => List(from_fn(|| Json::parse(json, at)).collect()),
            b'{' => Object(from_fn(|| Some((Json::parse(json, at)?.text().to_string(), Json::parse(json, at)?))).collect()),
            _ => {
                while *at < json.len() && !b" \n\r\t,:]}".contains(&json[*at]) { *at += 1; }
                let word = std::str::from_utf8(&json[start..*at]).unwrap();
                word.parse().map_or(if word == "null" { Null } else { Bool(word == "true") }, Number)
            }
        })
    }
    fn string(json: &[u8], at: &mut usize) -> String {
        let start = *at;
        while json[*at] != b'"' { *at += 1 + (json[*at] == b'\\') as usize; }
        *at += 1;
        let mut characters = std::str::from_utf8(&json[start..*at - 1]).unwrap().chars();
        let code = |hex: &mut std::str::Chars| u32::from_str_radix(&hex.take(4).collect::<String>(), 16).unwrap();
        from_fn(|| Some(match characters.next()? {
            '\\' => match characters.next()? {
                'b' => '\x08', 'f' => '\x0c', 'n' => '\n', 'r' => '\r', 't' => '\t',
                'u' => char::from_u32(code(&mut characters)).unwrap_or('\u{fffd}'),
                other => other,
            },
            other => other,
        })).collect()
    }
}

// The bytes of each tensor, by name.
type Tensors = BTreeMap<String, Vec<u8>>;
fn read_tensors(path: &Path) -> Tensors {
    if !path.exists() { return Tensors::new(); }
    let content = fs::read(path).unwrap();
    let start = 8 + u64::from_le_bytes(content[..8].try_into().unwrap()) as usize;
    Json::parse(&content[8..start], &mut 0).unwrap().members().into_iter().map(|(name, entry)| {
        let range: Vec<usize> = entry.get("data_offsets").list().iter().map(|offset| start + offset.number() as usize).collect();
        (name.clone(), content[range[0]..range[1]].to_vec())
    }).collect()
}

// To test your backend, replace this: run the program on `tensors`, add its results to `answered`, return an answer as in ANSWERS.
fn answer_of(answers: &Json, case: &Json, mode: &str, _tensors: &Tensors, _answered: &mut Tensors) -> Json {
    answers.get("answers").get(case.get("id").text()).get(mode).clone()
}

fn element(bytes: &[u8], i: usize) -> f64 { f64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().unwrap()) }

// The fault in an output; None if it is right.
fn fault(output: &Json, actual: &Json, tensors: &Tensors, answered: &Tensors) -> Option<String> {
    let (value, answer) = (output.get("value"), actual.get("value"));
    if output.get("kind").text() == "value" || actual.get("kind").text() == "value" {
        let near = matches!((value, answer), (Number(e), Number(a)) if (a - e).abs() <= output.get("limit").number());
        if output.get("kind") == actual.get("kind") && (near || value == answer) { return None; }
        return Some(format!("{answer:?}; expected: {value:?}"));
    }
    let kind = |tensor: &Json| format!("{} {:?}", tensor.get("dtype").text(), tensor.get("shape"));
    if kind(output) != kind(actual) { return Some(format!("{}; expected: {}", kind(actual), kind(output))); }
    let (truths, answers) = (&tensors[value.text()], answered.get(answer.text()).unwrap_or(&vec![]).clone());
    if truths.len() != answers.len() { return Some(format!("{} bytes; expected: {}", answers.len(), truths.len())); }
    if *output.get("limit") == Null { return (*truths != answers).then(|| "another integer or bool".to_string()); }
    // Element i of the tensor that the output has under this name; a single element applies to all.
    let given = |name: &str, i: usize| tensors.get(output.get(name).text()).map(|b| element(b, if b.len() == 8 { 0 } else { i }));
    let (mut squares, mut counted) = (0.0, 0.0);
    for i in 0..truths.len() / 8 {
        let (a, e) = (element(&answers, i), element(truths, i));
        let same_sign = a.is_sign_negative() == e.is_sign_negative();
        let mut error = if a == e || (a.is_nan() && e.is_nan()) { 0.0 } else { (a - e).abs() };
        if a == 0.0 { error = error.min(given("zero_error", i).unwrap_or(error)); }
        if a.is_infinite() && same_sign { error = error.min(given("infinity_error", i).unwrap_or(error)); }
        if *output.get("sign_of_zero") != Null && a == 0.0 && e == 0.0 && !same_sign { error = f64::INFINITY; }
        let (limit, unit) = (given("limit", i).unwrap(), given("rms_unit", i).unwrap_or(0.0));
        if !(error <= limit) { return Some(format!("element {i} is {a:e}; expected: {e:e}, limit {limit:e}")); }
        if unit > 0.0 { squares += (error / unit).powi(2); counted += 1.0; }
    }
    let (rms, limit) = (f64::sqrt(squares / counted), output.get("rms_limit").number());
    (counted > 0.0 && !(rms <= limit)).then(|| format!("the rms of the errors is {rms}, limit {limit}"))
}

fn fault_of_answer(right: &Json, answer: &Json, tensors: &Tensors, answered: &Tensors) -> Option<String> {
    let (kinds, error) = (right.get("error"), answer.get("error").text());
    let (expected, outputs) = (right.get("outputs").list(), answer.get("outputs").list());
    if error != "" { return (!kinds.has("any") && !kinds.has(error)).then(|| format!("an error of kind {error}")); }
    if *kinds != Null || expected.len() != outputs.len() { return Some(format!("{} outputs", outputs.len())); }
    (0..outputs.len()).find_map(|i| Some(format!("output {i}: {}", fault(&expected[i], &outputs[i], tensors, answered)?)))
}

// The outcome, and the fault.
fn judge(run: &Json, answer: &Json, tensors: &Tensors, answered: &Tensors) -> (&'static str, String) {
    let (rights, error) = (run.get("right").list(), answer.get("error"));
    if *answer == Null || *run.get("random") != Null { return (if *answer == Null { "missing" } else { "random" }, String::new()); }
    if error.text() == "not-implemented" && !rights[0].get("error").has(error.text()) { return ("unsupported", String::new()); }
    let fault = |right| fault_of_answer(right, answer, tensors, answered);
    let fitting = rights.iter().find(|right| fault(right).is_none());
    let outcome = fitting.map_or("wrong", |right| if *right.get("reading") == Null { "right" } else { "accepted" });
    (outcome, if fitting.is_none() { fault(&rights[0]).unwrap() } else { String::new() })
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if arguments.len() < 3 { eprintln!("usage: loader ARCHIVE ANSWERS [EDITION]"); exit(2); }
    let (archive, folder) = (Path::new(&arguments[1]), Path::new(&arguments[2]));
    let mut counts = ["right", "accepted", "wrong", "unsupported", "random", "missing"].map(|outcome| (outcome, 0));
    let manifest = Json::read(&archive.join("manifest.json"));
    for (name, _) in manifest.get("functions").members() {
        let file = folder.join(format!("{name}.json"));
        let answers = if file.exists() { Json::read(&file) } else { Null };
        let mut answered = read_tensors(&folder.join(format!("{name}.safetensors")));
        let tensors = read_tensors(&archive.join(format!("functions/{name}.safetensors")));
        let document = Json::read(&archive.join(format!("functions/{name}.json")));
        for case in document.get("cases").list() {
            if !case.get("editions").has(arguments.get(3).map_or("ko", |edition| edition)) { continue; }
            for run in case.get("runs").list() {
                for mode in run.get("modes").list().iter().map(|mode| mode.text()) {
                    let answer = answer_of(&answers, case, mode, &tensors, &mut answered);
                    let (outcome, fault) = judge(run, &answer, &tensors, &answered);
                    counts.iter_mut().filter(|count| count.0 == outcome).for_each(|count| count.1 += 1);
                    if outcome == "wrong" && counts[2].1 <= SHOWN { println!("{} {mode}: {fault}", case.get("id").text()); }
                }
            }
        }
    }
    for (outcome, count) in counts { println!("{outcome} {count}"); }
    exit((counts[2].1 > 0 || counts[0].1 + counts[1].1 == 0) as i32);
}
