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
  Plane,
  ReceiptText,
  RotateCcw,
  ShieldCheck,
  Split,
} from "lucide-react";

/** A scenario's title, and what it teaches. */
export interface ScenarioWords {
  readonly icon: LucideIcon;
  readonly title: MessageDescriptor;
  readonly lesson: MessageDescriptor;
}

export const SCENARIO_WORDS: Readonly<Record<PracticeScenarioId, ScenarioWords>> = {
  hotel: {
    icon: BedDouble,
    title: msg`Hotel stay`,
    lesson: msg`A hotel holds an amount, settles for less, and may charge again after you leave.`,
  },
  fuel: {
    icon: Fuel,
    title: msg`Gas pump`,
    lesson: msg`A gas pump requests 1.00, then reports the final amount.`,
  },
  tip: {
    icon: HandCoins,
    title: msg`Restaurant with a tip`,
    lesson: msg`A restaurant may settle for up to 20% more than it requested.`,
  },
  partial: {
    icon: Split,
    title: msg`Partly approved`,
    lesson: msg`A shop that accepts partial payment gets what the card has, and no more.`,
  },
  subscription: {
    icon: CalendarSync,
    title: msg`Subscription price increase`,
    lesson: msg`A subscription charges you every month, until one month the price goes up.`,
  },
  force_post: {
    icon: ReceiptText,
    title: msg`Charge without authorization`,
    lesson: msg`A force post can’t be declined. It may take the card below zero.`,
  },
  refund: {
    icon: RotateCcw,
    title: msg`Refund to a frozen card`,
    lesson: msg`A frozen card can’t pay, but refunds still arrive.`,
  },
  dispute_lost: {
    icon: Gavel,
    title: msg`Dispute you lose`,
    lesson: msg`The disputed amount is returned immediately, and taken back if the merchant wins.`,
  },
  dispute_won: {
    icon: ShieldCheck,
    title: msg`Dispute you win`,
    lesson: msg`The disputed amount is returned immediately, and you keep it if you win.`,
  },
  late_clearing: {
    icon: History,
    title: msg`Settled late`,
    lesson: msg`A hold expires on its own after a few days. The merchant can still settle later.`,
  },
  abroad: {
    icon: Plane,
    title: msg`Meal abroad`,
    lesson: msg`The network converts the amount twice: at the request and at the settlement.`,
  },
  top_up: {
    icon: PiggyBank,
    title: msg`Top up the practice card`,
    lesson: msg`Move practice money from the practice account to the card.`,
  },
};
