import {
  digestOf,
  type Fees,
  hasChecksum,
  isApproved,
  isSameInstruction,
  isSameTransaction,
  type LinkKeys,
  type PayoutInstruction,
  type SignAnswer,
  type SignRefusal,
  type SignRequest,
} from "@tessera/payout-signing";
import type { ChainLimits, SigningLimits } from "./settings.ts";
import type { Recorded, SigningRecord } from "./signing-record.ts";
import type { WalletKey } from "./wallet-key.ts";

/** Nodes accept a replacement if each of its fees is at least ten percent higher. */
const REPLACEMENT_PERCENT = 110n;

/** What the signer decides and signs with. */
export interface SignerParts {
  readonly key: WalletKey;
  readonly keys: LinkKeys;
  readonly limits: SigningLimits;
  readonly record: SigningRecord;
}

function refuse(reason: SignRefusal): SignAnswer {
  return { result: "refused", reason };
}

function areFeesAllowed(chain: ChainLimits, fees: Fees): boolean {
  return (
    fees.gasLimit > 0n &&
    fees.gasLimit <= chain.maxGasLimit &&
    fees.maxFeePerGas > 0n &&
    fees.maxFeePerGas <= chain.maxFeePerGas &&
    fees.maxPriorityFeePerGas <= fees.maxFeePerGas
  );
}

/** Returns whether fees are so much higher that nodes replace the former transaction. */
function isReplacement(former: Fees, fees: Fees): boolean {
  const isHigher = (one: bigint, other: bigint) => other * 100n >= one * REPLACEMENT_PERCENT;
  return (
    fees.maxFeePerGas > former.maxFeePerGas &&
    isHigher(former.maxFeePerGas, fees.maxFeePerGas) &&
    isHigher(former.maxPriorityFeePerGas, fees.maxPriorityFeePerGas)
  );
}

/** Returns why an instruction is never signed, whatever its fees and the time. */
function lastingRefusal(
  { key, limits }: SignerParts,
  { chainId, token, destination, amountRaw }: PayoutInstruction,
): SignRefusal | undefined {
  const lower = destination.toLowerCase();
  const isNothing = /^0x0+$/.test(lower);
  const isOurs = lower === key.address.toLowerCase() || limits.refusedDestinations.has(lower);
  if (!hasChecksum(destination) || isNothing || isOurs) {
    return "destination_refused";
  }
  const most = limits.chains.get(chainId)?.tokens.get(token)?.maxAmountRaw ?? 0n;
  return amountRaw <= 0n || amountRaw > most ? "amount_refused" : undefined;
}

function sign({ key, record }: SignerParts, { instruction, fees }: SignRequest): SignAnswer {
  const signature = key.sign(digestOf({ instruction, fees }));
  record.addSigned(instruction, { fees, signature });
  return { result: "signed", signature };
}

/** Answers about an instruction that the record contains. */
function answerAgain(parts: SignerParts, request: SignRequest, known: Recorded): SignAnswer {
  const { instruction, fees } = request;
  const chain = parts.limits.chains.get(instruction.chainId);
  if (!isSameInstruction(known.instruction, instruction)) {
    return refuse("other_instruction");
  }
  if (known.refused !== undefined) {
    return refuse(known.refused);
  }
  const same = known.signed.find((one) => isSameTransaction(one.fees, fees));
  if (same !== undefined) {
    return { result: "signed", signature: same.signature };
  }
  const last = known.signed.at(-1);
  if (last === undefined || last.fees.nonce !== fees.nonce) {
    return { result: "signed_before", signed: [...known.signed] };
  }
  return chain !== undefined && areFeesAllowed(chain, fees) && isReplacement(last.fees, fees)
    ? sign(parts, request)
    : refuse("fee_refused");
}

/**
 * Signs the transfer of an approved instruction, or says why not. An instruction gets one
 * transaction, and replacements with its nonce and higher fees, so it can never be paid twice. What
 * is signed is in the record before this returns.
 */
export function signPayout(parts: SignerParts, request: SignRequest): SignAnswer {
  const { keys, limits, record } = parts;
  const { instruction, approval, fees } = request;
  if (!isApproved(keys, instruction, approval)) {
    return refuse("not_approved");
  }
  const known = record.of(instruction.id);
  if (known !== undefined) {
    return answerAgain(parts, request, known);
  }
  const chain = limits.chains.get(instruction.chainId);
  const token = chain?.tokens.get(instruction.token);
  if (chain === undefined || token === undefined) {
    return refuse(chain === undefined ? "chain_refused" : "token_refused");
  }
  const lasting = lastingRefusal(parts, instruction);
  if (lasting !== undefined) {
    record.addRefused(instruction, lasting);
    return refuse(lasting);
  }
  if (!areFeesAllowed(chain, fees)) {
    return refuse("fee_refused");
  }
  if (record.idOfNonce(instruction.chainId, fees.nonce) !== undefined) {
    return refuse("nonce_taken");
  }
  const inDay = record.signedInDay(instruction.chainId, instruction.token);
  return inDay + instruction.amountRaw > token.maxPerDayRaw
    ? refuse("day_ceiling")
    : sign(parts, request);
}
