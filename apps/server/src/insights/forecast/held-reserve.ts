import { permittedDifference } from "../../authorization/clearing/index.ts";
import { readMovementData } from "../bills/index.ts";
import type { OpenHoldRow } from "./holds.repository.ts";
import { reserveOf } from "./safe-to-spend.policy.ts";

/**
 * Returns the amount, in minor units, that a pending payment's merchant may charge above the hold,
 * based on the merchant's category.
 */
export function reserveOfHold(hold: OpenHoldRow): bigint {
  const mcc = readMovementData(hold.data).merchant?.mcc ?? "";
  return reserveOf(hold, permittedDifference(mcc, hold.authorizedMinor, hold.currency));
}
