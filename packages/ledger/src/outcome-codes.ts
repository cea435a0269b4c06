import type { AccountStatus, RefusalReason } from "./types.ts";

/** Outcome numbers of the database function `ledger.submit`. */
export const POSTED = 0;
export const ALREADY_POSTED = 1;
export const GUARD_EXCEEDED = 4;

const REASONS: readonly (RefusalReason | undefined)[] = [
  undefined,
  undefined,
  "mismatch",
  "insufficient",
  "guard_exceeded",
  "blocked",
  "closed",
  "no_such_account",
  "no_such_hold",
  "hold_closed",
  "hold_exceeded",
  "hold_not_expired",
  "currency_differs",
  "no_such_movement",
  "id_out_of_time",
  "amount_out_of_range",
];

/** The reason behind an outcome number of two and more. */
export function reasonOf(code: number): RefusalReason {
  const reason = REASONS[code];
  if (reason === undefined) {
    throw new RangeError(`the database answered with an unknown outcome ${code}`);
  }
  return reason;
}

const STATUSES = ["open", "debits_blocked", "blocked", "closed"] as const;

/** Account status of the number that a balance row holds (1 to 4). */
export function statusOfCode(code: number): AccountStatus {
  const status = STATUSES[code - 1];
  if (status === undefined) {
    throw new RangeError(`unknown account status ${code}`);
  }
  return status;
}

/** The number that a balance row holds for a status. */
export function codeOfStatus(status: AccountStatus): number {
  return STATUSES.indexOf(status) + 1;
}
