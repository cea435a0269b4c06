import { permittedDifference } from "../../authorization/clearing/index.ts";
import { readMovementData } from "../bills/index.ts";
import type { OpenHoldRow } from "./holds.repository.ts";
import { reserveOf } from "./safe-to-spend.policy.ts";

/**
 * Returns what a pending payment may take beyond its hold by its merchant's category, in minor
 * units.
 */
export function reserveOfHold(hold: OpenHoldRow): bigint {
  const mcc = readMovementData(hold.data).merchant?.mcc ?? "";
  return reserveOf(hold, permittedDifference(mcc, hold.authorisedMinor, hold.currency));
}
