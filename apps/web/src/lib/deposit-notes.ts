import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";

export type DepositNote = Deposit["notes"][number];

/**
 * Notes about a payment that differs from what was agreed. Shared, because both the deposit and the
 * resulting movement show these notes.
 */
export const DEPOSIT_NOTE_TEXTS: Readonly<Record<DepositNote, MessageDescriptor>> = {
  underpaid: msg`Less arrived than expected. We credit the amount that arrived.`,
  overpaid: msg`More arrived than expected. We credit the amount that arrived.`,
  late: msg`The payment arrived after the deadline but is still credited.`,
  cancelled: msg`The payment arrived after you canceled but is still credited.`,
  retracted: msg`The network took this payment back. If it arrives again, we credit it.`,
  other_network: msg`It arrived on another network. We review it and deduct the recovery cost.`,
  other_token: msg`It arrived in another token. We review it and deduct the recovery cost.`,
  extra: msg`Another payment arrived at the same address. We credit it too.`,
};
