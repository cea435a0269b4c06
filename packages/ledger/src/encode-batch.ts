import { LEG_CODES } from "./codes.ts";
import {
  attached,
  joinedData,
  list,
  type Parameter,
  placeholders,
  texts,
} from "./parameter-text.ts";
import type { PreparedMovement } from "./prepare-movement.ts";
import type { AccountId, Leg } from "./types.ts";

/** Calls the database function with the parameters of {@link encodeBatch}, in order. */
export const SUBMIT_STATEMENT = `select * from ledger.submit(${placeholders(41, 2)})`;

/**
 * Assigns 1-based indexes, as in PostgreSQL, to keys that several movements of a batch may share.
 */
class Positions<Key> {
  readonly keys: Key[] = [];
  readonly #byKey = new Map<Key, number>();

  of(key: Key): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      return known;
    }
    this.keys.push(key);
    this.#byKey.set(key, this.keys.length);
    return this.keys.length;
  }
}

class LegColumns {
  readonly end: number[] = [];
  readonly type: number[] = [];
  readonly debit: number[] = [];
  readonly credit: number[] = [];
  readonly shortfall: number[] = [];
  readonly hold: number[] = [];
  readonly amount: bigint[] = [];
  readonly flag: number[] = [];
  readonly expires: number[] = [];
  readonly accounts = new Positions<AccountId>();
  readonly holds = new Positions<string>();

  add(leg: Leg): void {
    const account = (id: AccountId | undefined) => (id === undefined ? 0 : this.accounts.of(id));
    switch (leg.type) {
      case "transfer":
        this.#push(
          LEG_CODES.transfer,
          account(leg.debit),
          account(leg.credit),
          0,
          0,
          leg.amountMinor,
        );
        break;
      case "hold":
        this.#push(
          LEG_CODES.hold,
          account(leg.account),
          0,
          0,
          this.holds.of(leg.holdId),
          leg.amountMinor,
        );
        this.expires[this.expires.length - 1] = leg.expiresAt.getTime();
        break;
      case "increase":
        this.#push(LEG_CODES.increase, 0, 0, 0, this.holds.of(leg.holdId), leg.amountMinor);
        break;
      case "capture":
        this.#push(
          LEG_CODES.capture,
          0,
          account(leg.credit),
          account(leg.shortfallFrom),
          this.holds.of(leg.holdId),
          leg.amountMinor,
          leg.final ? 1 : 0,
        );
        break;
      case "release":
        this.#push(
          LEG_CODES.release,
          0,
          0,
          0,
          this.holds.of(leg.holdId),
          leg.amountMinor === "all" ? 0n : leg.amountMinor,
          leg.as === "expired" ? 1 : 0,
        );
        break;
      case "forced":
        this.#push(
          LEG_CODES.forced,
          account(leg.debit),
          account(leg.credit),
          account(leg.shortfallFrom),
          0,
          leg.amountMinor,
        );
        break;
      case "sweep":
        this.#push(LEG_CODES.sweep, account(leg.debit), account(leg.credit), 0, 0, 0n);
        break;
      case "require_open":
        this.#push(LEG_CODES.require_open, account(leg.account), 0, 0, 0, 0n);
        break;
    }
  }

  #push(
    type: number,
    debit: number,
    credit: number,
    shortfall: number,
    hold: number,
    amount: bigint,
    flag = 0,
  ): void {
    this.type.push(type);
    this.debit.push(debit);
    this.credit.push(credit);
    this.shortfall.push(shortfall);
    this.hold.push(hold);
    this.amount.push(amount);
    this.flag.push(flag);
    this.expires.push(0);
  }
}

/** Encodes a batch with unique ids and client keys as parameters of the function. */
export function encodeBatch(batch: readonly PreparedMovement[], now: Date | null): Parameter[] {
  const legs = new LegColumns();
  for (const { movement } of batch) {
    for (const leg of movement.legs) {
      legs.add(leg);
    }
    legs.end.push(legs.type.length);
  }
  const movements = batch.map(({ movement }) => movement);
  const hasKeys = movements.some(({ clientKey }) => clientKey !== null);
  return [
    now,
    list(movements.map(({ id }) => id)),
    list(movements.map(({ customerId }) => customerId)),
    texts(movements.map(({ kind }) => kind)),
    list(movements.map(({ cardId }) => cardId)),
    list(movements.map(({ parentId }) => parentId)),
    list(movements.map(({ status }) => status)),
    list(movements.map(({ currency }) => currency)),
    list(movements.map(({ amountMinor }) => amountMinor)),
    list(movements.map(({ feeMinor }) => feeMinor)),
    texts(movements.map(({ title }) => title)),
    joinedData(batch),
    list(movements.map(({ eventAt }) => eventAt.getTime())),
    hasKeys ? texts(movements.map(({ clientKey }) => clientKey)) : "{}",
    Buffer.from(batch.map(({ hash }) => hash).join(""), "hex"),
    list(legs.accounts.keys),
    list(legs.end),
    list(legs.type),
    list(legs.debit),
    list(legs.credit),
    list(legs.shortfall),
    list(legs.hold),
    list(legs.amount),
    list(legs.flag),
    list(legs.expires),
    list(legs.holds.keys),
    ...guardParameters(batch),
    ...statusChangeParameters(batch),
    attached(batch, ({ events }) => events),
    attached(batch, ({ audit }) => audit),
  ];
}

function guardParameters(batch: readonly PreparedMovement[]): Parameter[] {
  const counters = new Positions<string>();
  const end: number[] = [];
  const counter: number[] = [];
  const amount: bigint[] = [];
  const count: number[] = [];
  const maxAmount: (bigint | null)[] = [];
  const maxCount: (number | null)[] = [];
  for (const { movement } of batch) {
    for (const guard of movement.guards ?? []) {
      counter.push(counters.of(`${guard.subject} ${guard.window}`));
      amount.push(guard.amountMinor);
      count.push(guard.count);
      maxAmount.push(guard.maxAmountMinor ?? null);
      maxCount.push(guard.maxCount ?? null);
    }
    end.push(counter.length);
  }
  const space = 36;
  return [
    list(end),
    list(counter),
    list(amount),
    list(count),
    list(maxAmount),
    list(maxCount),
    list(counters.keys.map((key) => key.slice(0, space))),
    texts(counters.keys.map((key) => key.slice(space + 1))),
  ];
}

function statusChangeParameters(batch: readonly PreparedMovement[]): Parameter[] {
  const targets = new Positions<string>();
  const end: number[] = [];
  const target: number[] = [];
  const status: string[] = [];
  const amount: (bigint | null)[] = [];
  const fee: (bigint | null)[] = [];
  for (const { movement } of batch) {
    for (const change of movement.statusChanges ?? []) {
      target.push(targets.of(change.movementId));
      status.push(change.status);
      amount.push(change.amountMinor ?? null);
      fee.push(change.feeMinor ?? null);
    }
    end.push(target.length);
  }
  const items =
    targets.keys.length === 0
      ? []
      : targets.keys.map((id) => batch.findIndex(({ movement }) => movement.id === id) + 1);
  return [
    list(end),
    list(target),
    list(status),
    list(amount),
    list(fee),
    list(targets.keys),
    list(items),
  ];
}
