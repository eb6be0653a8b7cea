// A player as a program of its own, in JavaScript for node: plays any legal action.
//
// headrace match forecast 'exec:"node docs/examples/program.js"' random --blocks 100

const hello = { type: "hello", name: "NodeProgram", author: "Headrace", games: ["forecast", "defcon"], parameters: [] };
let state = 1n;

// Chance comes from the game's seed alone: so the same seed plays the same games.
function below(limit) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(limit));
}

function answerTo(message) {
  if (message.type === "hello") return hello;
  if (message.type === "game") state = BigInt(message.seed);
  if (message.type === "act") return { type: "action", action: message.legal[below(message.legal.length)] };
  return { type: "ready" };
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "quit") process.exit(0);
    process.stdout.write(JSON.stringify({ ...answerTo(message), n: message.n }) + "\n");
  });
