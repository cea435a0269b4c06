import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LogCategory } from "@tessera/contract/back-office/audit-titles";
import type { ChangedField, LogActor } from "@tessera/contract/back-office/logs.schemas";
import {
  ArrowLeftRight,
  CreditCard,
  Headset,
  LogIn,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
} from "lucide-react";

interface CategoryLook {
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const CATEGORY_LOOKS: Readonly<Record<LogCategory, CategoryLook>> = {
  sign_in: { icon: LogIn, text: msg`Sign-ins` },
  card: { icon: CreditCard, text: msg`Cards` },
  money: { icon: ArrowLeftRight, text: msg`Money` },
  security: { icon: ShieldCheck, text: msg`Security` },
  rule: { icon: SlidersHorizontal, text: msg`Rules` },
  support: { icon: Headset, text: msg`Support actions` },
};

export const ACTOR_TEXTS: Readonly<Record<LogActor, MessageDescriptor>> = {
  you: msg`You`,
  api_key: msg`API key`,
  support: msg`Tessera support`,
  system: msg`Tessera`,
  visitor: msg`Not signed in`,
};

export const FIELD_TEXTS: Readonly<Record<ChangedField, MessageDescriptor>> = {
  username: msg`Username`,
  email: msg`Email`,
  name: msg`Name`,
  status: msg`Status`,
  version: msg`Version`,
  layer: msg`Frozen by`,
  schedule: msg`Blocked hours`,
  tags: msg`Tags`,
  limitPerTransaction: msg`Limit per purchase`,
  limitDaily: msg`Daily limit`,
  limitMonthly: msg`Monthly limit`,
  foreignPayments: msg`Payments in other currencies`,
  drawDaily: msg`Drawn on the account per day`,
  drawMerchants: msg`Merchants paid from the account`,
  keepAliveDaily: msg`Drawn per day by merchants to keep paid`,
  keepAliveMerchants: msg`Merchants to keep paid`,
  autoTopUp: msg`Automatic top-up`,
  autoTopUpAmount: msg`Amount of an automatic top-up`,
  autoTopUpCap: msg`Automatic top-ups per month`,
  rule: msg({ message: "Rule", context: "logs" }),
  card: msg`Card`,
  suspended: msg({ message: "Suspended", context: "logs" }),
};

/** Labels for values that are codes defined by Tessera. */
const VALUE_TEXTS: Readonly<Record<string, MessageDescriptor>> = {
  draft: msg`Draft`,
  shadow: msg`Testing`,
  active: msg({ message: "Active", context: "logs" }),
  paused: msg`Paused`,
  retired: msg`Retired`,
  waiting: msg`Waiting`,
  approved: msg`Approved`,
  declined: msg({ message: "Declined", context: "logs" }),
  expired: msg`Expired`,
  customer: msg`You`,
  risk: msg`A rule`,
  operator: msg`Tessera support`,
  allowed: msg`Allowed`,
  blocked: msg({ message: "Blocked", context: "other currencies" }),
  true: msg`Yes`,
  false: msg`No`,
};
const WORDED: readonly ChangedField[] = ["status", "layer", "foreignPayments", "suspended"];

/** Returns the label of a code in the reader's language, and any other value unchanged. */
export function valueText(
  field: ChangedField,
  value: string | null,
  t: (message: MessageDescriptor) => string,
): string {
  if (value === null) {
    return "–";
  }
  const word = WORDED.includes(field) ? VALUE_TEXTS[value] : undefined;
  return word === undefined ? value : t(word);
}
