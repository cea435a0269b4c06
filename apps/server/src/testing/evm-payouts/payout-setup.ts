import type { Hex } from "viem";
import { payoutWallets } from "../../adapters/evm-payouts/evm-payouts.ts";
import { type PayoutParts, PayoutWallet } from "../../adapters/evm-payouts/payout-wallet.ts";
import { advanceWithdrawals } from "../../money-movement/payouts/advance-withdrawals.ts";
import type { PayoutPatience } from "../../money-movement/payouts/send/instructions.repository.ts";
import { sendPayouts } from "../../money-movement/payouts/send/send-payouts.ts";
import {
  newWithdrawer,
  type Withdrawer,
} from "../../money-movement/payouts/withdrawals.fixtures.ts";
import type { AppContext } from "../../platform/context.ts";
import { replaceService } from "../../platform/service.ts";
import type { AnvilNode } from "../evm/anvil-node.ts";

const AT_ONCE: PayoutPatience = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };
const ETHER = 10n ** 18n;

/** Gives a wallet ether for fees, and tokens. */
export async function fundWallet(
  node: AnvilNode,
  { token, wallet, amountRaw }: { token: Hex; wallet: string; amountRaw: bigint },
): Promise<void> {
  await node.rpc("anvil_setBalance", [wallet, `0x${ETHER.toString(16)}`]);
  await node.send(await node.call("PlainToken", token, "mint", [wallet, amountRaw]));
  await node.mine(1);
}

/** Returns a token's balance of an address, as the node says. */
export async function balanceOf(node: AnvilNode, token: Hex, owner: string): Promise<bigint> {
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt(await node.rpc<Hex>("eth_call", [{ to: token, data }, "latest"]));
}

/** Returns the only wallet of a context. */
export function onlyWallet(context: AppContext): PayoutWallet {
  const [wallet] = context.use(payoutWallets);
  if (wallet === undefined) {
    throw new Error("the context sends no payouts");
  }
  return wallet;
}

/**
 * Replaces parts of the context's wallet, such as its connection to the signer. The changed wallet
 * has the lease of the one before.
 */
export function changeWallet(context: AppContext, changed: Partial<PayoutParts>): PayoutWallet {
  const holder = "00000000-0000-4000-8000-000000000001";
  const wallet = new PayoutWallet({ ...onlyWallet(context).parts, holder, ...changed });
  replaceService(context, payoutWallets, [wallet]);
  return wallet;
}

/** A customer who withdraws on Ethereum. */
export function newPayee(context: AppContext): Promise<Withdrawer> {
  return newWithdrawer(context, { USD: 100_000n }, "ERC20");
}

/** Confirms a withdrawal of an amount, up to the point where its order is at the provider. */
export async function withdraw(context: AppContext, payee: Withdrawer, amount: string) {
  const asked = await payee.withdraw(await payee.quote(amount));
  await advanceWithdrawals(context);
  await sendPayouts(context, AT_ONCE);
  return asked;
}

/** Asks the provider about every payout, as the server's job does. */
export function askAll(context: AppContext): Promise<number> {
  return sendPayouts(context, AT_ONCE);
}
