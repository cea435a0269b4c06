import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TEST_XPUB } from "../../testing/evm/test-xpub.ts";
import { readConfig } from "./config.ts";
import { requireServerSettings } from "./server-settings.ts";

const HOT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const COLD = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CELLS = "1=postgres://app@127.0.0.1/one 2=postgres://app@127.0.0.1/two";

const CHAIN = {
  ...{ network: "ERC20", chainId: 1337, rpcUrls: ["http://127.0.0.1:1"] },
  token: { asset: "USDT", contract: `0x${"d".repeat(40)}`, decimals: 6 },
  confirmations: [{ confirmations: 2 }],
};

let payouts: Record<string, string>;

function evmEnv(changed: object = {}): Record<string, string> {
  const chains = [{ ...CHAIN, ...changed }];
  return { CHAIN_PROVIDER: "evm", EVM_CHAINS: JSON.stringify({ xpub: TEST_XPUB, chains }) };
}

beforeAll(() => {
  const linkKeyFile = path.join(mkdtempSync(path.join(tmpdir(), "link-")), "link.key");
  writeFileSync(linkKeyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
  const chain = {
    ...CHAIN,
    ...{ cost: "1.00", minimum: "10.00", maxFeePerGas: "1000" },
    ...{ refillBelow: "100.00", refillCoinBelow: "1000", ceiling: "1000.00" },
  };
  const settings = { wallet: HOT, socket: "/run/signer.sock", linkKeyFile, chains: [chain] };
  payouts = { PAYOUT_PROVIDER: "evm", EVM_PAYOUTS: JSON.stringify(settings) };
});

test("treasury: a cold wallet is read with its checksum, and is not the hot one", () => {
  const { chain } = readConfig({ ...evmEnv({ coldWallet: COLD }), ...payouts });
  expect(chain.provider === "evm" ? chain.chains[0]?.coldWallet : "").toBe(COLD.toLowerCase());
  const lower = evmEnv({ coldWallet: COLD.toLowerCase() });
  expect(() => readConfig(lower)).toThrow("coldWallet: set an address with its checksum");
  const same = { ...evmEnv({ coldWallet: HOT }), ...payouts };
  expect(() => readConfig(same)).toThrow("ERC20: coldWallet: this is the hot wallet");
});

test("treasury: a server with several cells does not start with a wallet, commands do", () => {
  for (const env of [payouts, evmEnv({ coldWallet: COLD })]) {
    const config = readConfig({ ...env, CELLS });
    expect(() => requireServerSettings(config)).toThrow("a wallet belongs to one cell");
    expect(() => requireServerSettings(readConfig(env))).not.toThrow();
  }
  expect(() => requireServerSettings(readConfig({ ...evmEnv(), CELLS }))).not.toThrow();
});
