// Reads a JSON text a line, and writes what was read as JSON again.
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  try {
    console.log(JSON.stringify(JSON.parse(line)));
  } catch (error) {
    console.log("refused");
  }
});
