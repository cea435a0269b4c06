import type { Sql } from "postgres";
import type { Event, Operation } from "./history.ts";

/** A customer's balances, in cents. */
interface Balances {
  readonly account: bigint;
  readonly cards: bigint;
}

/** An operation of the history, with everything that was recorded about it. */
interface Recorded {
  readonly key: string;
  readonly operation: Operation;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly invokedAt: number;
  readonly decidedAt: number;
  /** Absent if the operation was refused. */
  readonly movement?: string;
  /** The balances that the answer reported. */
  readonly reported?: Balances;
}

interface Customer {
  readonly opening: Balances;
  readonly operations: Recorded[];
}

/** A customer's operations, with the balances before the first one and after each. */
interface Course {
  readonly operations: readonly Recorded[];
  readonly balances: readonly Balances[];
}

type Of<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

/** Returns cents. This file shares no code with the product, so it reads amounts by itself. */
export function centsOf(amount: string): bigint {
  const [, sign, whole, cents] = /^(-?)(\d+)\.(\d\d)$/.exec(amount) ?? [];
  if (whole === undefined || cents === undefined) {
    throw new RangeError(`${amount} is not an amount`);
  }
  const value = BigInt(whole) * 100n + BigInt(cents);
  return sign === "-" ? -value : value;
}

function only<Type extends Event["type"]>(events: readonly Event[], type: Type): Of<Type>[] {
  return events.filter((event): event is Of<Type> => event.type === type);
}

/** What is wrong with a history, and what it consists of. */
export interface BankVerdict {
  readonly faults: readonly string[];
  readonly operations: number;
  readonly reads: number;
  readonly snapshots: number;
  readonly approvals: number;
}

/**
 * Judges a history by itself: every operation was decided; every balance that an answer or a read
 * reported is one that the customer had at that time; every snapshot has the same sums; and every
 * approved payment had its hold.
 */
export function checkHistory(events: readonly Event[]): BankVerdict {
  const faults: string[] = [];
  const courses = new Map(
    [...customersOf(events, faults)].map(([id, customer]) => [id, courseOf(customer)]),
  );
  for (const [id, course] of courses) {
    faults.push(...wrongAnswers(id, course));
  }
  const reads = only(events, "read");
  for (const read of reads) {
    const course = courses.get(read.customer);
    const fault = course && wrongRead(read, course);
    if (fault !== undefined) {
      faults.push(fault);
    }
  }
  const snapshots = only(events, "snapshot");
  faults.push(...unequalSnapshots(snapshots));
  const approvals = only(events, "approval");
  for (const { movement, holds } of approvals.filter((one) => one.holds !== 1)) {
    faults.push(`payment ${movement} was approved and had ${holds} holds right afterwards`);
  }
  const operations = [...courses.values()].flatMap((course) => course.operations).length;
  return {
    faults,
    operations,
    reads: reads.length,
    snapshots: snapshots.length,
    approvals: approvals.length,
  };
}

/** Collects each customer's operations, in the order in which they were asked for. */
function customersOf(events: readonly Event[], faults: string[]): Map<string, Customer> {
  const customers = new Map<string, Customer>();
  for (const { customer, account, cards } of only(events, "open")) {
    const opening = { account: centsOf(account), cards: centsOf(cards) };
    customers.set(customer, { opening, operations: [] });
  }
  const done = new Map(only(events, "done").map((event) => [event.key, event]));
  const refused = new Map(only(events, "refused").map((event) => [event.key, event]));
  for (const { customer, key, operation, amount, fee, at } of only(events, "invoke")) {
    const answer = done.get(key);
    const refusal = refused.get(key);
    if (answer === undefined && refusal === undefined) {
      faults.push(`the ${operation} under ${key} was never decided`);
    }
    customers.get(customer)?.operations.push({
      key,
      operation,
      amount: centsOf(amount),
      fee: centsOf(fee),
      invokedAt: at,
      decidedAt: answer?.at ?? refusal?.at ?? Number.POSITIVE_INFINITY,
      ...(answer && {
        movement: answer.movement,
        reported: { account: centsOf(answer.account), cards: centsOf(answer.cards) },
      }),
    });
  }
  return customers;
}

/** Returns the balances after an operation. A refused one changes nothing. */
function after({ account, cards }: Balances, one: Recorded): Balances {
  if (one.movement === undefined) {
    return { account, cards };
  }
  const { operation, amount, fee } = one;
  return operation === "deposit"
    ? { account: account - amount - fee, cards: cards + amount }
    : { account: account + amount, cards: cards - amount - fee };
}

const isEqual = (a: Balances, b: Balances) => a.account === b.account && a.cards === b.cards;

const textOf = ({ account, cards }: Balances) => `${account} and ${cards}`;

function courseOf({ opening, operations }: Customer): Course {
  const balances = [opening];
  let now = opening;
  for (const one of operations) {
    now = after(now, one);
    balances.push(now);
  }
  return { operations, balances };
}

function wrongAnswers(id: string, { operations, balances }: Course): string[] {
  return operations.flatMap(({ operation, movement, reported }, index) => {
    const had = balances[index + 1];
    return reported === undefined || had === undefined || isEqual(reported, had)
      ? []
      : [
          `the ${operation} ${movement} of ${id} reported ${textOf(reported)}, and ` +
            `the customer had ${textOf(had)}`,
        ];
  });
}

/** Returns how many operations at the beginning of a list satisfy a condition. */
function countWhile(
  operations: readonly Recorded[],
  holds: (operation: Recorded) => boolean,
): number {
  let [low, high] = [0, operations.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const one = operations[middle];
    if (one !== undefined && holds(one)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * A read may report the balances after any operation that could have taken effect before it ended,
 * but none older than those of the last operation decided before it began.
 */
function wrongRead(read: Of<"read">, { operations, balances }: Course): string | undefined {
  const seen = { account: centsOf(read.account), cards: centsOf(read.cards) };
  const oldest = countWhile(operations, ({ decidedAt }) => decidedAt < read.begun);
  const newest = countWhile(operations, ({ invokedAt }) => invokedAt <= read.ended);
  const possible = balances.slice(oldest, newest + 1);
  return possible.some((one) => isEqual(one, seen))
    ? undefined
    : `server ${read.server} returned ${textOf(seen)} to ${read.customer} at ` +
        `${read.begun.toFixed(0)} ms, when it was ${possible.map(textOf).join(" or ")}`;
}

function unequalSnapshots(snapshots: readonly Of<"snapshot">[]): string[] {
  const firsts = new Map<string, Of<"snapshot">>();
  return snapshots.flatMap((snapshot) => {
    const { at, phase, cell, all, inside } = snapshot;
    const first = firsts.get(`${phase} ${cell}`);
    if (first === undefined) {
      firsts.set(`${phase} ${cell}`, snapshot);
    }
    const moment = `in cell ${cell + 1} at ${at.toFixed(0)} ms`;
    if (BigInt(all) !== 0n) {
      return [`the ledger's sum was ${all} ${moment}`];
    }
    return first === undefined || inside === first.inside
      ? []
      : [`the customers and the program had ${inside} ${moment}, and ${first.inside} before`];
  });
}

interface Booked {
  readonly id: string;
  readonly status: string;
  readonly kind: string;
  readonly amount: string;
  readonly fee: string;
  readonly moved: string;
}

const KINDS: Readonly<Record<Operation, string>> = {
  deposit: "card_deposit",
  withdraw: "card_withdraw",
};

/**
 * Compares a history with the ledger: every acknowledged operation is there exactly once, with its
 * amount and fee, and nothing else is there.
 *
 * @param databases connections as the owner of the database of each cell
 */
export async function checkLedger(
  databases: readonly Sql[],
  events: readonly Event[],
): Promise<string[]> {
  const customers = only(events, "open").map(({ customer }) => customer);
  const rows = await Promise.all(databases.map((sql) => bookedOf(sql, customers)));
  return compareLedger(events, rows.flat());
}

function bookedOf(sql: Sql, customers: readonly string[]): Promise<Booked[]> {
  return sql<Booked[]>`
    select m.id, coalesce(s.status, m.status) as status, m.kind, m.amount::text as amount,
      m.fee::text as fee,
      (select coalesce(sum(t.amount), 0) from ledger.transfer t where t.movement_id = m.id)::text
        as moved
    from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id
    where m.customer_id = any(${customers}::uuid[])
      and m.kind in ('card_deposit', 'card_withdraw')`;
}

/** Compares a history with the rows of the ledger. */
export function compareLedger(events: readonly Event[], rows: readonly Booked[]): string[] {
  const booked = Map.groupBy(rows, ({ id }) => id);
  const operations = new Map(only(events, "invoke").map((event) => [event.key, event]));
  const faults: string[] = [];
  for (const { key, movement } of only(events, "done")) {
    const operation = operations.get(key);
    const [row, ...others] = booked.get(movement) ?? [];
    booked.delete(movement);
    if (row === undefined || others.length > 0 || operation === undefined) {
      const times = row === undefined ? 0 : others.length + 1;
      faults.push(`movement ${movement} was acknowledged and is in the ledger ${times} times`);
      continue;
    }
    const amount = centsOf(operation.amount);
    const fee = centsOf(operation.fee);
    const isRight =
      row.status === "completed" &&
      row.kind === KINDS[operation.operation] &&
      BigInt(row.amount) === (operation.operation === "deposit" ? amount : -amount) &&
      BigInt(row.fee) === fee &&
      BigInt(row.moved) === amount + fee;
    if (!isRight) {
      faults.push(
        `movement ${movement} was acknowledged as ${operation.operation} of ${amount} with fee ` +
          `${fee}, and is a ${row.status} ${row.kind} of ${row.amount} with fee ${row.fee}`,
      );
    }
  }
  for (const id of booked.keys()) {
    faults.push(`movement ${id} is in the ledger and was never acknowledged`);
  }
  return faults;
}
