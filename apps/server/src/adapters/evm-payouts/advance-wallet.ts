import { RpcError } from "../evm/rpc-error.ts";
import {
  assignNonce,
  type EvmPayoutRow,
  insertTransaction,
  selectOpenPayouts,
  selectTransactions,
  setWaitingReason,
} from "./evm-payouts.repository.ts";
import { setBalances, setNextNonce } from "./evm-wallets.repository.ts";
import { firstFees, type GasPrice, replacementFees } from "./fees.policy.ts";
import { askFirst } from "./payout-chain.ts";
import {
  isLeaseLost,
  type PayoutFault,
  PayoutsHeldUpError,
  type PayoutWallet,
} from "./payout-wallet.ts";
import { broadcast, type NumberedPayout, signFirst, signReplacement } from "./sign-payouts.ts";

/** Nodes keep at most about this many transactions of one account that no block contains yet. */
const MAX_UNMINED = 16;
const MAX_AT_ONCE = 50;

function hasNonce(payout: EvmPayoutRow): payout is NumberedPayout {
  return payout.nonce !== null;
}

/** What the chain shows about the wallet. */
interface WalletState {
  readonly usedNonces: number;
  readonly tokenRaw: bigint;
  readonly coinWei: bigint;
  readonly market: GasPrice | undefined;
}

async function readWallet(wallet: PayoutWallet): Promise<WalletState> {
  const { sources, chain, context } = wallet.parts;
  const state = await askFirst(sources, async (source) => {
    await source.check();
    const usedNonces = await source.usedNonces();
    const balances = await source.balances();
    const market = firstFees(await source.gasPrice(), chain.maxFeePerGas);
    return { usedNonces, ...balances, market };
  });
  await setBalances(context.db.kysely, wallet.name, { ...state, at: wallet.now() });
  return state;
}

/** Replaces a payout's transaction if no block contains it after a while. */
async function replaceIfStuck(
  wallet: PayoutWallet,
  payout: NumberedPayout,
  market: GasPrice | undefined,
): Promise<void> {
  const { context, chain } = wallet.parts;
  const rows = await selectTransactions(context.db.kysely, payout.id);
  const last = rows.at(-1);
  if (last === undefined) {
    return;
  }
  if (last.signed_at === null) {
    // The signer's answer to this replacement was lost.
    await signReplacement(wallet, payout, last);
    return;
  }
  const ageMs = wallet.now().getTime() - last.signed_at.getTime();
  if (ageMs < chain.replaceAfterMs) {
    return;
  }
  const former = {
    maxFeePerGas: BigInt(last.max_fee_per_gas),
    maxPriorityFeePerGas: BigInt(last.max_priority_fee_per_gas),
  };
  const fees = replacementFees(former, market, chain.maxFeePerGas);
  if (fees === undefined) {
    throw new PayoutsHeldUpError(chain.network, "fee_ceiling");
  }
  const row = { payoutId: payout.id, attempt: last.attempt + 1, at: wallet.now() };
  await wallet.write((tx) => insertTransaction(tx, row, { ...fees, gasLimit: chain.gasLimit }));
  const [added] = (await selectTransactions(context.db.kysely, payout.id)).slice(-1);
  if (added !== undefined) {
    await signReplacement(wallet, payout, added);
  }
}

/** Sends a payout's newest transaction again if the chain's servers have dropped it. */
async function keepKnown(wallet: PayoutWallet, payout: NumberedPayout): Promise<void> {
  const { context, sources } = wallet.parts;
  const rows = await selectTransactions(context.db.kysely, payout.id);
  const newest = rows.findLast(({ hash }) => hash !== null);
  const { hash, serialized } = newest ?? {};
  if (hash == null || serialized == null) {
    return;
  }
  if (!(await askFirst(sources, (source) => source.knows(hash)))) {
    await broadcast(wallet, serialized);
  }
}

/** Why a waiting payout cannot be sent at present; undefined if it can. */
function shortageOf(
  wallet: PayoutWallet,
  payout: EvmPayoutRow,
  { tokenRaw, coinWei, fees }: { tokenRaw: bigint; coinWei: bigint; fees: GasPrice | undefined },
): PayoutFault | undefined {
  const { gasLimit } = wallet.parts.chain;
  if (fees === undefined) {
    return "fee_ceiling";
  }
  if (tokenRaw < BigInt(payout.amount_raw)) {
    return "token_balance";
  }
  return coinWei < gasLimit * fees.maxFeePerGas ? "coin_balance" : undefined;
}

/**
 * Gives a payout the next nonce, and records its first transaction. Both are on record before the
 * signer is asked, so that a crash at any point leaves a payout with one nonce.
 */
async function assign(
  wallet: PayoutWallet,
  payout: EvmPayoutRow,
  { fees, usedNonces }: { readonly fees: GasPrice; readonly usedNonces: number },
): Promise<NumberedPayout | undefined> {
  const { gasLimit } = wallet.parts.chain;
  return wallet.write(async (tx, { next_nonce: next }) => {
    const nonce = Math.max(Number(next), usedNonces);
    if (!(await assignNonce(tx, payout.id, BigInt(nonce)))) {
      return undefined;
    }
    await setNextNonce(tx, wallet.name, nonce + 1);
    const row = { payoutId: payout.id, attempt: 1, at: wallet.now() };
    await insertTransaction(tx, row, { ...fees, gasLimit });
    return { ...payout, nonce: BigInt(nonce) };
  });
}

/** Sends waiting payouts, oldest first, while the wallet holds enough. */
async function sendWaiting(
  wallet: PayoutWallet,
  waiting: readonly EvmPayoutRow[],
  { state, unmined }: { readonly state: WalletState; readonly unmined: readonly EvmPayoutRow[] },
): Promise<void> {
  const { context, chain } = wallet.parts;
  const { market: fees } = state;
  // What was sent and not mined yet is still in the balances.
  const cost = chain.gasLimit * chain.maxFeePerGas;
  let tokenRaw = unmined.reduce((left, one) => left - BigInt(one.amount_raw), state.tokenRaw);
  let coinWei = state.coinWei - BigInt(unmined.length) * cost;
  const room = Math.max(0, MAX_UNMINED - unmined.length);
  for (const payout of waiting.slice(0, room)) {
    const shortage = shortageOf(wallet, payout, { tokenRaw, coinWei, fees });
    if (shortage !== undefined || fees === undefined) {
      await setWaitingReason(context.db.kysely, payout.id, shortage ?? "fee_ceiling");
      throw new PayoutsHeldUpError(chain.network, shortage ?? "fee_ceiling");
    }
    // The lease is extended before each payout, and nothing is written without it.
    const isLeased = await wallet.lease();
    const usedNonces = await usedOrAgreed(wallet, state.usedNonces);
    const numbered = isLeased ? await assign(wallet, payout, { fees, usedNonces }) : undefined;
    if (numbered === undefined) {
      return;
    }
    await signFirst(wallet, numbered);
    tokenRaw -= BigInt(payout.amount_raw);
    coinWei -= cost;
  }
}

/**
 * Returns how many nonces are used. If that is more than were given out, somebody else used the
 * wallet, and all sources must agree: a nonce that is too high would never be executed.
 */
async function usedOrAgreed(wallet: PayoutWallet, usedNonces: number): Promise<number> {
  const next = await wallet.write((_, row) => Promise.resolve(Number(row.next_nonce)));
  if (usedNonces <= next) {
    return 0;
  }
  wallet.parts.context.log.error(
    { network: wallet.parts.chain.network, usedNonces, next },
    "the wallet has sent transactions that were not payouts of this database",
  );
  return wallet.usedNonces();
}

async function work(wallet: PayoutWallet, stopping: AbortSignal | undefined): Promise<void> {
  const { kysely } = wallet.parts.context.db;
  const state = await readWallet(wallet);
  const open = await selectOpenPayouts(kysely, wallet.name);
  for (const payout of open.filter(hasNonce).filter(({ state: one }) => one === "assigned")) {
    await signFirst(wallet, payout);
  }
  const unmined = (await selectOpenPayouts(kysely, wallet.name))
    .filter(hasNonce)
    .filter(({ nonce }) => Number(nonce) >= state.usedNonces);
  let heldUp: unknown;
  for (const payout of unmined) {
    await keepKnown(wallet, payout);
  }
  // Only the lowest nonce is stuck by itself; those above it wait for it.
  const [lowest] = unmined;
  if (lowest !== undefined && Number(lowest.nonce) === state.usedNonces) {
    try {
      await replaceIfStuck(wallet, lowest, state.market);
    } catch (error) {
      // Other payouts do not wait for this one's fees to be accepted.
      heldUp = error;
    }
  }
  const waiting = open.filter(({ state: one }) => one === "waiting").slice(0, MAX_AT_ONCE);
  if (stopping?.aborted !== true) {
    await sendWaiting(wallet, waiting, { state, unmined });
  }
  if (heldUp !== undefined) {
    throw heldUp;
  }
}

/**
 * Sends the payouts of the wallet on one chain, unless another server does: has those signed that
 * have a nonce, replaces a stuck one, and gives nonces to those that wait.
 *
 * @throws PayoutsHeldUpError if payouts wait for something that operators have to look at
 */
export async function advanceWallet(wallet: PayoutWallet, stopping?: AbortSignal): Promise<void> {
  const { chain, context } = wallet.parts;
  try {
    if (!(await wallet.lease())) {
      return;
    }
    await work(wallet, stopping);
    await wallet.setFault(undefined);
  } catch (error) {
    if (isLeaseLost(error)) {
      return;
    }
    if (error instanceof PayoutsHeldUpError) {
      await wallet.setFault(error.fault);
      if (error.fault === "signer") {
        // Another server may reach the signer.
        await wallet.release();
      }
      throw error;
    }
    if (error instanceof RpcError) {
      const facts = { network: chain.network, fault: error.fault, reason: error.message };
      context.log.warn(facts, "payouts could not be followed");
      await wallet.setFault("sources");
      throw new PayoutsHeldUpError(chain.network, "sources");
    }
    throw error;
  }
}
