import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  BadgePlus,
  CalendarRange,
  Clock,
  Coins,
  Gauge,
  Globe,
  Hash,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  Smartphone,
  Store,
  Tags,
} from "lucide-react";
import type { ConditionKind } from "../sentence/condition-clauses.ts";

interface ConditionLook {
  readonly kind: ConditionKind;
  readonly icon: LucideIcon;
  readonly label: MessageDescriptor;
  /** Explains what the condition checks, for users who are new to it. */
  readonly about: MessageDescriptor;
}

/** All condition types, in the order the sheet offers them. */
export const CONDITION_LOOKS: readonly ConditionLook[] = [
  { kind: "amount", icon: Gauge, label: msg`Amount`, about: msg`Amount of a single payment` },
  {
    kind: "spending",
    icon: CalendarRange,
    label: msg`Spending`,
    about: msg`Total spent in a period`,
  },
  {
    kind: "payments",
    icon: ListOrdered,
    label: msg`Number of payments`,
    about: msg`Payments made in a period`,
  },
  {
    kind: "newMerchant",
    icon: BadgePlus,
    label: msg`New merchant`,
    about: msg`First payment to a merchant`,
  },
  { kind: "merchants", icon: Store, label: msg`Merchant`, about: msg`Merchants by name` },
  {
    kind: "categories",
    icon: Tags,
    label: msg`Category`,
    about: msg`Purchases such as advertising or travel`,
  },
  {
    kind: "mccs",
    icon: Hash,
    label: msg`Merchant category code`,
    about: msg`Types of business, such as gambling or ATMs`,
  },
  {
    kind: "countries",
    icon: Globe,
    label: msg`Merchant’s country`,
    about: msg`Merchant country`,
  },
  {
    kind: "currencies",
    icon: Coins,
    label: msg`Payment’s currency`,
    about: msg`Payment currency`,
  },
  {
    kind: "channels",
    icon: Smartphone,
    label: msg`Payment method`,
    about: msg`In person, online or an automatic charge`,
  },
  {
    kind: "hours",
    icon: Clock,
    label: msg`Time of day`,
    about: msg`Hours in the program’s time zone`,
  },
  {
    kind: "wrongCvv",
    icon: KeyRound,
    label: msg`Wrong CVVs`,
    about: msg`Wrong CVV entries in a period`,
  },
];

/** Returns the display name of a condition. */
export function conditionLabel(kind: ConditionKind): MessageDescriptor {
  return CONDITION_LOOKS.find((look) => look.kind === kind)?.label ?? msg`Amount`;
}
