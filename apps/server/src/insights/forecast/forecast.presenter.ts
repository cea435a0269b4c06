import type { Merchant, Movement } from "@tessera/contract/insights/bills.schemas";
import type {
  HoldStep,
  LapsedHold,
  LikelyCharge,
  OpenHold,
  OutlookEntry,
} from "@tessera/contract/insights/forecast.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { holdReason } from "../../authorization/messages/index.ts";
import { wireId } from "../../platform/ids.ts";
import { presentStep, readMovementData } from "../bills/index.ts";
import { isReleaseDue, withHeld } from "./hold-forecast.policy.ts";
import type { HoldStepRow, LapsedHoldRow, OpenHoldRow } from "./holds.repository.ts";
import type { Likely } from "./likely-charges.policy.ts";

interface EntryRow {
  readonly id: string;
  readonly title: string;
  readonly data: unknown;
  readonly at: Date;
}

function merchantOf(data: unknown): { merchant?: Merchant } {
  const { merchant } = readMovementData(data);
  return merchant === undefined ? {} : { merchant };
}

/** Presents a payment as one of a term's entries, with the amount that counts toward the term. */
export function presentEntry(
  row: EntryRow,
  amountMinor: bigint,
  currency: CurrencyCode,
): OutlookEntry {
  return {
    movementId: wireId("mov", row.id),
    title: row.title,
    ...merchantOf(row.data),
    amount: formatAmount(amountMinor, currency),
    at: row.at.toISOString(),
  };
}

/** Presents a movement from a list as an entry. */
export function presentListed(movement: Movement): OutlookEntry {
  const { id, title, merchant, amount, eventAt } = movement;
  return {
    movementId: id,
    title,
    ...(merchant !== undefined && { merchant }),
    amount,
    at: eventAt,
  };
}

/**
 * Presents a likely charge.
 *
 * @param data the data of the merchant's last charge
 */
export function presentLikely(
  { title, last, amountMinor, recurrence, tries }: Likely,
  data: unknown,
  currency: CurrencyCode,
): LikelyCharge {
  const rise = recurrence?.priceRise;
  return {
    title,
    ...merchantOf(data),
    amount: formatAmount(amountMinor, currency),
    movementId: wireId("mov", last.id),
    lastAt: last.at.toISOString(),
    ...(recurrence !== undefined && {
      cadence: recurrence.cadence,
      expectedOn: recurrence.expectedOn,
    }),
    tries,
    ...(rise !== undefined && {
      priceRise: {
        from: formatAmount(rise.fromMinor, currency),
        to: formatAmount(rise.toMinor, currency),
        since: rise.since,
      },
    }),
  };
}

function presentSteps(steps: readonly HoldStepRow[]): HoldStep[] {
  return withHeld(steps).map((step) => ({
    ...presentStep(step),
    held: formatAmount(step.heldMinor, step.currency),
  }));
}

/** Presents a pending payment with its hold, the reason for the hold, and its expiry. */
export function presentHold(
  hold: OpenHoldRow,
  parts: {
    readonly steps: readonly HoldStepRow[];
    readonly reserveMinor: bigint;
    readonly now: Date;
  },
): OpenHold {
  const { currency, releaseBy } = hold;
  const mcc = readMovementData(hold.data).merchant?.mcc ?? "";
  return {
    ...presentEntry(hold, hold.heldMinor, currency),
    ...(hold.drawnMinor > 0n && { drawn: formatAmount(hold.drawnMinor, currency) }),
    authorised: formatAmount(hold.authorizedMinor, currency),
    cleared: formatAmount(hold.clearedMinor, currency),
    reserve: formatAmount(parts.reserveMinor, currency),
    releaseBy: releaseBy.toISOString(),
    releaseDue: isReleaseDue(releaseBy, parts.now),
    reason: holdReason(mcc),
    timeline: presentSteps(parts.steps),
  };
}

export function presentLapsed(row: LapsedHoldRow, currency: CurrencyCode): LapsedHold {
  return {
    ...presentEntry(row, row.amountMinor, currency),
    releasedAt: row.releasedAt.toISOString(),
  };
}
