import type { AccountStatus, Leg, RefusalReason } from "./types.ts";

/**
 * Outcome codes of the database function `ledger.submit`. The function's source declares the same
 * codes, as well as those in {@link LEG_CODES} and {@link STATUS_CODES}. `test/codes.test.ts`
 * compares them.
 */
export const OUTCOME_CODES = {
  posted: 0,
  already_posted: 1,
  mismatch: 2,
  insufficient: 3,
  guard_exceeded: 4,
  blocked: 5,
  closed: 6,
  no_such_account: 7,
  no_such_hold: 8,
  hold_closed: 9,
  hold_exceeded: 10,
  hold_not_expired: 11,
  currency_differs: 12,
  no_such_movement: 13,
  id_out_of_time: 14,
  amount_out_of_range: 15,
} as const satisfies Record<RefusalReason | "posted" | "already_posted", number>;

/** Leg types as encoded by the database function. */
export const LEG_CODES = {
  transfer: 1,
  hold: 2,
  increase: 3,
  capture: 4,
  release: 5,
  forced: 6,
  sweep: 7,
  require_open: 8,
} as const satisfies Record<Leg["type"], number>;

/** Account statuses as encoded in balance rows. */
export const STATUS_CODES = {
  open: 1,
  debits_blocked: 2,
  blocked: 3,
  closed: 4,
} as const satisfies Record<AccountStatus, number>;

const REASONS = new Map<number, RefusalReason>(
  Object.entries(OUTCOME_CODES).flatMap(([name, code]) =>
    isRefusal(name) ? [[code, name] as const] : [],
  ),
);

function isRefusal(name: string): name is RefusalReason {
  return name !== "posted" && name !== "already_posted";
}

/** Returns the refusal reason for a code. */
export function reasonOf(code: number): RefusalReason {
  const reason = REASONS.get(code);
  if (reason === undefined) {
    throw new RangeError(`the database returned an unknown outcome ${code}`);
  }
  return reason;
}

const STATUSES: ReadonlyMap<number, AccountStatus> = new Map(
  (Object.keys(STATUS_CODES) as AccountStatus[]).map((status) => [STATUS_CODES[status], status]),
);

/** Returns the account status for a code. */
export function statusOfCode(code: number): AccountStatus {
  const status = STATUSES.get(code);
  if (status === undefined) {
    throw new RangeError(`unknown account status ${code}`);
  }
  return status;
}
