import { feeOf } from "@tessera/money";
import { permittedDifference } from "../../authorization/clearing/index.ts";
import { readExchangeTerms } from "../../authorization/decision/index.ts";
import { readMovementData } from "../bills/index.ts";
import type { OpenHoldRow } from "./holds.repository.ts";
import { reserveOf } from "./safe-to-spend.policy.ts";

/**
 * Returns the amount, in minor units, that a pending payment's merchant may charge above the hold,
 * based on the merchant's category.
 */
export function reserveOfHold(hold: OpenHoldRow): bigint {
  const mcc = readMovementData(hold.data).merchant?.mcc ?? "";
  // The rate may move by as much as the buffer, which is held already.
  const basisPoints = readExchangeTerms(hold.data.exchange, hold.currency)?.bufferBasisPoints ?? 0;
  const movedMinor = feeOf(hold.authorizedMinor, basisPoints);
  const permittedMinor = permittedDifference(mcc, hold.authorizedMinor, hold.currency);
  return reserveOf({ ...hold, heldMinor: hold.coveredMinor }, permittedMinor + movedMinor);
}
