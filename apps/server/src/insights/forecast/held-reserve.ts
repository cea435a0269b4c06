import { permittedDifference } from "../../authorization/clearing/index.ts";
import { readMovementData } from "../bills/index.ts";
import type { OpenHoldRow } from "./holds.repository.ts";
import { reserveOf } from "./safe-to-spend.policy.ts";

/**
 * Returns the amount that a pending payment's merchant may charge above the hold, depending on its
 * category, in minor units.
 */
export function reserveOfHold(hold: OpenHoldRow): bigint {
  const mcc = readMovementData(hold.data).merchant?.mcc ?? "";
  return reserveOf(hold, permittedDifference(mcc, hold.authorisedMinor, hold.currency));
}
