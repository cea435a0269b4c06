import { RETRY_DAYS } from "@tessera/contract/insights/forecast-figures";
import type { AppContext, Tx } from "../../platform/context.ts";
import { readMovementData } from "../bills/index.ts";
import { type ChargeRow, selectCharges } from "./charges.repository.ts";
import type { CardAtHand } from "./find-card.ts";
import { type Likely, likelyCharges, type MerchantHistory } from "./likely-charges.policy.ts";

const DAY_MS = 86_400_000;
/** Number of days of history to read, which covers three yearly payments and their tolerances. */
export const LOOK_BACK_DAYS = 800;
/** Maximum number of payments to search on a heavily used card. */
export const ROWS_SEARCHED = 20_000;

/** The states of a payment that was neither declined nor reversed. */
export const PAID: ReadonlySet<string> = new Set(["processing", "completed"]);

function isTry({ status, data }: ChargeRow): boolean {
  // A merchant that reversed its own authorization no longer expects the charge.
  return status === "declined" && readMovementData(data).declineCode !== "reversed_before";
}

/** Merchants that are likely to charge a card, with the data from their charges. */
export interface LikelyToCharge {
  readonly likely: readonly Likely[];
  readonly dataOf: (charge: { readonly id: string }) => unknown;
}

/**
 * Reads merchants' charges on a card in one statement, and returns the merchants that are likely to
 * charge it again.
 */
export async function findLikelyCharges(
  context: AppContext,
  tx: Tx,
  { card, now, period }: CardAtHand,
): Promise<LikelyToCharge> {
  const farthest = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS);
  const rows = await selectCharges(tx, {
    customerId: card.customer_id,
    cardId: card.id,
    since: card.created_at > farthest ? card.created_at : farthest,
    triedSince: new Date(now.getTime() - RETRY_DAYS * DAY_MS),
    rows: ROWS_SEARCHED,
    timeZone: context.config.timeZone,
  });
  // An amount of zero indicates an account verification.
  const charges = rows.filter(({ amountMinor }) => amountMinor > 0n);
  const histories = [...Map.groupBy(charges, ({ title }) => title)].map(
    ([title, some]): MerchantHistory => ({
      title,
      paid: some.filter(({ status }) => PAID.has(status)),
      declined: some.filter(isTry),
    }),
  );
  const data = new Map(rows.map((row) => [row.id, row.data]));
  return {
    likely: likelyCharges(histories, period.day),
    dataOf: ({ id }) => data.get(id),
  };
}
