// Answers the questions of tcp.conformance with a published evaluator: node evaluators.js CALL
const readline = require("node:readline");

const words = (name) => name.toLowerCase().replaceAll(" ", "_");
const CATEGORIES = { one_pair: "pair" };
const category = (name) => CATEGORIES[words(name)] ?? words(name);
const sign = (number) => (number > 0) - (number < 0);

function solver(game) {
  const { Hand } = require("pokersolver");
  // Its own names for hands of three cards: the beginning of "Pair, 4's", or of "Q High".
  const NAMES = { "High Card": "high_card", Pair: "pair", Flush: "flush", Straight: "straight",
    "Three of a Kind": "three_of_a_kind", "Straight Flush": "straight_flush" };
  return {
    rank: (cards) => NAMES[Hand.solve(cards, game).name],
    compare: (one, two) => {
      const hands = [Hand.solve(one, game), Hand.solve(two, game)];
      const best = Hand.winners(hands);
      return best.length === 2 ? 0 : best[0] === hands[0] ? 1 : -1;
    },
  };
}

function evaluator(name) {
  const program = require(name);  // one of them needs to be called as a method
  const evalHand = (cards) => program.evalHand(cards);
  return {
    rank: (cards) => `${category(evalHand(cards).handName)} ${evalHand(cards).value}`,
    compare: (one, two) => sign(evalHand(one).value - evalHand(two).value),
  };
}

const CALLS = {
  "pokersolver threecard": () => solver("threecard"),
  "pokersolver standard": () => solver("standard"),
  "poker-evaluator": () => evaluator("poker-evaluator"),
  "latest-poker-evaluator": () => evaluator("latest-poker-evaluator"),
};

const program = CALLS[process.argv[2]]();
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [kind, ...cards] = line.trim().split(/\s+/);
  if (kind === "rank") console.log(program.rank(cards));
  else if (kind === "compare") console.log(program.compare(cards.slice(0, 3), cards.slice(3)));
  else console.log("skip");
});
