import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AutoTopUpRefusal } from "@tessera/contract/cards/auto-top-up.schemas";
import type { Weekday } from "@tessera/contract/cards/cards.schemas";
import type { AmountKind, DraftProblem, TriggerKind } from "./top-up-draft.ts";

export const WEEKDAY_NAMES: Readonly<Record<Weekday, MessageDescriptor>> = {
  mon: msg`Monday`,
  tue: msg`Tuesday`,
  wed: msg`Wednesday`,
  thu: msg`Thursday`,
  fri: msg`Friday`,
  sat: msg`Saturday`,
  sun: msg`Sunday`,
};

export const TRIGGER_NAMES: Readonly<Record<TriggerKind, MessageDescriptor>> = {
  balance: msg`After a payment that leaves too little`,
  week: msg`Every week`,
  month: msg`Every month`,
  charge: msg`Before an expected charge`,
};

export const AMOUNT_NAMES: Readonly<Record<AmountKind, MessageDescriptor>> = {
  fixed: msg`A fixed amount`,
  target: msg`Up to a balance`,
  charge: msg`What the charge lacks`,
};

export const DRAFT_PROBLEMS: Readonly<Record<DraftProblem, MessageDescriptor>> = {
  amount: msg`Enter an amount above zero.`,
  hours: msg`Enter 1 to 168 hours.`,
  target: msg`Enter at least the balance at which the card is topped up.`,
  cap: msg`Enter at least the amount that is added.`,
  past: msg`Enter today or a later day.`,
};

export const REFUSAL_NAMES: Readonly<Record<AutoTopUpRefusal, MessageDescriptor>> = {
  insufficient_funds: msg`Too little money on your account`,
  cap_reached: msg`Your cap for the month is reached`,
  fee_rose: msg`The fee is higher than you agreed to`,
  card_frozen: msg`The card was frozen`,
  card_closed: msg`The card was closed`,
  card_expired: msg`The card has expired`,
  card_used: msg`The card was used for its only payment`,
  account_stopped: msg`Your account is stopped or about to be closed`,
  acceptance_required: msg`You had not accepted our new terms`,
  turned_off: msg`It was changed or turned off`,
  too_late: msg`It could not be done in time`,
};
