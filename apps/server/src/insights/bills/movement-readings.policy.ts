import type {
  MovementKind,
  MovementReading,
  MovementStatus,
} from "@tessera/contract/insights/bills.schemas";

/** Movements that stand in one way, of one kind or of all but one where that is said. */
export interface StandingMovements {
  readonly status: MovementStatus;
  readonly kind?: MovementKind;
  readonly exceptKind?: MovementKind;
}

/** How movements stand that read so to a customer: some words are a deposit's own. */
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
