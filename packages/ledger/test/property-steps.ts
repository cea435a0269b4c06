import { inTransaction } from "@tessera/database";
import fc from "fast-check";
import { v4, v7 } from "uuid";
import { type AccountId, type Guard, houseAccount, type Leg, type Movement } from "../src/index.ts";
import { type Fixture, movementOf } from "./ledger-fixture.ts";
import { LedgerModel } from "./ledger-model.ts";

const HOUR_MS = 3_600_000;
const HOUSE = houseAccount("fees", "USD");

const amount = fc.oneof(
  { weight: 20, arbitrary: fc.bigInt(1n, 300n) },
  { weight: 1, arbitrary: fc.constantFrom(0n, -5n, 100_000_000_000_000n) },
);
const pick = fc.nat({ max: 1_000 });
/** One or more events: any type of movement, or a change to an account's status. */
export const step = fc.record({
  act: fc.constantFrom(
    "transfer",
    "transfer",
    "fund",
    "fund",
    "two",
    "hold",
    "hold",
    "increase",
    "capture",
    "capture",
    "release",
    "release",
    "forced",
    "sweep",
    "status",
    "repeat",
    "tamper",
    "reuse_key",
    "stale",
    "nothing",
    "change",
    "hold_capture",
    "hold_then_fail",
    "hold_two",
    "require_open",
  ),
  a: pick,
  b: pick,
  c: pick,
  amount,
  amount2: amount,
  customer: fc.nat({ max: 1 }),
  currency: fc.constantFrom("USD", "USD", "USD", "USD", "USD", "USD", "EUR"),
  guard: fc.constantFrom("none", "none", "count", "limit", "back"),
  flag: fc.boolean(),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const PLAIN_ACTS = [
  "fund",
  "fund",
  "fund",
  "transfer",
  "two",
  "hold",
  "hold_two",
  "nothing",
] as const;

/**
 * Mostly movements that the fast path accepts: transfers and holds between a customer's own
 * accounts.
 */
export const plainStep = step.map((s): Step => {
  const usual = (minor: bigint) => (minor > 0n && minor <= 300n ? minor : 7n);
  return {
    ...s,
    act: PLAIN_ACTS[s.c % PLAIN_ACTS.length] ?? "fund",
    a: s.a % 6,
    b: s.a % 6,
    c: s.c * 9 + 1,
    amount: usual(s.amount),
    amount2: usual(s.amount2),
    currency: "USD",
    guard: s.guard === "limit" && s.c % 5 === 0 ? "limit" : s.guard === "none" ? "none" : "count",
  };
});

/** Funds all accounts of both customers, so that few movements are refused as insufficient. */
export const FUNDS = [0, 1, 2, 3].map(
  (index): Step => ({
    act: "fund",
    a: 0,
    b: index % 2,
    c: 1,
    amount: 3_000n,
    amount2: 1n,
    customer: index >> 1,
    currency: "USD",
    guard: "none",
    flag: true,
  }),
);

/** The accounts that the steps act on, and the model that predicts the outcomes. */
export interface World {
  /** The time of every movement, in milliseconds. */
  readonly now: number;
  readonly model: LedgerModel;
  readonly customers: readonly string[];
  readonly accounts: readonly AccountId[];
  readonly subjects: readonly string[];
  readonly holds: string[];
  readonly history: Movement[];
}

/** Creates two customers with accounts of each type, in the ledger and in the model. */
export async function newWorld(fixture: Fixture, now: number): Promise<World> {
  const model = new LedgerModel();
  const customers = [v4(), v4()];
  const wanted = customers.flatMap((customerId) => [
    { customerId, kind: "account" as const, currency: "USD" as const },
    { customerId, kind: "card" as const, currency: "USD" as const },
    { customerId, kind: "card" as const, currency: "EUR" as const },
    { customerId, kind: "receivable" as const, currency: "USD" as const },
  ]);
  const ids = await inTransaction(fixture.db, (tx) => fixture.ledger.openAccounts(tx, wanted));
  ids.forEach((id, index) => {
    const { customerId, kind, currency } = wanted[index] ?? {};
    model.state.accounts.set(id, {
      customerId: customerId ?? null,
      currency: currency ?? "",
      kind: kind === "receivable" ? "receivable" : "constrained",
      status: "open",
      posted: 0n,
      held: 0n,
    });
  });
  const house = [houseAccount("fees", "USD"), houseAccount("fees", "EUR")];
  house.forEach((id, index) => {
    model.state.accounts.set(id, {
      customerId: null,
      currency: index === 0 ? "USD" : "EUR",
      kind: "house",
      status: "open",
      posted: 0n,
      held: 0n,
    });
  });
  return {
    now,
    model,
    customers,
    accounts: [...ids, ...house, 999_999_999n],
    subjects: [v4(), v4()],
    holds: [v7()],
    history: [],
  };
}

/** Returns the element at an index modulo the list's length. */
export function at<T>(list: readonly T[], index: number): T {
  const value = list[index % list.length];
  if (value === undefined) {
    throw new Error("an empty list has no element");
  }
  return value;
}

/** Usually picks the customer's own account of a type, and sometimes any account. */
function account(world: World, s: Step, index: number): AccountId {
  const mostly = index % 8 !== 7;
  return mostly ? at(world.accounts, s.customer * 4 + (index % 2)) : at(world.accounts, index);
}

/** Returns legs that raise, capture and release a hold; none if the step has no hold. */
function holdLegsOf(world: World, s: Step): Leg[] | undefined {
  const holdId = at(world.holds, s.a);
  const hold = (id: string, of = account(world, s, s.b)): Leg => ({
    type: "hold",
    holdId: id,
    account: of,
    amountMinor: s.amount,
    expiresAt: new Date(world.now + (s.flag ? HOUR_MS : -HOUR_MS)),
  });
  const capture = (id: string, amountMinor: bigint): Leg => ({
    type: "capture",
    holdId: id,
    credit: creditOf(world, s),
    amountMinor,
    final: s.c % 2 === 0,
    ...(s.flag && { shortfallFrom: receivableOf(world, s) }),
  });
  const increase = (id: string, amountMinor: bigint): Leg => {
    return { type: "increase", holdId: id, amountMinor };
  };
  const newHold = () => {
    const id = v7();
    world.holds.push(id);
    return id;
  };
  switch (s.act) {
    case "hold":
      newHold();
      return [hold(at(world.holds, world.holds.length - 1 - (s.c % 9 === 0 ? 1 : 0)))];
    case "hold_capture": {
      const id = newHold();
      return [hold(id), capture(id, s.amount2)];
    }
    case "hold_then_fail": {
      const id = newHold();
      return [hold(id), transferOf(world, s), increase(id, s.amount2)];
    }
    case "hold_two": {
      const other = account(world, s, s.b + 1);
      const required: Leg[] = s.c % 2 === 0 ? [] : [{ type: "require_open", account: other }];
      return [...required, hold(newHold()), hold(newHold(), other)];
    }
    case "require_open":
      return [{ type: "require_open", account: account(world, s, s.b) }];
    case "increase":
      return [increase(holdId, s.amount)];
    case "capture":
      return [capture(holdId, s.amount)];
    case "release": {
      const amountMinor = s.flag || s.amount === 0n ? "all" : s.amount;
      return [{ type: "release", holdId, amountMinor, as: s.c % 3 === 0 ? "expired" : "released" }];
    }
    default:
      return undefined;
  }
}

function creditOf(world: World, s: Step): AccountId {
  return s.c % 3 === 0 ? account(world, s, s.b) : HOUSE;
}

function receivableOf(world: World, s: Step): AccountId {
  return at(world.accounts, s.customer * 4 + 3);
}

function transferOf(world: World, s: Step) {
  return {
    type: "transfer",
    debit: account(world, s, s.a),
    credit: account(world, s, s.b + 1),
    amountMinor: s.amount,
  } as const;
}

function legsOf(world: World, s: Step): Leg[] {
  const transfer = transferOf(world, s);
  const { debit, amountMinor } = transfer;
  switch (s.act) {
    case "fund":
      return [{ ...transfer, debit: HOUSE }];
    case "two":
      return [transfer, { ...transfer, credit: HOUSE, amountMinor: s.amount2 }];
    case "forced": {
      const shortfallFrom = receivableOf(world, s);
      return [{ type: "forced", debit, credit: creditOf(world, s), amountMinor, shortfallFrom }];
    }
    case "sweep":
      return [{ type: "sweep", debit, credit: account(world, s, s.a + 1) }];
    case "nothing":
    case "change":
      return [];
    default:
      return holdLegsOf(world, s) ?? [transfer];
  }
}

function guardsOf(world: World, s: Step): Guard[] {
  if (s.guard === "none") {
    return [];
  }
  const sign = s.guard === "back" ? -1n : 1n;
  const guard = (index: number): Guard => ({
    subject: at(world.subjects, index),
    window: s.flag ? "life" : "day:1",
    amountMinor: sign * s.amount2,
    count: Number(sign),
    ...(s.guard === "limit" && { maxAmountMinor: 900n, maxCount: 6 }),
  });
  return s.c % 4 === 0 ? [guard(s.a), guard(s.b)] : [guard(s.a)];
}

/** Builds the movement for a step. Keeps it for steps that repeat or change it. */
export function movementFor(world: World, s: Step): Movement {
  const earlier = world.history.length > 0 ? at(world.history, s.a) : undefined;
  if (s.act === "repeat" && earlier !== undefined) {
    return { ...earlier, eventAt: new Date(), data: { again: true } };
  }
  if (s.act === "tamper" && earlier !== undefined) {
    return { ...earlier, title: `${earlier.title}!` };
  }
  const customerId = at(world.customers, s.customer);
  const movement = movementOf(customerId, legsOf(world, s), {
    currency: s.currency === "EUR" ? "EUR" : "USD",
    status: s.flag ? "completed" : "processing",
    amountMinor: s.amount,
    clientKey: s.act === "reuse_key" ? `key ${s.c % 5}` : null,
    guards: guardsOf(world, s),
    ...(s.act === "stale" && { id: v7({ msecs: world.now + (s.flag ? 25 : -25) * HOUR_MS }) }),
    ...(s.act === "change" && {
      statusChanges: [
        {
          movementId: s.c % 5 === 0 || earlier === undefined ? v7() : earlier.id,
          status: s.flag ? "failed" : "completed",
          ...(s.flag && { amountMinor: s.amount }),
        },
      ],
    }),
  });
  world.history.push(movement);
  return movement;
}
