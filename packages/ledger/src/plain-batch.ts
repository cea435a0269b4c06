import { STATUS_CODES, statusOfCode } from "./codes.ts";
import {
  attached,
  joinedData,
  list,
  type Parameter,
  placeholders,
  texts,
} from "./parameter-text.ts";
import type { AccountMark, PlainEffects } from "./plain-effects.ts";
import type { PreparedMovement } from "./prepare-movement.ts";
import type { Balance, Movement, Result } from "./types.ts";

/** Calls the database function with the parameters of {@link encodePlain}, in order. */
export const SUBMIT_PLAIN_STATEMENT = `select * from ledger.submit_plain(${placeholders(62, 2)})`;

/** The response of the database function `ledger.submit_plain`. */
export interface PlainAnswer {
  /** Null if a check failed, in which case nothing was written. */
  readonly created_at: Date | null;
  /** Posted balance of each account in the batch after the batch was applied. */
  readonly posted: string | null;
  readonly held: string | null;
  /** Null if all accounts are open. */
  readonly statuses: string | null;
}

const OPEN = new Set(["processing", "reviewing", "queued"]);

/** Encodes a batch and its totals as parameters of the function. */
export function encodePlain(
  batch: readonly PreparedMovement[],
  effects: PlainEffects,
  now: Date | null,
): Parameter[] {
  return [
    now,
    ...movementParameters(batch),
    ...accountParameters(effects),
    ...touchedParameters(effects, 0),
    ...touchedParameters(effects, 1),
    ...transferParameters(effects),
    ...holdParameters(effects),
    ...guardParameters(effects),
    attached(batch, ({ events }) => events),
    attached(batch, ({ audit }) => audit),
  ];
}

function movementParameters(batch: readonly PreparedMovement[]): Parameter[] {
  const movements = batch.map(({ movement }) => movement);
  const ids = movements.map(({ id }) => id);
  const keys = movements.map(({ clientKey }) => clientKey);
  return [
    ...leastAndGreatest(ids),
    list(ids),
    list(movements.map(({ customerId }) => customerId)),
    texts(movements.map(({ kind }) => kind)),
    sparse(movements.map(({ cardId }) => cardId)),
    sparse(movements.map(({ parentId }) => parentId)),
    list(movements.map(({ status }) => status)),
    ...currencyParameters(movements),
    list(movements.map(({ amountMinor }) => amountMinor)),
    list(movements.map(({ feeMinor }) => feeMinor)),
    texts(movements.map(({ title }) => title)),
    batch.some(({ data }) => data !== "") ? joinedData(batch) : "",
    list(movements.map(({ eventAt }) => eventAt.getTime())),
    keys.some((key) => key !== null) ? texts(keys) : "{}",
    Buffer.from(batch.map(({ hash }) => hash).join(""), "hex"),
    movements.some(({ status, parentId }) => parentId === null && OPEN.has(status)),
  ];
}

/**
 * Returns the single currency that all movements share, or otherwise the currency of each movement.
 */
function currencyParameters(movements: readonly Movement[]): Parameter[] {
  const currencies = movements.map(({ currency }) => currency);
  const [first] = currencies;
  return first !== undefined && currencies.every((currency) => currency === first)
    ? [first, "{}"]
    : [null, list(currencies)];
}

function leastAndGreatest(ids: readonly string[]): Parameter[] {
  let least = ids[0] ?? null;
  let greatest = least;
  for (const id of ids) {
    if (least === null || id < least) {
      least = id;
    } else if (greatest === null || id > greatest) {
      greatest = id;
    }
  }
  return [least, greatest];
}

function accountParameters({ house, accounts }: PlainEffects): Parameter[] {
  return [
    list([...house.keys()]),
    list([...house.values()]),
    list(accounts.map(({ id }) => id)),
    list(accounts.map(({ customerId }) => customerId)),
    list(accounts.map(({ currency }) => currency)),
    list(accounts.map(({ posted }) => posted)),
    list(accounts.map(({ held }) => held)),
    list(accounts.map(({ room }) => room)),
    list(accounts.map(({ versions }) => versions)),
    list(accounts.map(({ drawn }) => (drawn ? STATUS_CODES.open : STATUS_CODES.debits_blocked))),
  ];
}

function touchedParameters({ touched }: PlainEffects, index: 0 | 1): Parameter[] {
  const marks = touched.map((one) => one[index]);
  return [placesOf(marks), ...leftOf(marks)];
}

function transferParameters({ transfers }: PlainEffects): Parameter[] {
  return [
    list(transfers.map(({ movement }) => movement)),
    list(transfers.map(({ n }) => n)),
    list(transfers.map(({ leg }) => leg.debit)),
    list(transfers.map(({ leg }) => leg.credit)),
    list(transfers.map(({ leg }) => leg.amountMinor)),
    ...sideParameters(transfers.map(({ debit }) => debit)),
    ...sideParameters(transfers.map(({ credit }) => credit)),
  ];
}

function sideParameters(marks: readonly (AccountMark | undefined)[]): Parameter[] {
  const [posted] = leftOf(marks);
  const versions = marks.map((mark) => (mark ? mark.account.versions - mark.versions : 0));
  return [
    placesOf(marks),
    posted,
    sparse(
      versions.map((left) => left || null),
      0,
    ),
  ];
}

function holdParameters({ holds }: PlainEffects): Parameter[] {
  return [
    list(holds.map(({ leg }) => leg.holdId)),
    list(holds.map(({ movement }) => movement)),
    list(holds.map(({ account }) => account.place)),
    list(holds.map(({ leg }) => leg.amountMinor)),
    list(holds.map(({ leg }) => leg.expiresAt.getTime())),
  ];
}

function guardParameters({ counters, guards, guardEnds }: PlainEffects): Parameter[] {
  const space = 36;
  const some = guards.length > 0;
  return [
    list(counters.map(({ key }) => key.slice(0, space))),
    texts(counters.map(({ key }) => key.slice(space + 1))),
    list(counters.map(({ amount }) => amount)),
    list(counters.map(({ count }) => count)),
    list(counters.map(({ amountRoom }) => amountRoom)),
    list(counters.map(({ countRoom }) => countRoom)),
    some ? list(guardEnds.map((_, index) => (guardEnds[index - 1] ?? 0) + 1)) : "{}",
    some ? list(guardEnds) : "{}",
    list(guards.map(({ counter }) => counter.place)),
    list(guards.map(({ guard }) => guard.amountMinor)),
    list(guards.map(({ guard }) => guard.count)),
  ];
}

/**
 * Returns each account's index among the batch's accounts; null for an internal or absent account.
 */
function placesOf(marks: readonly (AccountMark | undefined)[]): string {
  return sparse(marks.map((mark) => mark?.account.place ?? null));
}

/** Returns, for each mark, how much the rest of the batch changes the posted and held amounts. */
function leftOf(marks: readonly (AccountMark | undefined)[]): [string, string] {
  return [
    sparse(
      marks.map((mark) => (mark ? mark.account.posted - mark.posted : 0n) || null),
      0,
    ),
    sparse(
      marks.map((mark) => (mark ? mark.account.held - mark.held : 0n) || null),
      0,
    ),
  ];
}

/** Returns an array literal, which is empty if every value is null. */
function sparse(values: readonly (string | number | bigint | null)[], inPlaceOfNull?: 0): string {
  if (values.every((value) => value === null)) {
    return "{}";
  }
  return list(inPlaceOfNull === 0 ? values.map((value) => value ?? 0) : values);
}

/** Returns one result per movement of a batch that was written. */
export function decodePlain(
  batch: readonly PreparedMovement[],
  effects: PlainEffects,
  answer: PlainAnswer & { readonly created_at: Date },
): Result[] {
  const posted = answer.posted?.split(",").map(BigInt) ?? [];
  const held = answer.held?.split(",").map(BigInt) ?? [];
  const statuses = answer.statuses?.split(",");
  const balanceOf = ({ account, ...mark }: AccountMark): Balance => {
    const place = account.place - 1;
    const postedMinor = (posted[place] ?? 0n) - (account.posted - mark.posted);
    const heldMinor = (held[place] ?? 0n) - (account.held - mark.held);
    return {
      account: account.id,
      currency: account.currency,
      status: statusOfCode(Number(statuses?.[place] ?? STATUS_CODES.open)),
      postedMinor,
      heldMinor,
      availableMinor: postedMinor - heldMinor,
    };
  };
  return batch.map(({ movement }, index) => ({
    outcome: "posted",
    movementId: movement.id,
    balances: (effects.touched[index] ?? []).map(balanceOf),
    createdAt: answer.created_at,
  }));
}
