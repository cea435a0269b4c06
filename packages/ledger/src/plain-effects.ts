import type { CurrencyCode } from "@tessera/money";
import { FIRST_CUSTOMER_ACCOUNT } from "./house-accounts.ts";
import type { PreparedMovement } from "./prepare-movement.ts";
import type {
  AccountId,
  Guard,
  HoldLeg,
  Leg,
  Movement,
  RequireOpenLeg,
  TransferLeg,
} from "./types.ts";

/** What a batch does to one customer account, accumulated movement by movement. */
export interface AccountEffect {
  readonly id: AccountId;
  readonly customerId: string;
  readonly currency: CurrencyCode;
  /** Running totals. At the end, these are the totals for the entire batch. */
  posted: bigint;
  held: bigint;
  versions: number;
  /** The minimum amount that must be available before the batch to cover every debit and hold. */
  room: bigint;
  /**
   * Whether the batch debits the account, places a hold on it or requires it to be open.
   */
  drawn: boolean;
  /** 1-based index among the batch's accounts, sorted by id. */
  place: number;
}

/** The state of an account after a movement or leg: the batch's running totals at that point. */
export interface AccountMark {
  readonly account: AccountEffect;
  readonly posted: bigint;
  readonly held: bigint;
  readonly versions: number;
}

export interface PlainTransfer {
  readonly movement: number;
  readonly n: number;
  readonly leg: TransferLeg;
  readonly debit: AccountMark | undefined;
  readonly credit: AccountMark | undefined;
}

export interface PlainHold {
  readonly movement: number;
  readonly leg: HoldLeg;
  readonly account: AccountEffect;
}

export interface CounterEffect {
  readonly key: string;
  amount: bigint;
  count: number;
  /**
   * The highest usage before the batch that still leaves room for the batch; null if there is no
   * ceiling.
   */
  amountRoom: bigint | null;
  countRoom: number | null;
  place: number;
}

/** The totals of a batch by account and by counter. */
export interface PlainEffects {
  readonly house: ReadonlyMap<AccountId, CurrencyCode>;
  readonly accounts: readonly AccountEffect[];
  /** The customer accounts that each movement touches, at most two per movement. */
  readonly touched: readonly (readonly AccountMark[])[];
  readonly transfers: readonly PlainTransfer[];
  readonly holds: readonly PlainHold[];
  readonly counters: readonly CounterEffect[];
  readonly guards: readonly { readonly guard: Guard; readonly counter: CounterEffect }[];
  /** For each movement, the number of velocity limits in it and in all movements before it. */
  readonly guardEnds: readonly number[];
}

const MAX_AMOUNT = 99_999_999_999_999n;
/** Far below the largest possible balance, so that no total of a batch needs an overflow check. */
const MAX_TURNOVER = 100_000_000_000_000_000n;
const VERSION_7 = /^.{14}7.{4}[89ab]/;

/**
 * Computes the totals of a batch whose movements only transfer, hold and count upward. Returns
 * `undefined` for any other batch, which needs a decision per movement.
 */
export function plainEffects(batch: readonly PreparedMovement[]): PlainEffects | undefined {
  const summing = new Summing();
  for (const { movement } of batch) {
    if (!summing.add(movement)) {
      return undefined;
    }
  }
  return summing.finish();
}

class Summing {
  readonly #house = new Map<AccountId, CurrencyCode>();
  readonly #accounts = new Map<AccountId, AccountEffect>();
  readonly #touched: (readonly AccountMark[])[] = [];
  readonly #transfers: PlainTransfer[] = [];
  readonly #holds: PlainHold[] = [];
  readonly #holdIds = new Set<string>();
  readonly #counters = new Map<string, CounterEffect>();
  readonly #guards: { guard: Guard; counter: CounterEffect }[] = [];
  readonly #guardEnds: number[] = [];
  #turnover = 0n;

  /**
   * Adds a movement to the totals. Returns false if the movement needs a decision, which makes the
   * totals invalid.
   */
  add(movement: Movement): boolean {
    if ((movement.statusChanges?.length ?? 0) > 0 || !VERSION_7.test(movement.id)) {
      return false;
    }
    for (const guard of movement.guards ?? []) {
      if (!this.#count(guard)) {
        return false;
      }
    }
    this.#guardEnds.push(this.#guards.length);
    const own: AccountEffect[] = [];
    let n = 0;
    for (const leg of movement.legs) {
      n += leg.type === "transfer" ? 1 : 0;
      if (!this.#addLeg(movement, leg, n, own)) {
        return false;
      }
    }
    this.#touched.push(own.map(markOf));
    return own.length <= 2;
  }

  finish(): PlainEffects | undefined {
    const accounts = [...this.#accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    accounts.forEach((account, index) => {
      account.place = index + 1;
    });
    const counters = [...this.#counters.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    counters.forEach((counter, index) => {
      counter.place = index + 1;
    });
    return {
      house: this.#house,
      accounts,
      touched: this.#touched,
      transfers: this.#transfers,
      holds: this.#holds,
      counters,
      guards: this.#guards,
      guardEnds: this.#guardEnds,
    };
  }

  /** @param n the number of the movement's transfers up to and including this leg */
  #addLeg(movement: Movement, leg: Leg, n: number, own: AccountEffect[]): boolean {
    switch (leg.type) {
      case "transfer":
        return this.#transfer(movement, leg, n, own);
      case "hold":
        return this.#hold(movement, leg, own);
      case "require_open":
        return this.#requireOpen(movement, leg);
      default:
        return false;
    }
  }

  #transfer(movement: Movement, leg: TransferLeg, n: number, own: AccountEffect[]): boolean {
    const { debit, credit, amountMinor } = leg;
    if (debit === credit || !this.#adds(amountMinor)) {
      return false;
    }
    const from = this.#account(movement, debit, own);
    const to = this.#account(movement, credit, own);
    if (from === undefined || to === undefined) {
      return false;
    }
    if (from !== null) {
      from.posted -= amountMinor;
      from.versions += 1;
      draw(from);
    }
    if (to !== null) {
      to.posted += amountMinor;
      to.versions += 1;
    }
    this.#transfers.push({
      movement: this.#touched.length + 1,
      n,
      leg,
      debit: from === null ? undefined : markOf(from),
      credit: to === null ? undefined : markOf(to),
    });
    return true;
  }

  #hold(movement: Movement, leg: HoldLeg, own: AccountEffect[]): boolean {
    const account = this.#account(movement, leg.account, own);
    const place = this.#touched.length + 1;
    if (!account || !this.#adds(leg.amountMinor) || this.#holdIds.has(leg.holdId)) {
      return false;
    }
    account.held += leg.amountMinor;
    draw(account);
    this.#holdIds.add(leg.holdId);
    this.#holds.push({ movement: place, leg, account });
    return true;
  }

  /** Adds an account that has to be open, without a change and without touching it. */
  #requireOpen(movement: Movement, { account: id }: RequireOpenLeg): boolean {
    const account = this.#account(movement, id, []);
    if (!account) {
      return false;
    }
    draw(account);
    return true;
  }

  /**
   * Returns the account's totals; null for an internal account, `undefined` if the account does not
   * match the movement.
   */
  #account(
    { customerId, currency }: Movement,
    id: AccountId,
    own: AccountEffect[],
  ): AccountEffect | null | undefined {
    if (id < FIRST_CUSTOMER_ACCOUNT) {
      const known = this.#house.get(id);
      if (known === undefined) {
        this.#house.set(id, currency);
      }
      return known === undefined || known === currency ? null : undefined;
    }
    let account = this.#accounts.get(id);
    if (account === undefined) {
      account = {
        id,
        customerId,
        currency,
        posted: 0n,
        held: 0n,
        versions: 0,
        room: 0n,
        drawn: false,
        place: 0,
      };
      this.#accounts.set(id, account);
    }
    if (account.customerId !== customerId || account.currency !== currency) {
      return undefined;
    }
    if (!own.includes(account)) {
      own.push(account);
    }
    return account;
  }

  #adds(amountMinor: bigint): boolean {
    this.#turnover += amountMinor;
    return amountMinor >= 1n && amountMinor <= MAX_AMOUNT && this.#turnover <= MAX_TURNOVER;
  }

  #count(guard: Guard): boolean {
    const { amountMinor, count } = guard;
    if (amountMinor < 0n || amountMinor > MAX_AMOUNT || count < 0) {
      return false;
    }
    const key = `${guard.subject} ${guard.window}`;
    let counter = this.#counters.get(key);
    if (counter === undefined) {
      counter = { key, amount: 0n, count: 0, amountRoom: null, countRoom: null, place: 0 };
      this.#counters.set(key, counter);
    }
    counter.amount += amountMinor;
    counter.count += count;
    if (amountMinor > 0n && guard.maxAmountMinor !== undefined) {
      const room = guard.maxAmountMinor - counter.amount;
      counter.amountRoom =
        counter.amountRoom === null || room < counter.amountRoom ? room : counter.amountRoom;
    }
    if (count > 0 && guard.maxCount !== undefined) {
      counter.countRoom = Math.min(
        counter.countRoom ?? Number.MAX_SAFE_INTEGER,
        guard.maxCount - counter.count,
      );
    }
    this.#guards.push({ guard, counter });
    return true;
  }
}

function draw(account: AccountEffect): void {
  account.drawn = true;
  const missing = account.held - account.posted;
  if (missing > account.room) {
    account.room = missing;
  }
}

function markOf(account: AccountEffect): AccountMark {
  return {
    account,
    posted: account.posted,
    held: account.held,
    versions: account.versions,
  };
}
