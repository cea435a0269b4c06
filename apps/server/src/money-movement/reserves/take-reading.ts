import { isCurrency, RATE_SCALE } from "@tessera/money";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { crossRate, ratesBook, usdtRateSource } from "../rates/index.ts";
import { readBooks } from "./read-books.ts";
import { readPlaces } from "./read-places.ts";
import { heldIn, type PlaceBalance } from "./reserve.policy.ts";
import {
  type Book,
  insertReading,
  type ReadingRow,
  type StoredPlace,
  selectNewest,
} from "./reserves.repository.ts";

function storedPlace({ kind, name, heldMinor, at, fault }: PlaceBalance): StoredPlace {
  return {
    ...{ kind, name, fault: fault ?? null },
    heldMinor: heldMinor?.toString() ?? null,
    at: at?.toISOString() ?? null,
  };
}

/** Returns a function that gives the price of an asset in US dollars, times `RATE_SCALE`. */
async function pricesOf(context: AppContext): Promise<(asset: string) => bigint | undefined> {
  const [sheet, usdt] = await Promise.all([
    context.use(ratesBook).known(),
    context.use(usdtRateSource)?.known(),
  ]);
  return (asset) => {
    if (asset === "USD") {
      return RATE_SCALE;
    }
    if (isCurrency(asset)) {
      return sheet && crossRate(sheet.sheet.perEuro, asset, "USD");
    }
    // Every token is one that is pegged to the dollar, and is priced like USDT when it is credited.
    return usdt?.rates.dollarsScaled;
  };
}

const NO_BOOK = { booked_minor: 0n, owed_minor: 0n, position_minor: 0n };

/** Returns the assets that are held somewhere, or that the ledger knows. */
function assetsOf(books: readonly Book[], places: readonly PlaceBalance[]): string[] {
  const known = books.filter(
    (book) => book.booked_minor !== 0n || book.owed_minor !== 0n || book.position_minor !== 0n,
  );
  return [...new Set([...known, ...places].map(({ asset }) => asset))].sort();
}

interface Read {
  readonly at: Date;
  readonly books: readonly Book[];
  readonly places: readonly PlaceBalance[];
  readonly former: readonly ReadingRow[];
}

function readingOf(asset: string, { at, books, places, former }: Read) {
  const own = places.filter((place) => place.asset === asset);
  const book = books.find((one) => one.asset === asset) ?? NO_BOOK;
  const held = heldIn(own);
  const heldBooked = heldIn(own.filter(({ isBooked }) => isBooked));
  const knownAt = former.find((row) => row.asset === asset)?.known_at ?? null;
  return {
    ...{ asset, taken_at: at, places: own.map(storedPlace) },
    held_minor: held ?? null,
    held_booked_minor: heldBooked ?? null,
    booked_minor: book.booked_minor,
    owed_minor: book.owed_minor,
    position_minor: book.position_minor,
    known_at: held === undefined ? knownAt : at,
  };
}

/**
 * Reads what the program holds and owes of each asset, and stores it. A balance that cannot be read
 * is stored as unknown, never as zero.
 */
export async function takeReading(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const former = await selectNewest(db.kysely);
  // Before the places, so that what is credited in between is not missing there.
  const books = await readBooks(db.kysely);
  const places = await readPlaces(context);
  const priceOf = await pricesOf(context);
  const read = { at: clock.now(), books, places, former };
  const readings = assetsOf(books, places).map((asset) => readingOf(asset, read));
  await inTransaction(db, async (tx) => {
    for (const reading of readings) {
      await insertReading(tx, { ...reading, dollars_scaled: priceOf(reading.asset) ?? null });
    }
  });
}
