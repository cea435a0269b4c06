import { lesser } from "@tessera/money";
/** The expected response to a message: either a response code or an error code. */
export type ModelAnswer = string;

/** A message that arrived before its authorization. */
export interface EarlyMessage {
  readonly kind: "clearing" | "reversal" | "advice";
  readonly amountMinor: bigint;
  readonly final: boolean;
}

interface ModelAuthorization {
  readonly percent: bigint;
  authorized: bigint;
  cleared: bigint;
  held: bigint;
  counted: bigint;
  isOpen: boolean;
  isSettled: boolean;
}

/**
 * A model of one card under the card network's rules, in minor units and without a database. The
 * model is derived from the rules, and tests compare its results with the server's.
 */
export class NetworkModel {
  posted = 0n;
  held = 0n;
  owed = 0n;
  /** The total amount counted against the card's limits, over all days. */
  spent = 0n;
  /** Number of the card's movements and their later steps, excluding repayments. */
  events = 0;
  isFrozen = false;
  readonly refunds = new Map<string, bigint>();
  readonly #authorizations = new Map<string, ModelAuthorization>();
  readonly #waiting = new Map<string, EarlyMessage[]>();

  get available(): bigint {
    return this.posted - this.held;
  }

  authorize(reference: string, amount: bigint, percent: bigint): ModelAnswer {
    this.events += 1;
    const waiting = this.#waiting.get(reference) ?? [];
    const isReversed = waiting.some(
      ({ kind, amountMinor }) => kind === "reversal" && amountMinor >= amount,
    );
    const code = isReversed ? "reversed_before" : this.#decide(amount, true);
    if (code !== "approved") {
      this.#keepClearings(reference);
      return code;
    }
    this.held += amount;
    this.spent += amount;
    this.#authorizations.set(reference, {
      percent,
      authorized: amount,
      cleared: 0n,
      held: amount,
      counted: amount,
      isOpen: true,
      isSettled: false,
    });
    this.#waiting.delete(reference);
    for (const { kind, amountMinor, final } of waiting) {
      const applied =
        kind === "clearing"
          ? this.clear(reference, amountMinor, final)
          : kind === "reversal"
            ? this.reverse(reference, amountMinor)
            : this.advise(reference, amountMinor);
      if (applied !== "approved" && kind === "clearing") {
        this.forcePost(amountMinor);
      }
    }
    return "approved";
  }

  /** Stores a message whose authorization has not arrived yet. */
  wait(reference: string, message: EarlyMessage): ModelAnswer {
    this.#waiting.set(reference, [...(this.#waiting.get(reference) ?? []), message]);
    return "unmatched";
  }

  /** Ends the waiting time of every stored clearing. */
  runOut(): void {
    for (const messages of this.#waiting.values()) {
      for (const { kind, amountMinor } of messages) {
        if (kind === "clearing") {
          this.forcePost(amountMinor);
        }
      }
    }
    this.#waiting.clear();
  }

  increment(reference: string, amount: bigint): ModelAnswer {
    const one = this.#authorizations.get(reference);
    if (one?.isOpen !== true) {
      return one === undefined ? "not_found" : "authorization_closed";
    }
    this.events += 1;
    const code = this.#decide(amount, false);
    if (code === "approved") {
      this.#hold(one, amount);
      one.authorized += amount;
      this.#count(one, one.counted + amount);
    }
    this.#repay();
    return code;
  }

  advise(reference: string, amount: bigint): ModelAnswer {
    const one = this.#authorizations.get(reference);
    if (one?.isOpen !== true) {
      return one === undefined ? "not_found" : "authorization_closed";
    }
    this.events += 1;
    const more = amount - one.held;
    this.#hold(one, lesser(more, this.isFrozen ? 0n : this.available));
    this.#count(one, one.counted + amount - (one.authorized - one.cleared));
    one.authorized = one.cleared + amount;
    this.#repay();
    return "approved";
  }

  reverse(reference: string, amount: bigint | undefined): ModelAnswer {
    const one = this.#authorizations.get(reference);
    if (one?.isOpen !== true) {
      return one === undefined ? "not_found" : "authorization_closed";
    }
    const pending = one.authorized - one.cleared;
    const back = amount ?? pending;
    if (back > pending) {
      return "invalid_input";
    }
    this.events += 1;
    if (back === pending) {
      this.#end(one);
    } else {
      const released = back - (pending - one.held);
      this.#hold(one, released > 0n ? -released : 0n);
      one.authorized -= back;
      this.#count(one, one.counted - back);
    }
    this.#repay();
    return "approved";
  }

  expire(reference: string): ModelAnswer {
    const one = this.#authorizations.get(reference);
    if (one?.isOpen !== true) {
      return one === undefined ? "not_found" : "authorization_closed";
    }
    this.events += 1;
    this.#end(one);
    this.#repay();
    return "approved";
  }

  clear(reference: string, amount: bigint | undefined, final: boolean): ModelAnswer {
    const one = this.#authorizations.get(reference);
    if (one === undefined) {
      return "not_found";
    }
    const pending = one.authorized > one.cleared ? one.authorized - one.cleared : 0n;
    const asked = amount ?? pending;
    if (one.isSettled || asked === 0n) {
      return "authorization_closed";
    }
    const wasOpen = one.isOpen;
    const most = one.authorized + (one.authorized * one.percent) / 100n - one.cleared;
    const within = lesser(asked, most > 0n ? most : 0n);
    const clearing = wasOpen ? lesser(within, one.held + this.available) : within;
    const forced = asked - clearing;
    this.events += (clearing > 0n ? 1 : 0) + (forced > 0n ? 1 : 0);
    const isDone = !wasOpen || final || clearing >= one.held;
    if (wasOpen) {
      this.#hold(one, -(isDone ? one.held : clearing));
      this.posted -= clearing;
    } else {
      this.#force(clearing);
    }
    this.#force(forced);
    one.cleared += asked;
    one.isSettled = final;
    one.isOpen = !isDone;
    if (one.cleared > one.counted || isDone) {
      this.#count(one, one.cleared);
    }
    this.#repay();
    return "approved";
  }

  singleMessage(reference: string, amount: bigint, percent: bigint): ModelAnswer {
    const code = this.authorize(reference, amount, percent);
    if (code === "approved") {
      this.clear(reference, undefined, true);
    }
    return code;
  }

  refund(id: string, amount: bigint): ModelAnswer {
    this.events += 1;
    this.posted += amount;
    this.refunds.set(id, amount);
    this.#repay();
    return "approved";
  }

  reverseRefund(id: string, amount: bigint | undefined): ModelAnswer {
    const left = this.refunds.get(id) ?? 0n;
    if (left === 0n) {
      return "refund_reversed";
    }
    const back = amount ?? left;
    if (back > left) {
      return "invalid_input";
    }
    this.events += 1;
    this.refunds.set(id, left - back);
    this.#force(back);
    this.#repay();
    return "approved";
  }

  forcePost(amount: bigint): ModelAnswer {
    this.events += 1;
    this.spent += amount;
    this.#force(amount);
    this.#repay();
    return "approved";
  }

  /** Loads the customer's money onto the card. */
  fund(amount: bigint): void {
    this.posted += amount;
    this.#repay();
  }

  #decide(amount: bigint, repays: boolean): ModelAnswer {
    if (this.isFrozen) {
      return "card_frozen_customer";
    }
    if (repays) {
      this.#repay();
    }
    if (this.owed > 0n) {
      return "negative_balance";
    }
    return amount > this.available ? "insufficient_card_balance" : "approved";
  }

  #keepClearings(reference: string): void {
    const left = this.#waiting.get(reference)?.filter(({ kind }) => kind === "clearing") ?? [];
    this.#waiting.set(reference, left);
  }

  #hold(one: ModelAuthorization, more: bigint): void {
    one.held += more;
    this.held += more;
  }

  #count(one: ModelAuthorization, counted: bigint): void {
    this.spent += counted - one.counted;
    one.counted = counted;
  }

  #end(one: ModelAuthorization): void {
    this.#hold(one, -one.held);
    this.#count(one, one.cleared);
    one.isOpen = false;
  }

  #force(amount: bigint): void {
    const paid = lesser(amount, this.available);
    this.posted -= paid;
    this.owed += amount - paid;
  }

  #repay(): void {
    if (!this.isFrozen) {
      const paid = lesser(this.owed, this.available);
      this.posted -= paid;
      this.owed -= paid;
    }
  }
}
