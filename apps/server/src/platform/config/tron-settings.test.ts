import { expect, test } from "vitest";
import { evmAddressOf, tronAddress } from "../../adapters/chain/deposit-address.ts";
import { TEST_XPUB } from "../../testing/evm/test-xpub.ts";
import { TRON_FIRST_ADDRESS, TRON_XPUB } from "../../testing/tron/tron-xpub.ts";
import { depositChainsOf, evmConfigOf, evmProblems } from "./evm-settings.ts";
import { publicKeyAt } from "./xpub.ts";

const CHAIN = {
  network: "ERC20",
  chainId: 1,
  rpcUrls: ["https://a.example", "https://b.example"],
  token: {
    asset: "USDT",
    contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    decimals: 6,
  },
  confirmations: [{ confirmations: 12 }],
  secondSourceAbove: "1000.00",
};
const TRON = {
  xpub: TRON_XPUB,
  servers: [{ url: "https://api.trongrid.io", apiKey: "secret" }, { url: "https://b.example" }],
  secondSourceAbove: "1000.00",
};

function env(tron: object, mode = "live") {
  return {
    TESSERA_MODE: mode,
    CHAIN_PROVIDER: "evm",
    EVM_CHAINS: JSON.stringify({ xpub: TEST_XPUB, chains: [CHAIN], tron: { ...TRON, ...tron } }),
    EVM_POLL_MS: "2000",
  };
}

test("TRON settings: are read if they are complete", () => {
  expect(evmProblems(env({}))).toEqual([]);
  const chains = depositChainsOf(evmConfigOf(env({})));
  expect(chains.map(({ network }) => network)).toEqual(["ERC20", "TRC20"]);
  expect(chains[1]).toMatchObject({
    chainId: 0x2b6653dc,
    tiers: [{ upToMinor: undefined, confirmations: 20, tag: "finalized" }],
    secondSourceAboveMinor: 100_000n,
  });
});

test.each([
  [{ xpub: "xprv9s21ZrQH143K" }, "private key"],
  [{ servers: [{ url: "https://a.example" }, { url: "https://a.example/2" }] }, "host of its own"],
  [{ servers: [{ url: "http://a.example" }, { url: "https://b.example" }] }, "https://"],
  [{ secondSourceAbove: undefined }, "live mode needs it"],
  [{ contract: `0x${"1".repeat(40)}` }, "main network only"],
  [{ chainId: 1 }, "main network only"],
  [{ apiKey: "x" }, "tron"],
])("TRON settings: %j is refused in live mode", (over, problem) => {
  expect(JSON.stringify(evmProblems(env(over)))).toContain(problem);
  expect(JSON.stringify(evmProblems(env(over)))).not.toContain("secret");
});

test("TRON settings: a test network is accepted in the sandbox", () => {
  const nile = { chainId: 0xcd8690dc, contract: `0x${"1".repeat(40)}` };
  expect(evmProblems(env(nile, "sandbox"))).toEqual([]);
});

test("TRON settings: addresses are those that wallets derive at coin type 195", () => {
  const key = publicKeyAt(TRON_XPUB, { cell: 0, index: 0 });
  const account = Buffer.from(evmAddressOf(key).slice(2), "hex");
  expect(tronAddress(account)).toBe(TRON_FIRST_ADDRESS);
});
