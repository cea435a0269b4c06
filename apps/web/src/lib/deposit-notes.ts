import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";

export type DepositNote = Deposit["notes"][number];

/**
 * What is said of a payment that was not made as agreed. It stands here because a deposit says it,
 * and so does the movement that came of it.
 */
export const DEPOSIT_NOTE_TEXTS: Readonly<Record<DepositNote, MessageDescriptor>> = {
  underpaid: msg`Less arrived than was asked for. You get credit for what arrived.`,
  overpaid: msg`More arrived than was asked for. You get credit for what arrived.`,
  late: msg`The payment came after its time was up. You get credit for it all the same.`,
  cancelled: msg`The payment came after cancelling. You get credit for it all the same.`,
  extra: msg`A further payment came to the same address. You get credit for it too.`,
};
