import {
  type Fees,
  hashOfSigned,
  type PayoutInstruction,
  type Signature,
  type SignRefusal,
  senderOf,
  serializeSigned,
} from "@tessera/payout-signing";
import { ProviderError } from "../providers/provider-error.ts";
import type { EvmPayoutRow, SignedTransaction, TransactionRow } from "./evm-payouts.repository.ts";
import type { SignerClient } from "./signer-client.ts";

/** A transaction that was signed, with the nonce and fees that it was signed with. */
export interface SignedWith {
  readonly fees: Fees;
  readonly transaction: SignedTransaction;
}

/** The signer's answer, with what it signed checked and serialized. */
export type SigningResult =
  | { readonly result: "signed"; readonly transaction: SignedTransaction }
  | { readonly result: "signed_before"; readonly signed: readonly SignedWith[] }
  | { readonly result: "refused"; readonly reason: SignRefusal };

/** What the signer authenticates of a payout's row. */
type ApprovedRow = Pick<
  EvmPayoutRow,
  | "id"
  | "chain_id"
  | "token"
  | "destination"
  | "amount_raw"
  | "revision"
  | "approved_by"
  | "approved_at"
>;

/**
 * Returns the instruction that a payout's row says.
 *
 * @throws ProviderError if the row does not say who approved it
 */
export function instructionOf(payout: ApprovedRow): PayoutInstruction {
  if (payout.revision === null || payout.approved_by === null) {
    throw new ProviderError("a payout's row does not say who approved it");
  }
  return {
    id: payout.id,
    chainId: Number(payout.chain_id),
    token: payout.token,
    destination: payout.destination,
    amountRaw: BigInt(payout.amount_raw),
    revision: payout.revision,
    approvedBy: payout.approved_by,
    approvedAtMs: payout.approved_at.getTime(),
  };
}

/** Returns the fees of a stored transaction. */
export function feesOf(nonce: number, row: TransactionRow): Fees {
  return {
    nonce,
    gasLimit: BigInt(row.gas_limit),
    maxFeePerGas: BigInt(row.max_fee_per_gas),
    maxPriorityFeePerGas: BigInt(row.max_priority_fee_per_gas),
  };
}

/** Serializes a signed transaction, if the wallet's key signed exactly what was asked for. */
function checked(
  wallet: string,
  { instruction, fees }: { readonly instruction: PayoutInstruction; readonly fees: Fees },
  signature: Signature,
): SignedTransaction {
  const transfer = { instruction, fees };
  if (senderOf(transfer, signature).toLowerCase() !== wallet) {
    throw new ProviderError("the signer signed with another key, or something else");
  }
  const serialized = serializeSigned(transfer, signature);
  return { serialized, hash: hashOfSigned(serialized) };
}

/**
 * Has a payout's transaction signed.
 *
 * @throws ProviderError if there was no usable answer; then it may have been signed
 */
export async function signTransaction(
  signer: SignerClient,
  payout: EvmPayoutRow,
  fees: Fees,
): Promise<SigningResult> {
  if (payout.approval === null) {
    return { result: "refused", reason: "not_approved" };
  }
  const instruction = instructionOf(payout);
  const answer = await signer.sign(instruction, payout.approval, fees);
  switch (answer.result) {
    case "refused":
      return answer;
    case "signed": {
      const asked = { instruction, fees };
      return { result: "signed", transaction: checked(payout.wallet, asked, answer.signature) };
    }
    case "signed_before":
      return { result: "signed_before", signed: allChecked(payout, answer.signed) };
  }
}

/** Serializes what was signed for a payout, after the same check. */
function allChecked(
  payout: EvmPayoutRow,
  signed: readonly { readonly fees: Fees; readonly signature: Signature }[],
): SignedWith[] {
  return signed.map(({ fees, signature }) => {
    const asked = { instruction: instructionOf(payout), fees };
    return { fees, transaction: checked(payout.wallet, asked, signature) };
  });
}

/**
 * Returns everything that the signer has signed for a payout, which may be more than the database
 * says if it was restored to an earlier time.
 *
 * @throws ProviderError if there was no usable answer, or something else was signed under its id
 */
export async function allSignedFor(
  signer: SignerClient,
  payout: EvmPayoutRow,
): Promise<readonly SignedWith[]> {
  return allChecked(payout, await signer.signedFor(payout.id));
}
