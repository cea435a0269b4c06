import type {
  AccountClosing,
  ClosingEntry,
  ClosingGroup,
  ClosingKind,
  ClosingStanding,
  ClosingState,
  ErasureObstacle,
  NamedAmount,
  OperatorClosing,
} from "@tessera/contract/identity/account-closing.schemas";
import { CLOSING_KINDS } from "@tessera/contract/identity/account-closing.schemas";
import { CLOSING_COOLING_DAYS } from "@tessera/contract/identity/closing-figures";
import { CURRENCIES, type CurrencyCode, formatAmount } from "@tessera/money";
import type { ClosingRow, ClosingWithAmounts } from "./account-closing.tables.ts";
import { type Amounts, effectOf } from "./closing.policy.ts";
import type { Thing, ThingGroup } from "./read-things.ts";

/** Presents amounts in the standard currency order. */
export function presentAmounts(amounts: Amounts): NamedAmount[] {
  return CURRENCIES.flatMap((currency: CurrencyCode) => {
    const minor = amounts.get(currency);
    return minor === undefined ? [] : [{ currency, amount: formatAmount(minor, currency) }];
  });
}

function stateOf({ closed_at: closedAt, settling_at: settlingAt }: ClosingRow): ClosingState {
  if (closedAt !== null) {
    return "closed";
  }
  return settlingAt === null ? "cooling" : "settling";
}

/** Presents a closure to the customer. */
export function presentClosing({ row, amounts }: ClosingWithAmounts): AccountClosing {
  return {
    state: stateOf(row),
    askedAt: row.asked_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    named: presentAmounts(
      new Map(amounts.map(({ currency, named_minor: minor }) => [currency, minor])),
    ),
  };
}

function presentEntry({ id, title, last4, amountMinor, currency, until }: Thing): ClosingEntry {
  return {
    ...{ id, title },
    ...(last4 !== null && { last4 }),
    ...(amountMinor !== null &&
      currency !== null && { amount: formatAmount(amountMinor, currency), currency }),
    ...(until !== null && { until: until.toISOString() }),
  };
}

function presentGroup({ kind, count, things }: ThingGroup): ClosingGroup {
  return { kind, effect: effectOf(kind), count, entries: things.map(presentEntry) };
}

function byKind(a: { readonly kind: ClosingKind }, b: { readonly kind: ClosingKind }): number {
  return CLOSING_KINDS.indexOf(a.kind) - CLOSING_KINDS.indexOf(b.kind);
}

/** Presents to the owner what closing the account would involve. */
export function presentStanding(standing: {
  readonly now: Date;
  readonly closing: ClosingWithAmounts | undefined;
  readonly remaining: Amounts;
  readonly groups: readonly ThingGroup[];
  readonly needsCustomer: boolean;
}): ClosingStanding {
  const { now, closing, remaining, needsCustomer } = standing;
  const groups = standing.groups.map(presentGroup).sort(byKind);
  return {
    asOf: now.toISOString(),
    coolingDays: CLOSING_COOLING_DAYS,
    closing: closing === undefined ? null : presentClosing(closing),
    canAsk: closing === undefined && groups.every(({ effect }) => effect !== "blocks"),
    needsCustomer,
    remaining: presentAmounts(remaining),
    groups,
  };
}

/** Presents a closure to operators: the amounts left over, and what is blocking it. */
export function presentForOperators(
  closing: ClosingWithAmounts,
  waitsFor: readonly ClosingKind[],
  erasureWaitsFor: readonly ErasureObstacle[] = [],
): OperatorClosing {
  const left = closing.amounts.flatMap(({ currency, left_minor: minor }) =>
    minor === null || minor === 0n ? [] : [[currency, minor] as const],
  );
  return {
    ...presentClosing(closing),
    left: presentAmounts(new Map(left)),
    waitsFor: [...waitsFor].sort((a, b) => CLOSING_KINDS.indexOf(a) - CLOSING_KINDS.indexOf(b)),
    erasureWaitsFor: [...erasureWaitsFor],
  };
}
