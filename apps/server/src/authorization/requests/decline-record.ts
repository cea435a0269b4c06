import type { Movement } from "@tessera/ledger";

/**
 * A decline in JSON form, with amounts and times as text, because JSON has neither bigints nor
 * dates.
 */
export type DeclineRecord = Omit<Movement, "amountMinor" | "feeMinor" | "eventAt"> & {
  readonly amountMinor: string;
  readonly feeMinor: string;
  readonly eventAt: string;
};

export function recordOf(decline: Movement): DeclineRecord {
  const { amountMinor, feeMinor, eventAt } = decline;
  return {
    ...decline,
    amountMinor: amountMinor.toString(),
    feeMinor: feeMinor.toString(),
    eventAt: eventAt.toISOString(),
  };
}

export function declineOf(record: DeclineRecord): Movement {
  return {
    ...record,
    amountMinor: BigInt(record.amountMinor),
    feeMinor: BigInt(record.feeMinor),
    eventAt: new Date(record.eventAt),
  };
}
