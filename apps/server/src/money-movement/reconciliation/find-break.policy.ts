import type {
  BreakAge,
  BreakKind,
  BreakReason,
} from "@tessera/contract/money-movement/reconciliation.schemas";

/** What one side says about something. */
export interface Line {
  /** What the side calls it. */
  readonly ref: string;
  /** A currency or a token. */
  readonly asset: string;
  /** In minor units or hundredths; positive if the program received it. */
  readonly amountMinor: bigint;
  readonly at: Date;
  /** What is known about a line without a counterpart. */
  readonly reason?: BreakReason;
  /** Whether the side has another line that is the same in all but its reference. */
  readonly isTwin?: boolean;
}

/** All lines of both sides about one thing. */
export interface Group {
  /** Identifies the thing at its source. */
  readonly key: string;
  readonly ledger: readonly Line[];
  readonly outside: readonly Line[];
}

/** How long a side may lag behind the other, in milliseconds. */
export interface Patience {
  /** How old a line must be before its missing counterpart is a break. */
  readonly missingAfterMs: number;
  /** How far apart lines that match may be. */
  readonly lateAfterMs: number;
}

/** A difference between the ledger and its source. */
export interface Finding {
  readonly key: string;
  readonly kind: BreakKind;
  readonly asset: string;
  /** The sum of each side; undefined if it has no line. */
  readonly ledgerMinor: bigint | undefined;
  readonly outsideMinor: bigint | undefined;
  readonly reason: BreakReason | undefined;
  readonly ledger: readonly Line[];
  readonly outside: readonly Line[];
  /** The time of the earliest line. */
  readonly occurredAt: Date;
}

const DAY_MS = 86_400_000;

function sumOf(lines: readonly Line[]): bigint {
  return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

function timesOf(lines: readonly Line[]): number[] {
  return lines.map(({ at }) => at.getTime());
}

/** Returns whether a side has the same line more often than the other one. */
function isRepeated(one: readonly Line[], other: readonly Line[]): boolean {
  const [first] = one;
  return one.length > other.length && one.every((line) => line.amountMinor === first?.amountMinor);
}

function kindOf({ ledger, outside }: Group, now: Date, patience: Patience): BreakKind | undefined {
  const isDue = (lines: readonly Line[]) =>
    Math.max(...timesOf(lines)) <= now.getTime() - patience.missingAfterMs;
  if (ledger.length === 0) {
    return isDue(outside) ? "missing_in_ledger" : undefined;
  }
  if (outside.length === 0) {
    return isDue(ledger) ? "missing_outside" : undefined;
  }
  const assets = new Set([...ledger, ...outside].map(({ asset }) => asset));
  if (assets.size > 1) {
    return "amount_differs";
  }
  if (sumOf(ledger) !== sumOf(outside)) {
    const isDuplicate = isRepeated(ledger, outside) || isRepeated(outside, ledger);
    return isDuplicate ? "duplicate" : "amount_differs";
  }
  if ([...ledger, ...outside].some(({ isTwin }) => isTwin === true)) {
    return "duplicate";
  }
  const apartMs = Math.max(...timesOf(ledger)) - Math.min(...timesOf(outside));
  return Math.abs(apartMs) > patience.lateAfterMs ? "late" : undefined;
}

/**
 * Compares both sides of a group. Several lines of one side match one line of the other if their
 * sums are equal.
 *
 * @returns undefined if they match, or if the missing side may still follow
 */
export function findBreak(group: Group, now: Date, patience: Patience): Finding | undefined {
  const { key, ledger, outside } = group;
  const lines = [...outside, ...ledger];
  const [first] = lines;
  if (first === undefined) {
    return undefined;
  }
  const kind = kindOf(group, now, patience);
  return kind === undefined
    ? undefined
    : {
        key,
        kind,
        asset: first.asset,
        ledgerMinor: ledger.length === 0 ? undefined : sumOf(ledger),
        outsideMinor: outside.length === 0 ? undefined : sumOf(outside),
        reason: lines.find(({ reason }) => reason !== undefined)?.reason,
        ledger,
        outside,
        occurredAt: new Date(Math.min(...timesOf(lines))),
      };
}

/** Returns since when a break of each age was first seen; undefined if there is no such limit. */
export function firstSeenBetween(
  age: BreakAge,
  now: Date,
): { readonly after: Date | undefined; readonly until: Date | undefined } {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  switch (age) {
    case "day":
      return { after: before(1), until: undefined };
    case "three_days":
      return { after: before(3), until: before(1) };
    case "week":
      return { after: before(7), until: before(3) };
    case "older":
      return { after: undefined, until: before(7) };
  }
}

/** Returns how old a break is. */
export function ageOf(firstSeenAt: Date, now: Date): BreakAge {
  const days = (now.getTime() - firstSeenAt.getTime()) / DAY_MS;
  if (days < 1) {
    return "day";
  }
  if (days < 3) {
    return "three_days";
  }
  return days < 7 ? "week" : "older";
}

/** How far back a run compares, in days. */
const WINDOW_DAYS = 14;

/**
 * Returns where the period of a run begins: some days ago, or at the oldest open break, so that
 * each open break is compared again.
 */
export function periodStart(now: Date, oldestOpenAt: Date | undefined): Date {
  const usual = new Date(now.getTime() - WINDOW_DAYS * DAY_MS);
  return oldestOpenAt !== undefined && oldestOpenAt < usual ? oldestOpenAt : usual;
}

/** What of a break decides whether it is the same as before. */
export interface BreakFacts {
  readonly kind: BreakKind;
  readonly asset: string;
  readonly ledgerMinor: bigint | undefined;
  readonly outsideMinor: bigint | undefined;
}

/** Returns whether a break is as it was, so that its explanation still holds. */
export function isSameBreak(one: BreakFacts, other: BreakFacts): boolean {
  return (
    one.kind === other.kind &&
    one.asset === other.asset &&
    one.ledgerMinor === other.ledgerMinor &&
    one.outsideMinor === other.outsideMinor
  );
}
