import type { Fees, SignRefusal } from "@tessera/payout-signing";
import { RpcError } from "../evm/rpc-error.ts";
import {
  addSigned,
  adoptNonce,
  deleteUnsigned,
  type EvmPayoutRow,
  insertTransaction,
  releaseNonce,
  selectTransactions,
  storeSigned,
  type TransactionRow,
} from "./evm-payouts.repository.ts";
import { setNextNonce } from "./evm-wallets.repository.ts";
import { type PayoutFault, PayoutsHeldUpError, type PayoutWallet } from "./payout-wallet.ts";
import {
  allSignedFor,
  feesOf,
  type SignedWith,
  type SigningResult,
  signTransaction,
} from "./sign-transaction.ts";
import type { SignerClient } from "./signer-client.ts";

/** Refusals after which the signer never signs the instruction: its money can be returned. */
const LASTING: ReadonlySet<SignRefusal> = new Set(["destination_refused", "amount_refused"]);

/** A payout with its nonce. */
export type NumberedPayout = EvmPayoutRow & { readonly nonce: bigint };

const FAULTS: Readonly<Partial<Record<SignRefusal, PayoutFault>>> = {
  day_ceiling: "day_ceiling",
  fee_refused: "fee_ceiling",
  not_approved: "not_approved",
};

function faultOf(reason: SignRefusal): PayoutFault {
  return FAULTS[reason] ?? "refused_by_signer";
}

/**
 * Asks the signer something about a payout.
 *
 * @throws PayoutsHeldUpError if there was no usable answer
 */
async function asking<T>(
  wallet: PayoutWallet,
  payout: EvmPayoutRow,
  ask: (signer: SignerClient) => Promise<T>,
): Promise<T> {
  try {
    return await ask(wallet.parts.signer);
  } catch (error) {
    wallet.parts.context.log.error({ err: error, withdrawal: payout.id }, "the signer failed");
    throw new PayoutsHeldUpError(wallet.parts.chain.network, "signer");
  }
}

function signed(wallet: PayoutWallet, payout: EvmPayoutRow, fees: Fees): Promise<SigningResult> {
  return asking(wallet, payout, (signer) => signTransaction(signer, payout, fees));
}

/**
 * Hands a signed transaction to every source. It is stored already, so a failure costs only time:
 * it is handed over again as long as no source knows it.
 */
export async function broadcast(wallet: PayoutWallet, serialized: string): Promise<void> {
  const { sources, chain, context } = wallet.parts;
  for (const source of sources) {
    try {
      await source.send(serialized);
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error;
      }
      const facts = { network: chain.network, fault: error.fault, reason: error.message };
      context.log.warn(facts, "a source did not take a payout's transaction");
    }
  }
}

/**
 * Takes over what the signer signed for this payout before, for example before the database was
 * restored to an earlier time. The nonce that was just given to it is free again.
 */
async function adopt(
  wallet: PayoutWallet,
  payout: NumberedPayout,
  before: readonly SignedWith[],
): Promise<void> {
  const [first] = before;
  if (first === undefined) {
    return;
  }
  const { nonce } = first.fees;
  wallet.warn(payout, "a payout was signed before with another nonce, which is used again");
  await wallet.write(async (tx, { next_nonce: next }) => {
    await adoptNonce(tx, payout.id, BigInt(nonce));
    const free = next === payout.nonce + 1n ? Number(payout.nonce) : Number(next);
    await setNextNonce(tx, wallet.name, Math.max(free, nonce + 1));
    for (const [place, { fees, transaction }] of before.entries()) {
      const row = { payoutId: payout.id, attempt: place + 1, at: wallet.now() };
      await insertTransaction(tx, row, fees);
      await storeSigned(tx, row, transaction);
    }
  });
}

/** Takes the nonce back after the signer has refused, and throws unless the payout has ended. */
async function giveUp(
  wallet: PayoutWallet,
  payout: NumberedPayout,
  reason: SignRefusal,
): Promise<void> {
  if (reason === "fee_refused") {
    // It may have been signed with this nonce and other fees before the database was restored.
    const before = await asking(wallet, payout, (signer) => allSignedFor(signer, payout));
    if (before.length > 0) {
      await adopt(wallet, payout, before);
      return;
    }
  }
  const isLasting = LASTING.has(reason);
  wallet.warn(payout, "the signer refused a payout", reason);
  await wallet.write(async (tx, { next_nonce: next }) => {
    const declinedAt = isLasting ? wallet.now() : undefined;
    await releaseNonce(tx, payout.id, { reason, declinedAt });
    // A nonce that the signer has used for another payout stays used.
    if (reason !== "nonce_taken" && next === payout.nonce + 1n) {
      await setNextNonce(tx, wallet.name, Number(payout.nonce));
    }
  });
  if (!isLasting && reason !== "nonce_taken") {
    throw new PayoutsHeldUpError(wallet.parts.chain.network, faultOf(reason));
  }
}

/**
 * Has the first transaction of a payout signed that has a nonce, and sends it. Until the signer has
 * answered, no other payout gets a nonce.
 *
 * @throws PayoutsHeldUpError
 */
export async function signFirst(wallet: PayoutWallet, payout: NumberedPayout): Promise<void> {
  const [row] = await selectTransactions(wallet.parts.context.db.kysely, payout.id);
  if (row === undefined) {
    throw new Error(`payout ${payout.id} has a nonce and no transaction`);
  }
  const answer = await signed(wallet, payout, feesOf(Number(payout.nonce), row));
  switch (answer.result) {
    case "signed":
      await store(wallet, payout, row, answer.transaction);
      return;
    case "signed_before":
      await adopt(wallet, payout, answer.signed);
      return;
    case "refused":
      await giveUp(wallet, payout, answer.reason);
  }
}

/** Stores a signed transaction, and then sends it. */
async function store(
  wallet: PayoutWallet,
  payout: EvmPayoutRow,
  { attempt }: TransactionRow,
  transaction: Parameters<typeof storeSigned>[2],
): Promise<void> {
  const at = wallet.now();
  await wallet.write((tx) => storeSigned(tx, { payoutId: payout.id, attempt, at }, transaction));
  await broadcast(wallet, transaction.serialized);
}

/**
 * Takes over replacements that the signer has signed and that the database lost.
 *
 * @returns false if there were none
 */
async function learnSigned(wallet: PayoutWallet, payout: NumberedPayout): Promise<boolean> {
  const before = await asking(wallet, payout, (signer) => allSignedFor(signer, payout));
  const at = wallet.now();
  return wallet.write(async (tx) => {
    const known = await selectTransactions(tx, payout.id);
    const hashes = await addSigned(tx, { payoutId: payout.id, at }, before);
    return hashes.length > known.length;
  });
}

/**
 * Has a replacement signed, with the payout's nonce and higher fees, and sends it.
 *
 * @throws PayoutsHeldUpError
 */
export async function signReplacement(
  wallet: PayoutWallet,
  payout: NumberedPayout,
  row: TransactionRow,
): Promise<void> {
  const answer = await signed(wallet, payout, feesOf(Number(payout.nonce), row));
  if (answer.result === "signed") {
    await store(wallet, payout, row, answer.transaction);
    return;
  }
  await wallet.write((tx) => deleteUnsigned(tx, payout.id, row.attempt));
  if (await learnSigned(wallet, payout)) {
    return;
  }
  const reason = answer.result === "refused" ? answer.reason : "other_instruction";
  wallet.warn(payout, "the signer refused to replace a payout's transaction", reason);
  throw new PayoutsHeldUpError(wallet.parts.chain.network, faultOf(reason));
}
