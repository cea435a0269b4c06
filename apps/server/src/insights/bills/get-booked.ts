import {
  BOOK_SIDES,
  type CustomerMovement,
  HOLD_STATES,
} from "@tessera/contract/back-office/customers.schemas";
import { formatAmount } from "@tessera/money";
import type { Tx } from "../../platform/context.ts";
import { type HoldRow, type LineRow, selectHolds, selectLines } from "./booked-lines.repository.ts";

/**
 * Narrows a string to one of the known values.
 *
 * @throws RangeError for a value unknown to this version
 */
function known<T extends string>(words: readonly T[], text: string): T {
  const found = words.find((word) => word === text);
  if (found === undefined) {
    throw new RangeError(`the ledger has an unknown word: ${text}`);
  }
  return found;
}

function presentLine(row: LineRow): CustomerMovement["lines"][number] {
  return {
    from: known(BOOK_SIDES, row.from_kind),
    to: known(BOOK_SIDES, row.to_kind),
    amount: formatAmount(row.amount, row.currency),
    currency: row.currency,
    at: row.created_at.toISOString(),
  };
}

function presentHold(row: HoldRow): CustomerMovement["holds"][number] {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, row.currency);
  return {
    state: known(HOLD_STATES, row.state),
    amount: money(row.amount),
    captured: money(row.captured),
    remaining: money(row.remaining),
    currency: row.currency,
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * Reads the ledger entries (transfers and holds) for a movement and its steps. For operators only,
 * since customers must not see internal accounts.
 */
export async function getBooked(
  tx: Tx,
  movementId: string,
): Promise<Pick<CustomerMovement, "lines" | "holds">> {
  const [lines, holds] = await Promise.all([
    selectLines(tx, movementId),
    selectHolds(tx, movementId),
  ]);
  return { lines: lines.map(presentLine), holds: holds.map(presentHold) };
}
