// Answers cases `pattern<TAB>subject`, a line each, with the spans of the first match and of its groups: `1-2 1-1 -`.
// A line without a tab is repeated.
// `java Engine.java`
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

class Engine {
    static String answer(String pattern, String subject) {
        Matcher matcher;
        try {
            matcher = Pattern.compile(pattern).matcher(subject);
        } catch (PatternSyntaxException error) {
            return "refused";
        }
        if (!matcher.find()) {
            return "none";
        }
        StringBuilder spans = new StringBuilder();
        for (int group = 0; group <= matcher.groupCount(); group++) {
            spans.append(group > 0 ? " " : "");
            spans.append(matcher.start(group) < 0 ? "-" : matcher.start(group) + "-" + matcher.end(group));
        }
        return spans.toString();
    }

    public static void main(String[] args) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] words = line.split("\t", -1);
            System.out.println(words.length == 2 ? answer(words[0], words[1]) : line);
        }
    }
}
