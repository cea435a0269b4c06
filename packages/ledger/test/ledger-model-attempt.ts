import { FIRST_CUSTOMER_ACCOUNT } from "../src/house-accounts.ts";
import type {
  AccountId,
  AccountStatus,
  Guard,
  Leg,
  Movement,
  RefusalReason,
} from "../src/index.ts";

export interface ModelAccount {
  readonly customerId: string | null;
  readonly currency: string;
  readonly kind: "house" | "constrained" | "receivable";
  status: AccountStatus;
  posted: bigint;
  held: bigint;
}

export interface ModelHold {
  readonly account: AccountId;
  readonly expiresAt: number;
  amount: bigint;
  captured: bigint;
  remaining: bigint;
  state: "open" | "captured" | "released" | "expired";
}

export type ModelResult =
  | { outcome: "posted" | "already_posted"; balances: string[] }
  | { outcome: "refused"; reason: RefusalReason; leg?: number; guard?: string };

export interface ModelState {
  accounts: Map<AccountId, ModelAccount>;
  holds: Map<string, ModelHold>;
  counters: Map<string, { amount: bigint; count: number }>;
  statuses: Map<string, { customerId: string; status: string; amount: bigint; fee: bigint }>;
}

const MAX_AMOUNT = 99_999_999_999_999n;

export class Refusal extends Error {
  readonly result: ModelResult & { outcome: "refused" };
  constructor(reason: RefusalReason, more: { leg?: number; guard?: string } = {}) {
    super(reason);
    this.result = { outcome: "refused", reason, ...more };
  }
}

/** Applies one movement to the model's state; throws if the ledger would refuse it. */
export class Attempt {
  readonly #touched = new Set<AccountId>();
  readonly #state: ModelState;
  readonly #movement: Movement;
  readonly #now: number;
  #leg = 0;

  constructor(state: ModelState, movement: Movement, now: number) {
    this.#state = state;
    this.#movement = movement;
    this.#now = now;
  }

  apply(): Set<AccountId> {
    const movement = this.#movement;
    for (const { movementId } of movement.statusChanges ?? []) {
      if (this.#state.statuses.get(movementId)?.customerId !== movement.customerId) {
        throw new Refusal("no_such_movement");
      }
    }
    movement.guards?.forEach((guard, index) => {
      this.#count(guard, index);
    });
    movement.legs.forEach((leg, index) => {
      this.#leg = index;
      this.#applyLeg(leg);
    });
    this.#state.statuses.set(movement.id, {
      customerId: movement.customerId,
      status: movement.status,
      amount: movement.amountMinor,
      fee: movement.feeMinor,
    });
    for (const change of movement.statusChanges ?? []) {
      const target = this.#state.statuses.get(change.movementId);
      if (target !== undefined) {
        target.status = change.status;
        target.amount = change.amountMinor ?? target.amount;
        target.fee = change.feeMinor ?? target.fee;
      }
    }
    return this.#touched;
  }

  #refuse(reason: RefusalReason): never {
    throw new Refusal(reason, { leg: this.#leg });
  }

  #count(guard: Guard, index: number): void {
    const key = `${guard.subject} ${guard.window}`;
    const counter = this.#state.counters.get(key) ?? { amount: 0n, count: 0 };
    const amount = counter.amount + guard.amountMinor;
    const count = counter.count + guard.count;
    const passes = (value: bigint | number, delta: bigint | number, max?: bigint | number) =>
      delta > 0 && max !== undefined && value > max;
    if (
      passes(amount, guard.amountMinor, guard.maxAmountMinor) ||
      passes(count, guard.count, guard.maxCount)
    ) {
      throw new Refusal("guard_exceeded", { guard: `${index}:${counter.amount}/${counter.count}` });
    }
    this.#state.counters.set(key, {
      amount: amount < 0n ? 0n : amount,
      count: Math.max(count, 0),
    });
  }

  #applyLeg(leg: Leg): void {
    switch (leg.type) {
      case "transfer":
        this.#transfer(leg);
        break;
      case "hold":
        this.#place(leg);
        break;
      case "increase":
        this.#increase(leg);
        break;
      case "release":
        this.#giveBack(leg);
        break;
      case "capture":
        this.#capture(leg);
        break;
      case "forced":
        this.#force(leg);
        break;
      case "sweep":
        this.#sweep(leg);
        break;
      case "require_open":
        this.#debitable(this.#account(leg.account));
        break;
    }
  }

  #transfer(leg: Leg & { type: "transfer" }): void {
    const debit = this.#account(leg.debit);
    this.#creditable(leg.credit, leg.debit);
    this.#debitable(debit);
    this.#inRange(leg.amountMinor);
    if (debit.kind === "constrained" && available(debit) < leg.amountMinor) {
      this.#refuse("insufficient");
    }
    this.#move(leg.debit, leg.credit, leg.amountMinor);
  }

  #place(leg: Leg & { type: "hold" }): void {
    const account = this.#constrained(leg.account);
    this.#debitable(account);
    this.#inRange(leg.amountMinor);
    if (this.#state.holds.has(leg.holdId)) {
      this.#refuse("mismatch");
    }
    if (available(account) < leg.amountMinor) {
      this.#refuse("insufficient");
    }
    account.held += leg.amountMinor;
    this.#touched.add(leg.account);
    this.#state.holds.set(leg.holdId, {
      account: leg.account,
      expiresAt: leg.expiresAt.getTime(),
      amount: leg.amountMinor,
      captured: 0n,
      remaining: leg.amountMinor,
      state: "open",
    });
  }

  #increase(leg: Leg & { type: "increase" }): void {
    const hold = this.#hold(leg.holdId);
    const account = this.#account(hold.account);
    this.#debitable(account);
    this.#inRange(leg.amountMinor);
    if (available(account) < leg.amountMinor) {
      this.#refuse("insufficient");
    }
    hold.amount += leg.amountMinor;
    hold.remaining += leg.amountMinor;
    account.held += leg.amountMinor;
    this.#touched.add(hold.account);
  }

  #giveBack(leg: Leg & { type: "release" }): void {
    const hold = this.#hold(leg.holdId);
    if (leg.as === "expired" && this.#now < hold.expiresAt) {
      this.#refuse("hold_not_expired");
    }
    const amount = leg.amountMinor === "all" ? hold.remaining : leg.amountMinor;
    this.#inRange(amount);
    if (amount > hold.remaining) {
      this.#refuse("hold_exceeded");
    }
    this.#release(hold, amount, leg.as);
  }

  #force(leg: Leg & { type: "forced" }): void {
    const account = this.#constrained(leg.debit);
    this.#creditable(leg.credit, leg.debit);
    this.#shortfall(leg.shortfallFrom, leg.credit);
    this.#inRange(leg.amountMinor);
    const own = least(leg.amountMinor, available(account));
    this.#move(leg.debit, leg.credit, own);
    this.#move(leg.shortfallFrom, leg.credit, leg.amountMinor - own);
  }

  #sweep(leg: Leg & { type: "sweep" }): void {
    const account = this.#constrained(leg.debit);
    this.#creditable(leg.credit, leg.debit);
    if (account.status === "closed") {
      this.#refuse("closed");
    }
    this.#move(leg.debit, leg.credit, available(account));
  }

  #capture(leg: Leg & { type: "capture" }): void {
    const hold = this.#hold(leg.holdId);
    this.#creditable(leg.credit, hold.account);
    if (leg.shortfallFrom !== undefined) {
      this.#shortfall(leg.shortfallFrom, leg.credit);
    }
    this.#inRange(leg.amountMinor);
    const account = this.#account(hold.account);
    const fromHold = least(leg.amountMinor, hold.remaining);
    const own = least(leg.amountMinor - fromHold, available(account));
    const short = leg.amountMinor - fromHold - own;
    if (short > 0n && leg.shortfallFrom === undefined) {
      this.#refuse("insufficient");
    }
    hold.captured += fromHold;
    this.#release(hold, leg.final ? hold.remaining : fromHold, "captured");
    this.#move(hold.account, leg.credit, fromHold + own);
    this.#move(leg.shortfallFrom ?? hold.account, leg.credit, short);
  }

  #release(hold: ModelHold, amount: bigint, as: "captured" | "released" | "expired"): void {
    hold.remaining -= amount;
    this.#account(hold.account).held -= amount;
    this.#touched.add(hold.account);
    if (hold.remaining === 0n) {
      hold.state = as;
    }
  }

  #move(from: AccountId, to: AccountId, amount: bigint): void {
    if (amount === 0n) {
      return;
    }
    for (const [id, delta] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      if (id >= FIRST_CUSTOMER_ACCOUNT) {
        this.#account(id).posted += delta;
        this.#touched.add(id);
      }
    }
  }

  #account(id: AccountId): ModelAccount {
    const account = this.#state.accounts.get(id);
    if (
      account === undefined ||
      (account.customerId !== null && account.customerId !== this.#movement.customerId)
    ) {
      return this.#refuse("no_such_account");
    }
    if (account.currency !== this.#movement.currency) {
      return this.#refuse("currency_differs");
    }
    return account;
  }

  #constrained(id: AccountId): ModelAccount {
    const account = this.#state.accounts.get(id);
    if (account !== undefined && account.kind !== "constrained") {
      this.#refuse("no_such_account");
    }
    return this.#account(id);
  }

  #shortfall(id: AccountId, credit: AccountId): void {
    if (id === credit || this.#state.accounts.get(id)?.kind !== "receivable") {
      this.#refuse("no_such_account");
    }
    this.#account(id);
  }

  #creditable(id: AccountId, debit: AccountId): void {
    if (id === debit) {
      this.#refuse("no_such_account");
    }
    const { status } = this.#account(id);
    if (status === "closed") {
      this.#refuse("closed");
    }
    if (status === "blocked") {
      this.#refuse("blocked");
    }
  }

  #debitable({ status }: ModelAccount): void {
    if (status === "closed") {
      this.#refuse("closed");
    }
    if (status !== "open") {
      this.#refuse("blocked");
    }
  }

  #hold(id: string): ModelHold {
    const hold = this.#state.holds.get(id);
    const account = hold && this.#state.accounts.get(hold.account);
    if (hold === undefined || account?.customerId !== this.#movement.customerId) {
      return this.#refuse("no_such_hold");
    }
    if (hold.state !== "open") {
      return this.#refuse("hold_closed");
    }
    if (account.currency !== this.#movement.currency) {
      return this.#refuse("currency_differs");
    }
    return hold;
  }

  #inRange(amount: bigint): void {
    if (amount < 1n || amount > MAX_AMOUNT) {
      this.#refuse("amount_out_of_range");
    }
  }
}

function available(account: ModelAccount): bigint {
  return account.posted - account.held;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
