// Evaluates an expression a line.
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  try {
    const value = Number((0, eval)(line));
    console.log(Number.isNaN(value) ? "none" : String(value === 0 ? 0 : value));
  } catch (error) {
    console.log("refused");
  }
});
