// Judges answers by the archive kassay-vectors; its README.md describes the format. Needs Java 17 or later.
//   java Loader.java ARCHIVE ANSWERS [EDITION]
import java.io.IOException;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
@SuppressWarnings("unchecked")
public final class Loader {
  private static final int SHOWN = 10;
  // Commas and colons are skipped: JSON can be read without them.
  private static final Pattern TOKEN = Pattern.compile("\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|[\\[\\]{}]|[^\\s\\[\\]{},:\"]+");
  private static final Object END = new Object();
  // The bytes of each tensor of a function, and of the answers to it, by name.
  private static Map<String, ByteBuffer> tensors, answered;

  // JSON as null, Boolean, Double, String, List and Map.
  private static Object json(Matcher tokens) {
    if (!tokens.find()) throw new IllegalArgumentException("JSON ends too early");
    String token = tokens.group();
    switch (token.charAt(0)) {
      case '"': return Pattern.compile("\\\\(?:u(....)|.)").matcher(tokens.group(1)).replaceAll(escape -> Matcher.quoteReplacement(
          escape.group(1) == null ? escape.group().translateEscapes() : Character.toString(Integer.parseInt(escape.group(1), 16))));
      case ']': case '}': return END;
      case 'n': return null;
      case 't': case 'f': return token.equals("true");
      case '[':
        List<Object> list = new ArrayList<>();
        for (Object item = json(tokens); item != END; item = json(tokens)) list.add(item);
        return list;
      case '{':
        Map<String, Object> map = new LinkedHashMap<>();
        for (Object key = json(tokens); key != END; key = json(tokens)) map.put((String) key, json(tokens));
        return map;
      default: return Double.valueOf(token);
    }
  }

  private static <T> T read(byte[] utf8) { return (T) json(TOKEN.matcher(new String(utf8, StandardCharsets.UTF_8))); }
  private static <T> T get(Object object, String key) { return (T) ((Map<String, Object>) object).get(key); }

  private static Map<String, ByteBuffer> readTensors(Path file) throws IOException {
    if (!Files.exists(file)) return new HashMap<>();
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    byte[] header = new byte[(int) content.getLong()];
    content.get(header);
    Map<String, ByteBuffer> result = new HashMap<>();
    Loader.<Map<String, Object>>read(header).forEach((name, entry) -> {
      List<Double> range = get(entry, "data_offsets");
      int begin = range.get(0).intValue(), end = range.get(1).intValue();
      result.put(name, content.slice(8 + header.length + begin, end - begin).order(ByteOrder.LITTLE_ENDIAN));
    });
    return result;
  }

  // To test your backend, replace this: run the program on `tensors`, add its results to `answered`, return an answer as in ANSWERS.
  private static Object answerOf(Object answers, Object testCase, String mode) {
    Object modes = get(answers, get(testCase, "id"));
    return modes == null ? null : get(modes, mode);
  }

  // Element i of the tensor that the output has under this name (a single element applies to all), or `otherwise` without it.
  private static double given(Object output, String name, int i, double otherwise) {
    ByteBuffer bytes = tensors.get(Loader.<String>get(output, name));
    return bytes == null ? otherwise : bytes.getDouble(bytes.capacity() == 8 ? 0 : 8 * i);
  }

  private static String type(Object tensor) { return get(tensor, "dtype") + " " + get(tensor, "shape"); }

  // The fault in an output; empty if it is right.
  private static String fault(Object output, Object actual) {
    Object value = get(output, "value"), answer = get(actual, "value");
    if (get(output, "kind").equals("value") != get(actual, "kind").equals("value")) return "a tensor for a plain value, or the reverse";
    if (get(output, "kind").equals("value")) {
      Object limit = get(output, "limit");
      boolean near = limit != null && answer instanceof Double number && Math.abs(number - (Double) value) <= (Double) limit;
      return near || Objects.equals(value, answer) ? "" : answer + "; expected: " + value;
    }
    if (!type(output).equals(type(actual))) return type(actual) + "; expected: " + type(output);
    ByteBuffer truths = tensors.get(value), answers = answered.getOrDefault(answer, ByteBuffer.allocate(0));
    if (truths.capacity() != answers.capacity()) return answers.capacity() + " bytes; expected: " + truths.capacity();
    if (get(output, "limit") == null) return truths.equals(answers) ? "" : "another integer or bool";
    double squares = 0, counted = 0;
    for (int i = 0; i < truths.capacity() / 8; i++) {
      double a = answers.getDouble(8 * i), e = truths.getDouble(8 * i);
      double error = a == e || (Double.isNaN(a) && Double.isNaN(e)) ? 0 : Math.abs(a - e);
      boolean sameSign = Math.copySign(1, a) == Math.copySign(1, e);
      if (a == 0) error = Math.min(error, given(output, "zero_error", i, error));
      if (Double.isInfinite(a) && sameSign) error = Math.min(error, given(output, "infinity_error", i, error));
      if (get(output, "sign_of_zero") != null && a == 0 && e == 0 && !sameSign) error = Double.POSITIVE_INFINITY;
      double limit = given(output, "limit", i, 0), unit = given(output, "rms_unit", i, 0);
      if (!(error <= limit)) return "element " + i + " is " + a + "; expected: " + e + ", limit " + limit;
      squares += unit > 0 ? error / unit * (error / unit) : 0;
      counted += unit > 0 ? 1 : 0;
    }
    double rms = Math.sqrt(squares / counted), limit = counted == 0 ? 0 : get(output, "rms_limit");
    return counted == 0 || rms <= limit ? "" : "the rms of the errors is " + rms + ", limit " + limit;
  }

  private static String faultOfAnswer(Object right, Object answer) {
    List<Object> kinds = get(right, "error"), expected = get(right, "outputs"), outputs = get(answer, "outputs");
    Object error = get(answer, "error");
    if (error != null) return kinds != null && (kinds.contains("any") || kinds.contains(error)) ? "" : "an error of kind " + error;
    if (expected == null || expected.size() != outputs.size()) return outputs.size() + " outputs";
    for (int i = 0; i < outputs.size(); i++) {
      String fault = fault(expected.get(i), outputs.get(i));
      if (!fault.isEmpty()) return "output " + i + ": " + fault;
    }
    return "";
  }

  // The outcome, or the fault.
  private static String judge(Object run, Object answer) {
    if (get(run, "random") != null || answer == null) return answer == null ? "missing" : "random";
    List<Object> rights = get(run, "right"), kinds = get(rights.get(0), "error");
    boolean isExpected = kinds != null && kinds.contains("not-implemented");
    if (!isExpected && "not-implemented".equals(get(answer, "error"))) return "unsupported";
    for (Object one : rights) if (faultOfAnswer(one, answer).isEmpty()) return get(one, "reading") == null ? "right" : "accepted";
    return faultOfAnswer(rights.get(0), answer);
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 2) { System.err.println("usage: java Loader.java ARCHIVE ANSWERS [EDITION]"); System.exit(2); }
    Path archive = Path.of(arguments[0]), answers = Path.of(arguments[1]);
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String outcome : List.of("right", "accepted", "wrong", "unsupported", "random", "missing")) counts.put(outcome, 0);
    Object manifest = read(Files.readAllBytes(archive.resolve("manifest.json")));
    for (String name : Loader.<Map<String, Object>>get(manifest, "functions").keySet()) {
      Path file = answers.resolve(name + ".json");
      Object given = Files.exists(file) ? get(read(Files.readAllBytes(file)), "answers") : Map.of();
      answered = readTensors(answers.resolve(name + ".safetensors"));
      tensors = readTensors(archive.resolve("functions/" + name + ".safetensors"));
      Object document = read(Files.readAllBytes(archive.resolve("functions/" + name + ".json")));
      for (Object testCase : Loader.<List<Object>>get(document, "cases")) {
        if (!Loader.<List<Object>>get(testCase, "editions").contains(arguments.length > 2 ? arguments[2] : "ko")) continue;
        for (Object run : Loader.<List<Object>>get(testCase, "runs"))
          for (String mode : Loader.<List<String>>get(run, "modes")) {
            String outcome = judge(run, answerOf(given, testCase, mode));
            boolean isWrong = !counts.containsKey(outcome);
            int count = counts.merge(isWrong ? "wrong" : outcome, 1, Integer::sum);
            if (isWrong && count <= SHOWN) System.out.println(get(testCase, "id") + " " + mode + ": " + outcome);
          }
      }
    }
    counts.forEach((outcome, count) -> System.out.println(outcome + " " + count));
    System.exit(counts.get("wrong") > 0 || counts.get("right") + counts.get("accepted") == 0 ? 1 : 0);
  }
}
