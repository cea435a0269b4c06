import type { AnvilNode } from "@tessera/server/testing/anvil-node";

/** What the hot wallet gets when it holds less: USDT with six decimals, and ether for fees. */
const TOKEN_RAW = 20_000_000_000n;
const COIN_WEI = 10n ** 19n;

async function tokensOf(node: AnvilNode, token: string, wallet: string): Promise<bigint> {
  const data = `0x70a08231${wallet.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt(await node.rpc<string>("eth_call", [{ to: token, data }, "latest"]));
}

/** Fills the hot wallet up with test tokens, and with ether for fees. */
export async function fillWallet(
  node: AnvilNode,
  token: `0x${string}`,
  wallet: string,
): Promise<void> {
  await node.rpc("anvil_setBalance", [wallet, `0x${COIN_WEI.toString(16)}`]);
  const missing = TOKEN_RAW - (await tokensOf(node, token, wallet));
  if (missing > 0n) {
    await node.send(await node.call("SilentToken", token, "mint", [wallet, missing]));
    await node.mine(1);
  }
}

/** The settings with which a server pays withdrawals from the wallet on the local node. */
export function payoutSettings(
  chain: { readonly chainId: number; readonly url: string; readonly token: string },
  signer: { readonly wallet: string; readonly socket: string; readonly linkKeyFile: string },
): Readonly<Record<string, string>> {
  const { chainId, url, token } = chain;
  const { wallet, socket, linkKeyFile } = signer;
  const settings = {
    network: "ERC20",
    chainId,
    rpcUrls: [url],
    token: { asset: "USDT", contract: token, decimals: 6 },
    confirmations: [{ upTo: "1000.00", confirmations: 2 }, { confirmations: 4 }],
    cost: "1.00",
    minimum: "10.00",
    maxFeePerGas: "100000000000",
    replaceAfterSeconds: 60,
    refillBelow: "1000.00",
    refillCoinBelow: "100000000000000000",
    ceiling: "30000.00",
  };
  return {
    PAYOUT_PROVIDER: "evm",
    EVM_PAYOUTS: JSON.stringify({ wallet, socket, linkKeyFile, chains: [settings] }),
  };
}
