import type { AccountId, Movement } from "../src/index.ts";
import {
  Attempt,
  type ModelAccount,
  type ModelResult,
  type ModelState,
  Refusal,
} from "./ledger-model-attempt.ts";

const DAY_MS = 86_400_000;

/**
 * Models the ledger's decision as simply as possible: copy the state, apply the movement, and
 * discard the copy if the movement is refused.
 */
export class LedgerModel {
  state: ModelState = {
    accounts: new Map(),
    holds: new Map(),
    counters: new Map(),
    statuses: new Map(),
  };
  readonly #posted = new Map<string, { movement: Movement; balances: string[] }>();
  readonly #keys = new Map<string, string>();

  submit(movement: Movement, now: number): ModelResult {
    const known = this.#posted.get(movement.id);
    if (known !== undefined) {
      return sameContent(known.movement, movement)
        ? { outcome: "already_posted", balances: known.balances }
        : { outcome: "refused", reason: "mismatch" };
    }
    const key = `${movement.customerId} ${movement.clientKey}`;
    if (movement.clientKey !== null && this.#keys.has(key)) {
      return { outcome: "refused", reason: "mismatch" };
    }
    const dated = Number.parseInt(movement.id.slice(0, 8) + movement.id.slice(9, 13), 16);
    if (Math.abs(dated - now) > DAY_MS) {
      return { outcome: "refused", reason: "id_out_of_time" };
    }
    const draft = structuredClone(this.state);
    try {
      const touched = new Attempt(draft, movement, now).apply();
      this.state = draft;
      const balances = [...touched].map((id) => describe(id, draft.accounts)).sort();
      this.#posted.set(movement.id, { movement, balances });
      this.#keys.set(key, movement.id);
      return { outcome: "posted", balances };
    } catch (error) {
      if (error instanceof Refusal) {
        return error.result;
      }
      throw error;
    }
  }
}

function describe(id: AccountId, accounts: Map<AccountId, ModelAccount>): string {
  const account = accounts.get(id);
  return `${id}:${account?.posted}/${account?.held}`;
}

function sameContent(a: Movement, b: Movement): boolean {
  const form = ({
    kind,
    cardId,
    parentId,
    status,
    amountMinor,
    feeMinor,
    title,
    ...rest
  }: Movement) =>
    JSON.stringify(
      [
        kind,
        cardId,
        parentId,
        status,
        amountMinor,
        feeMinor,
        title,
        rest.customerId,
        rest.currency,
        rest.clientKey,
        rest.legs.map((leg) => ({ ...leg, expiresAt: null })),
        rest.statusChanges ?? [],
      ],
      (_key, value) => (typeof value === "bigint" ? `${value}n` : value),
    );
  return form(a) === form(b);
}
