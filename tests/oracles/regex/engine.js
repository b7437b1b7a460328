// Answers cases `pattern<TAB>subject`, a line each, with the spans of the first match and of its groups: `1-2 1-1 -`.
// A line without a tab is repeated.
// `node engine.js u` sets flags.
const flags = "d" + (process.argv[2] || "");

function answer(pattern, subject) {
    let regex;
    try {
        regex = new RegExp(pattern, flags);
    } catch {
        return "refused";
    }
    const match = regex.exec(subject);
    return match ? match.indices.map(span => span ? span.join("-") : "-").join(" ") : "none";
}

let rest = "";
process.stdin.on("data", chunk => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    process.stdout.write(lines.map(line => (line.includes("\t") ? answer(...line.split("\t")) : line) + "\n").join(""));
});
