import { HDKey } from "@scure/bip32";
import { describe, expect, it } from "vitest";
import { evmAddressOf } from "../../adapters/chain/deposit-address.ts";
import { evmConfigOf, evmProblems } from "./evm-settings.ts";
import { publicKeyAt, xpubProblem } from "./xpub.ts";

/** The account m/44'/60'/0' of the mnemonic "test test test … junk", which everybody knows. */
const XPUB =
  "xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FN" +
  "FLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP";
/** The first account of BIP-32's test vector 1, m/0'. */
const VECTOR = {
  parent:
    "xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPM" +
    "M3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5",
  path: { cell: 2, index: 1_000_000_000 },
  child:
    "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYF" +
    "gJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy",
};

const CHAIN = {
  network: "ERC20",
  chainId: 1,
  rpcUrls: ["https://a.example/key", "https://b.example/key"],
  token: {
    asset: "USDT",
    contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    decimals: 6,
  },
  confirmations: [
    { upTo: "1000.00", confirmations: 12 },
    { confirmations: 64, tag: "finalized" },
  ],
  secondSourceAbove: "1000.00",
};

const USDC = {
  asset: "USDC",
  contract: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  decimals: 6,
};
const OTHER_USDC = { ...USDC, contract: `0x${"2".repeat(40)}` };
const BSC_USDT = "0x55d398326f99059fF775485246999027B3197955";
const POLYGON_USDT = "0xc2132D05D31c914a87C6611C10748AEb04B58e8F";

function env(chain: object = {}, over: object = {}, mode = "live") {
  return {
    TESSERA_MODE: mode,
    CHAIN_PROVIDER: "evm",
    EVM_CHAINS: JSON.stringify({ xpub: XPUB, chains: [{ ...CHAIN, ...chain }], ...over }),
    EVM_POLL_MS: "2000",
  };
}

describe("settings of EVM chains", () => {
  it("are read if they are complete", () => {
    expect(evmProblems(env())).toEqual([]);
    const [chain] = evmConfigOf(env()).chains;
    expect(chain).toMatchObject({
      tokens: [
        {
          ...{ asset: "USDT", isDeposited: true, decimals: 6 },
          contract: "0xdac17f958d2ee523a2206206994597c13d831ec7",
        },
      ],
      tiers: [
        { upToMinor: 100_000n, confirmations: 12, tag: undefined },
        { upToMinor: undefined, confirmations: 64, tag: "finalized" },
      ],
      secondSourceAboveMinor: 100_000n,
      keepBlocks: 256,
    });
  });

  it.each([
    ["no chain", {}, { chains: [] }, "chains"],
    ["an unknown key", { confirmation: 3 }, {}, "confirmation"],
    ["a plain connection in live mode", { rpcUrls: ["http://a.example"] }, {}, "https"],
    ["another chain in live mode", { chainId: 11_155_111 }, {}, "chain 1"],
    [
      "another token in live mode",
      { token: { ...CHAIN.token, contract: `0x${"1".repeat(40)}` } },
      {},
      "official contract",
    ],
    ["token and tokens", { tokens: [USDC] }, {}, "either token or tokens"],
    ["no token", { token: undefined }, {}, "either token or tokens"],
    ["an asset twice", { token: undefined, tokens: [USDC, OTHER_USDC] }, {}, "each asset once"],
    ["a contract twice", { otherTokens: [CHAIN.token] }, {}, "each contract once"],
    ["USDC without its price", { token: undefined, tokens: [USDC] }, {}, "USDC_RATE_PROVIDER"],
    [
      "USDT on Base, where Tether has no contract",
      { network: "BASE", chainId: 8_453 },
      {},
      "official contract",
    ],
    [
      "a last tier with an amount",
      { confirmations: [{ upTo: "1", confirmations: 1 }] },
      {},
      "last",
    ],
    [
      "tiers that descend",
      {
        confirmations: [{ upTo: "10", confirmations: 9 }, { confirmations: 3 }],
      },
      {},
      "larger amount",
    ],
    ["no second source", { rpcUrls: ["https://a.example/1"] }, {}, "a host of its own"],
    [
      "two of three sources at the same host",
      { rpcUrls: ["https://a.example/1", "https://a.example/2", "https://b.example"] },
      {},
      "a host of its own",
    ],
    ["one source for every amount in live mode", { secondSourceAbove: undefined }, {}, "live mode"],
    ["fewer blocks than confirmations", { keepBlocks: 70 }, {}, "keepBlocks"],
    ["an amount of zero", { secondSourceAbove: "0" }, {}, "set an amount"],
  ])("are refused with %s", (_, chain, over, problem) => {
    const problems = evmProblems(env(chain, over));
    expect(problems.map((one) => one.problem).join("\n")).toContain(problem);
  });

  it.each([
    ["ERC20", 1, ["0xdAC17F958D2ee523a2206206994597C13D831ec7", USDC.contract], 6],
    ["BEP20", 56, [BSC_USDT, "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"], 18],
    ["BASE", 8_453, [undefined, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"], 6],
    ["POLYGON", 137, [POLYGON_USDT, "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"], 6],
  ])("are read for %s in live mode with the official contracts", (network, chainId, own, size) => {
    const tokens = own.flatMap((contract, place) =>
      contract === undefined
        ? []
        : [{ asset: place === 0 ? "USDT" : "USDC", contract, decimals: size }],
    );
    const chain = env({ network, chainId, token: undefined, tokens });
    const given = { ...chain, USDC_RATE_PROVIDER: "bitstamp" };
    expect(evmProblems(given)).toEqual([]);
    const [read] = evmConfigOf(given).chains;
    expect(read?.tokens.every(({ isDeposited }) => isDeposited)).toBe(true);
  });

  it("are refused if the same network is listed twice", () => {
    const problems = evmProblems(env({}, { chains: [CHAIN, CHAIN] }));
    expect(problems.map((one) => one.problem).join("\n")).toContain("once");
  });

  it("never repeat what was given, which contains keys", () => {
    const given = { ...env(), EVM_CHAINS: '{"xpub": "https://secret.example"' };
    expect(JSON.stringify(evmProblems(given))).not.toContain("secret");
  });

  it("are refused with a private key, which the problem does not repeat", () => {
    const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/60'/0'");
    const problem = xpubProblem(key.privateExtendedKey ?? "");
    expect(problem).toContain("this is a private key, which must not be on this server");
    expect(problem).not.toContain(key.privateExtendedKey ?? "none");
    expect(xpubProblem(key.publicExtendedKey)).toBeUndefined();
  });

  it.each([
    ["a key with a typing error", XPUB.replace("Ce9N", "Ce9M")],
    ["a key of another level", VECTOR.child],
    ["an address", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  ])("are refused with %s", (_, text) => {
    expect(xpubProblem(text)).toBeDefined();
  });
});

describe("derived keys", () => {
  it("are those of BIP-32's first test vector", () => {
    const expected = HDKey.fromExtendedKey(VECTOR.child).publicKey;
    const whole = publicKeyAt(VECTOR.parent, VECTOR.path);
    expect([...whole.subarray(0, 32)]).toEqual([...(expected ?? []).slice(1)]);
  });

  it.each([
    [0, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
    [1, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    [9, "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720"],
  ])("have the address that wallets show at m/44'/60'/0'/0/%i", (index, address) => {
    expect(evmAddressOf(publicKeyAt(XPUB, { cell: 0, index }))).toBe(address);
  });
});
