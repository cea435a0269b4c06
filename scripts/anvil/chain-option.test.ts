import { expect, test } from "vitest";
import { takeChainOption } from "./chain-option.ts";

test.each([
  [["--chain", "anvil", "--more"], ["--more"]],
  [["--more", "--chain=anvil"], ["--more"]],
])("npm start: %j starts the local node, and the server gets the rest", (given, args) => {
  expect(takeChainOption(given, {})).toEqual({ isAnvil: true, args });
});

test("npm start: without --chain, every argument is the server's", () => {
  expect(takeChainOption(["--more"], {})).toEqual({ isAnvil: false, args: ["--more"] });
});

test.each([
  ["another chain", ["--chain", "mainnet"], {}, "takes one value"],
  ["no value", ["--chain"], {}, "takes one value"],
  ["live mode", ["--chain", "anvil"], { TESSERA_MODE: "live" }, "for the sandbox"],
  ["a provider", ["--chain", "anvil"], { CHAIN_PROVIDER: "custodian" }, "CHAIN_PROVIDER itself"],
  ["a payout provider", ["--chain", "anvil"], { PAYOUT_PROVIDER: "evm" }, "PAYOUT_PROVIDER itself"],
])("npm start: --chain refuses %s", (_, given, env, problem) => {
  expect(() => takeChainOption(given, env)).toThrow(problem);
});
