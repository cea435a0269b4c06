import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { evmPayoutProblems } from "./evm-payout-settings.ts";

const WALLET = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CHAIN = {
  network: "ERC20",
  chainId: 1,
  rpcUrls: ["https://one.example.com/secret-of-the-url", "https://two.example.com"],
  token: {
    asset: "USDT",
    contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    decimals: 6,
  },
  confirmations: [{ upTo: "1000.00", confirmations: 12 }, { confirmations: 40 }],
  cost: "5.00",
  minimum: "50.00",
  maxFeePerGas: "80000000000",
  refillBelow: "5000.00",
  refillCoinBelow: "50000000000000000",
  ceiling: "50000.00",
};

let linkKeyFile: string;

beforeAll(() => {
  linkKeyFile = path.join(mkdtempSync(path.join(tmpdir(), "link-")), "link.key");
  writeFileSync(linkKeyFile, randomBytes(32).toString("base64"), { mode: 0o640 });
});

function envWith(changed: object = {}, chain: object = {}): Record<string, string> {
  const payouts = {
    wallet: WALLET,
    socket: "/run/signer.sock",
    linkKeyFile,
    chains: [{ ...CHAIN, ...chain }],
    ...changed,
  };
  return { PAYOUT_PROVIDER: "evm", EVM_PAYOUTS: JSON.stringify(payouts) };
}

function problemsOf(env: Record<string, string>): string {
  const problems = evmPayoutProblems({ TESSERA_MODE: "live", ...env });
  return problems.map(({ setting, problem }) => `${setting}: ${problem}`).join("\n");
}

test("evm payouts: settings are read, and the wallet identifies the account", () => {
  expect(problemsOf(envWith())).toBe("");
  expect(readConfig({ TESSERA_MODE: "sandbox", ...envWith() }).payout).toMatchObject({
    provider: "evm",
    account: `evm-wallet:${WALLET.toLowerCase()}`,
    chains: [{ costMinor: 500n, gasLimit: 120_000n, replaceAfterMs: 180_000 }],
  });
});

test.each([
  ["a wallet without checksum", { wallet: WALLET.toLowerCase() }, {}, "wallet: "],
  ["no link key", { linkKeyFile: "/nowhere" }, {}, "linkKeyFile: "],
  ["an unknown field", { privateKey: "secret-of-the-key" }, {}, "Unrecognized key"],
  ["one host", {}, { rpcUrls: ["https://one.example.com"] }, "two hosts"],
  ["an open connection", {}, { rpcUrls: ["http://a.example", "https://b.example"] }, "https://"],
  ["another chain", {}, { chainId: 1337 }, "on chain 1 "],
  ["no ceiling above the refill", {}, { ceiling: "5000.00" }, "ceiling: "],
  ["no last tier", {}, { confirmations: [{ upTo: "1.00", confirmations: 1 }] }, "last tier"],
])("evm payouts: live mode refuses %s, and repeats no secret", (_, changed, chain, problem) => {
  const found = problemsOf(envWith(changed, chain));
  expect(found).toContain(problem);
  expect(found).not.toContain("secret-of");
});

test("evm payouts: a link key that every user may read is refused", () => {
  chmodSync(linkKeyFile, 0o644);
  expect(problemsOf(envWith())).toContain("can be read by every user");
  chmodSync(linkKeyFile, 0o640);
});
