import * as z from "zod/mini";
import { amount, timestamp } from "../fields.ts";

/** A place where the program holds an asset. */
export const reservePlace = z.object({
  kind: z.enum(["bank", "deposit_addresses", "hot_wallet", "cold_wallet", "custodian", "issuer"]),
  /** Which one: an account's number, or a network. */
  name: z.string(),
  /** Null if it could not be read. */
  held: z.nullable(amount),
  /** When the balance was true, such as the day of a bank statement. */
  at: z.nullable(timestamp),
  /** Why it could not be read. */
  fault: z.nullable(z.string()),
});

/** What the program holds and owes of one asset. */
export const reserve = z.object({
  /** A currency or a token. */
  asset: z.string(),
  takenAt: timestamp,
  /** What is held in all places; null while a place cannot be read. */
  held: z.nullable(amount),
  /** Since when `held` is unknown; null if it is known or never was. */
  unknownSince: z.nullable(timestamp),
  /** What customers are owed. */
  owed: amount,
  /** What is held less what is owed. */
  difference: z.nullable(amount),
  /** What the ledger says is held at the places that it has accounts for. */
  booked: amount,
  /** What is missing there: what the ledger says less what is held, if that is positive. */
  missing: z.nullable(amount),
  /** The open position: what exchanges left the program with; negative if it owes it. */
  position: amount,
  places: z.array(reservePlace),
});

/** All assets in US dollars, at the rates of the newest reading. */
export const reserveTotal = z.object({
  held: amount,
  owed: amount,
  difference: amount,
});

export const reserves = z.object({
  reserves: z.array(reserve),
  /** Null if an asset's balance or rate is unknown. */
  total: z.nullable(reserveTotal),
});

export type Reserve = z.infer<typeof reserve>;
export type ReservePlace = z.infer<typeof reservePlace>;
export type Reserves = z.infer<typeof reserves>;
