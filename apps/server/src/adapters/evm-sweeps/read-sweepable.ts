import * as z from "zod/mini";
import type { EvmChainSettings, EvmToken } from "../../platform/config/evm-settings.ts";
import type { Tx } from "../../platform/context.ts";
import { chainIdAnswer, quantityAnswer } from "../evm/evm-answers.ts";
import { createEvmRpc, type EvmRpc } from "../evm/evm-rpc.ts";
import { readTokenBalances } from "../evm/read-token-balances.ts";
import { RpcError } from "../evm/rpc-error.ts";
import { type PaidAddress, selectPaidPaths } from "./evm-sweeps.repository.ts";
import { isWorthSweeping, type Sweepable } from "./sweep-plan.policy.ts";

/** The selector of `transfer(address,uint256)`. */
const TRANSFER = "0xa9059cbb";
const pricedBlock = z.object({ baseFeePerGas: quantityAnswer });

/** What a chain's deposit addresses hold, and what a unit of gas costs there. */
export interface FoundAddresses {
  readonly sweepable: readonly Sweepable[];
  /** Addresses of another account's key, which this program's settings do not name. */
  readonly ofOtherKeys: number;
  /** Addresses that hold less than the minimum. */
  readonly belowMinimum: number;
  /** Addresses whose transfer the token refuses, for example because its issuer has frozen them. */
  readonly refused: readonly string[];
  /** Twice the base fee and the suggested priority fee, in wei. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

interface Asked {
  readonly chain: EvmChainSettings;
  /** The account whose addresses are looked for, as a digest of its key. */
  readonly account: string;
  readonly minimumMinor: bigint;
  /** An address that receives, for the estimate of gas. */
  readonly destination: string;
}

function word(hex: string): string {
  return hex.replace(/^0x/, "").padStart(64, "0");
}

/** Estimates the gas of a transfer, with a quarter more; undefined if the token refuses it. */
async function estimate(
  rpc: EvmRpc,
  {
    from,
    contract,
    destination,
    amountRaw,
  }: Record<"from" | "contract" | "destination", string> & {
    readonly amountRaw: bigint;
  },
): Promise<bigint | undefined> {
  const data = TRANSFER + word(destination) + word(amountRaw.toString(16));
  const call = { method: "eth_estimateGas", params: [{ from, to: contract, data }] };
  try {
    return ((await rpc.call(call, quantityAnswer)) * 5n) / 4n;
  } catch (error) {
    if (error instanceof RpcError && error.fault === "refused") {
      return undefined;
    }
    throw error;
  }
}

async function complete(
  rpc: EvmRpc,
  { chain, destination }: Asked,
  { own, token, amountRaw }: { own: PaidAddress; token: EvmToken; amountRaw: bigint },
): Promise<Sweepable | undefined> {
  const { address } = own;
  const { contract, asset, decimals } = token;
  const gasLimit = await estimate(rpc, { from: address, contract, destination, amountRaw });
  const count = { method: "eth_getTransactionCount", params: [address, "latest"] };
  const coin = { method: "eth_getBalance", params: [address, "latest"] };
  const given = await rpc.call({ method: "eth_chainId", params: [] }, chainIdAnswer);
  if (given !== chain.chainId) {
    throw new RpcError("wrong_chain", `${rpc.label} serves chain ${given}, not ${chain.chainId}`);
  }
  return gasLimit === undefined
    ? undefined
    : {
        ...{ address, cell: own.cell, pathIndex: own.path_index, asset, contract, decimals },
        ...{ amountRaw, gasLimit },
        usedNonces: await rpc.call(count, chainIdAnswer),
        coinWei: await rpc.call(coin, quantityAnswer),
      };
}

/**
 * Finds the deposit addresses of a chain that are worth emptying. Two servers must agree on what
 * they hold, if two are configured.
 *
 * @throws RpcError if the chain cannot be read
 */
export async function readSweepable(tx: Tx, asked: Asked): Promise<FoundAddresses> {
  const { chain, account, minimumMinor } = asked;
  const [url = ""] = chain.rpcUrls;
  const rpc = createEvmRpc({ url, label: `${chain.network} source 1`, batchSize: chain.batchSize });
  const sweepable: Sweepable[] = [];
  const refused: string[] = [];
  let [ofOtherKeys, belowMinimum] = [0, 0];
  for (const token of chain.tokens) {
    const paid = await selectPaidPaths(tx, { chainId: chain.chainId, contract: token.contract });
    // An address on TRON has the same form, but another key.
    const ours = paid.filter(({ wallet, network }) => wallet === account && network !== "TRC20");
    ofOtherKeys += paid.length - ours.length;
    const addresses = ours.map(({ address }) => address);
    const { amountsRaw } = await readTokenBalances(chain, token, addresses);
    for (const [place, own] of ours.entries()) {
      const amountRaw = amountsRaw[place] ?? 0n;
      if (!isWorthSweeping({ amountRaw, decimals: token.decimals }, minimumMinor)) {
        belowMinimum += amountRaw > 0n ? 1 : 0;
        continue;
      }
      const found = await complete(rpc, asked, { own, token, amountRaw });
      if (found === undefined) {
        refused.push(own.address);
      } else {
        sweepable.push(found);
      }
    }
  }
  const latest = { method: "eth_getBlockByNumber", params: ["latest", false] };
  const { baseFeePerGas } = await rpc.call(latest, pricedBlock);
  const priority = { method: "eth_maxPriorityFeePerGas", params: [] };
  const maxPriorityFeePerGas = await rpc.call(priority, quantityAnswer);
  const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas;
  return { sweepable, ofOtherKeys, belowMinimum, refused, maxFeePerGas, maxPriorityFeePerGas };
}
