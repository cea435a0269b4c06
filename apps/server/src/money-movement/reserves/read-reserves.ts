import type { Reserve, Reserves } from "@tessera/contract/money-movement/reserves.schemas";
import { formatAmount } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { missingMinor, type ReserveTotal, totalOf } from "./reserve.policy.ts";
import { type ReadingRow, type StoredPlace, selectNewest } from "./reserves.repository.ts";

/** Formats an amount of a currency, or of a token in hundredths. Both have two decimals. */
function amountOf(minor: bigint): string {
  return formatAmount(minor, "USD");
}

function presentPlace({ kind, name, heldMinor, at, fault }: StoredPlace) {
  return {
    ...{ kind: kind as Reserve["places"][number]["kind"], name, at, fault },
    held: heldMinor === null ? null : amountOf(BigInt(heldMinor)),
  };
}

function presentReserve(row: ReadingRow): Reserve {
  const { held_minor: held, held_booked_minor: heldBooked, owed_minor: owed } = row;
  const unknownSince = held === null ? (row.known_at?.toISOString() ?? null) : null;
  return {
    asset: row.asset,
    takenAt: row.taken_at.toISOString(),
    held: held === null ? null : amountOf(held),
    unknownSince,
    owed: amountOf(owed),
    difference: held === null ? null : amountOf(held - owed),
    booked: amountOf(row.booked_minor),
    missing: heldBooked === null ? null : amountOf(missingMinor(row.booked_minor, heldBooked)),
    position: amountOf(row.position_minor),
    places: row.places.map(presentPlace),
  };
}

/** Selects the newest reading of each asset that the newest reading contains. */
export async function selectCurrent(tx: Tx): Promise<ReadingRow[]> {
  const rows = await selectNewest(tx);
  const newest = Math.max(...rows.map(({ taken_at: at }) => at.getTime()));
  return rows.filter(({ taken_at: at }) => at.getTime() === newest);
}

/** Adds up readings in US cents; undefined if there are none, or one is unknown. */
export function totalOfReadings(rows: readonly ReadingRow[]): ReserveTotal | undefined {
  return rows.length === 0
    ? undefined
    : totalOf(
        rows.map((row) => ({
          heldMinor: row.held_minor ?? undefined,
          owedMinor: row.owed_minor,
          dollarsScaled: row.dollars_scaled ?? undefined,
        })),
      );
}

/** Reads what the program held and owed when it was read last, without asking anybody outside. */
export async function readReserves({ db }: Pick<AppContext, "db">): Promise<Reserves> {
  const rows = await selectCurrent(db.kysely);
  const total = totalOfReadings(rows);
  return {
    reserves: rows.map(presentReserve),
    total:
      total === undefined
        ? null
        : {
            held: amountOf(total.heldMinor),
            owed: amountOf(total.owedMinor),
            difference: amountOf(total.heldMinor - total.owedMinor),
          },
  };
}
