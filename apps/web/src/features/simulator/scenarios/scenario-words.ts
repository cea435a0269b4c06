import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PracticeScenarioId } from "@tessera/contract/simulator/scenarios.schemas";
import {
  BedDouble,
  CalendarSync,
  Fuel,
  Gavel,
  HandCoins,
  History,
  type LucideIcon,
  PiggyBank,
  ReceiptText,
  RotateCcw,
  ShieldCheck,
  Split,
} from "lucide-react";

/** What a scenario is called, and what it teaches. */
export interface ScenarioWords {
  readonly icon: LucideIcon;
  readonly title: MessageDescriptor;
  readonly lesson: MessageDescriptor;
}

export const SCENARIO_WORDS: Readonly<Record<PracticeScenarioId, ScenarioWords>> = {
  hotel: {
    icon: BedDouble,
    title: msg`Hotel stay`,
    lesson: msg`A hotel holds money first, settles less, and may charge once more after you leave.`,
  },
  fuel: {
    icon: Fuel,
    title: msg`Fuel pump`,
    lesson: msg`A pump asks for one unit, then tells what you really filled up.`,
  },
  tip: {
    icon: HandCoins,
    title: msg`Restaurant with a tip`,
    lesson: msg`A restaurant may settle up to 20 % more than it asked for.`,
  },
  partial: {
    icon: Split,
    title: msg`Approved in part`,
    lesson: msg`A shop that takes a part gets what the card has, and no more.`,
  },
  subscription: {
    icon: CalendarSync,
    title: msg`Subscription that gets dearer`,
    lesson: msg`A subscription asks by itself every month, and one month it asks for more.`,
  },
  force_post: {
    icon: ReceiptText,
    title: msg`Charge without asking`,
    lesson: msg`A forced charge can’t be declined. It may take the card below zero.`,
  },
  refund: {
    icon: RotateCcw,
    title: msg`Refund to a frozen card`,
    lesson: msg`A frozen card pays nothing, but what comes back to it arrives.`,
  },
  dispute_lost: {
    icon: Gavel,
    title: msg`Dispute that is lost`,
    lesson: msg`Disputed money comes back at once, and is taken again if the merchant is right.`,
  },
  dispute_won: {
    icon: ShieldCheck,
    title: msg`Dispute that is won`,
    lesson: msg`Disputed money comes back at once, and stays if you are right.`,
  },
  late_clearing: {
    icon: History,
    title: msg`Settled too late`,
    lesson: msg`A hold ends by itself after some days. The merchant can still settle later.`,
  },
  top_up: {
    icon: PiggyBank,
    title: msg`Top up the practice card`,
    lesson: msg`Moves practice money from the practice account to the card.`,
  },
};
