import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AccountKind, Journal } from "@tessera/contract/simulator/scenarios.schemas";

/** Names of the account types in a journal. */
export const ACCOUNT_WORDS: Readonly<Record<AccountKind, MessageDescriptor>> = {
  account: msg({ message: "Account", context: "journal" }),
  card: msg({ message: "Card", context: "journal" }),
  receivable: msg({ message: "Owed by you", context: "journal" }),
  fees: msg({ message: "Fees", context: "journal" }),
  network_settlement: msg({ message: "Card network", context: "journal" }),
  chain_clearing: msg({ message: "Chain", context: "journal" }),
  bank_clearing: msg({ message: "Bank", context: "journal" }),
  fx_position: msg({ message: "Exchange", context: "journal" }),
  suspense: msg({ message: "Suspense", context: "journal" }),
};

type HoldStep = Journal["holds"][number]["step"];

/** Names of the changes to a hold. */
export const HOLD_WORDS: Readonly<Record<HoldStep, MessageDescriptor>> = {
  hold: msg`Amount held`,
  increase: msg`Added to the hold`,
  capture: msg`Paid from the hold`,
  release: msg`Released`,
  expire: msg`Released: hold expired`,
};

/** Names of movement types. Other types do not occur in the simulator. */
const MOVEMENT_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  deposit: msg`Practice money`,
  card_opening: msg`Card issued`,
  card_deposit: msg({ message: "Load", context: "journal" }),
  purchase: msg({ message: "Authorization", context: "journal" }),
  increment: msg({ message: "Increment", context: "journal" }),
  advice: msg({ message: "Final amount reported", context: "journal" }),
  clearing: msg({ message: "Settlement", context: "journal" }),
  reversal: msg({ message: "Returned", context: "journal" }),
  expiry: msg({ message: "Hold ended", context: "journal" }),
  force_post: msg({ message: "Force post", context: "journal" }),
  refund: msg({ message: "Refund", context: "journal" }),
  return_reversal: msg({ message: "Refund reversed", context: "journal" }),
  repayment: msg({ message: "Negative balance repaid", context: "journal" }),
  review: msg({ message: "Review ended", context: "journal" }),
};
const OTHER = msg({ message: "Movement", context: "journal" });

export function movementWord(kind: string): MessageDescriptor {
  return MOVEMENT_WORDS[kind] ?? OTHER;
}
