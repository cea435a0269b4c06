import type { Ledger } from "@tessera/ledger";
import type { Sql } from "postgres";
import type { Caller } from "./http-population.ts";
import { houseToCustomer } from "./movements.ts";
import { submitAll } from "./submit-all.ts";

const CARD_BALANCE_MINOR = 1_000_000n;

/**
 * Funds the callers' cards with an adjustment, so that no authorization in the load is declined. It
 * belongs to the card's history, as `verify` expects.
 */
export async function fundCards(ledger: Ledger, callers: readonly Caller[]): Promise<void> {
  await submitAll(ledger, callers.length, (index) => {
    const caller = callers[index];
    if (caller === undefined) {
      throw new RangeError("a caller is missing");
    }
    const cardId = caller.cardId.replace(/^card_/, "");
    const subject = { ...caller, cardId, account: caller.cardAccount, card: caller.cardAccount };
    return { ...houseToCustomer(subject, CARD_BALANCE_MINOR), cardId };
  });
}

/**
 * Lets the callers' cards draw on their accounts. The cards have no money of their own. Written
 * directly, because the setting is not measured.
 */
export async function letDraw(owner: Sql, callers: readonly Caller[]): Promise<void> {
  const ids = callers.map(({ cardId }) => cardId.replace(/^card_/, ""));
  await owner`
    update card set draw_daily_minor = 100000000, draw_fee_basis_points = 10000
    where id = any(${ids}::uuid[])`;
}

/**
 * Throws unless every payment of the callers' cards was approved and drew on the account. A
 * declined payment is answered like any other, only faster.
 */
export async function requireDrawn(owner: Sql, callers: readonly Caller[]): Promise<void> {
  const ids = callers.map(({ cardId }) => cardId.replace(/^card_/, ""));
  const [row] = await owner<{ asked: number; drawn: number }[]>`
    select count(*)::int as asked, count(*) filter (where data ? 'draw')::int as drawn
    from ledger.movement where card_id = any(${ids}::uuid[]) and data ? 'merchant'`;
  if (row === undefined || row.drawn === 0 || row.drawn !== row.asked) {
    throw new Error(`${row?.drawn} of ${row?.asked} payments drew on the account: no score`);
  }
}
