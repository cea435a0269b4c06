import type {
  MovementKind,
  MovementReading,
  MovementStatus,
} from "@tessera/contract/insights/bills.schemas";

/** Movements in one state: those of one kind, of all kinds but one, or of every kind. */
export interface StandingMovements {
  readonly status: MovementStatus;
  readonly kind?: MovementKind;
  readonly exceptKind?: MovementKind;
}

/**
 * Returns the states that a customer sees as the same status. Some statuses apply only to deposits.
 */
export function standingsOf(reading: MovementReading): readonly StandingMovements[] {
  switch (reading) {
    case "awaiting_confirmation":
      return [{ status: "processing", kind: "deposit" }];
    case "failed":
      return [{ status: "failed" }, { status: "expired", kind: "deposit" }];
    case "processing":
    case "expired":
      return [{ status: reading, exceptKind: "deposit" }];
    default:
      return [{ status: reading }];
  }
}
