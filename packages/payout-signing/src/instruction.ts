import { createHmac, timingSafeEqual } from "node:crypto";
import type { LinkKeys } from "./link-key.ts";

/** A payout that the server has approved. The signer signs a transfer for nothing else. */
export interface PayoutInstruction {
  /** The UUID of the withdrawal. */
  readonly id: string;
  readonly chainId: number;
  /** The token's contract, in lower case. */
  readonly token: string;
  /** The recipient, with its EIP-55 checksum. */
  readonly destination: string;
  /** In the token's smallest unit. */
  readonly amountRaw: bigint;
  /** The number of the withdrawal's step with which it was approved. */
  readonly revision: number;
  /** The operator who approved it, or `system` if no review was needed. One line. */
  readonly approvedBy: string;
  /** When the withdrawal had passed every check and review, in milliseconds since 1970. */
  readonly approvedAtMs: number;
}

/** Writes an instruction in the one way that is authenticated: a field in each line. */
function textOf(instruction: PayoutInstruction): string {
  const { id, chainId, token, destination, amountRaw } = instruction;
  const { revision, approvedBy, approvedAtMs } = instruction;
  const what = [id, chainId, token, destination, amountRaw];
  return ["tessera payout 2", ...what, revision, approvedBy, approvedAtMs].join("\n");
}

/** Returns the approval of an instruction: its HMAC-SHA-256, in hex. */
export function approvalOf(keys: LinkKeys, instruction: PayoutInstruction): string {
  return createHmac("sha256", keys.approval).update(textOf(instruction)).digest("hex");
}

/** Returns whether an approval was made with our key for exactly this instruction. */
export function isApproved(
  keys: LinkKeys,
  instruction: PayoutInstruction,
  approval: string,
): boolean {
  const given = Buffer.from(approval, "hex");
  const right = Buffer.from(approvalOf(keys, instruction), "hex");
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Returns whether two instructions are the same in every field. */
export function isSameInstruction(one: PayoutInstruction, other: PayoutInstruction): boolean {
  return textOf(one) === textOf(other);
}
