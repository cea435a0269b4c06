import type {
  ClosingStanding,
  CurrentClosing,
} from "@tessera/contract/identity/account-closing.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { presentClosing, presentStanding } from "./account-closing.presenter.ts";
import type { ClosingAmountRow, ClosingWithAmounts } from "./account-closing.tables.ts";
import { findClosingOf, selectAmounts } from "./account-closings.repository.ts";
import { type Amounts, effectOf, isCovered } from "./closing.policy.ts";
import {
  readLosses,
  readObstacles,
  readRemaining,
  readWithdrawable,
  type ThingGroup,
} from "./read-things.ts";

/** Returns the confirmed amounts of a closure. */
export function namedOf(amounts: readonly ClosingAmountRow[]): Amounts {
  return new Map(amounts.map(({ currency, named_minor: minor }) => [currency, minor]));
}

/** Finds a customer's closure with its amounts, unless it was canceled. */
export async function findWithAmounts(
  tx: Tx,
  customerId: string,
): Promise<ClosingWithAmounts | undefined> {
  const row = await findClosingOf(tx, customerId);
  return row && { row, amounts: await selectAmounts(tx, row.id) };
}

/** Reads what prevents a closure request: blocking items, and money that can be withdrawn. */
export async function readBlocking(
  context: AppContext,
  tx: Tx,
  { customerId, remaining }: { readonly customerId: string; readonly remaining: Amounts },
): Promise<ThingGroup[]> {
  const obstacles = await readObstacles(tx, customerId);
  const all = [...obstacles, await readWithdrawable(context, tx, remaining)];
  return all.filter(({ kind, count }) => count > 0 && effectOf(kind) === "blocks");
}

/**
 * Reads what an account closure would end and what it would wait for. Includes the closure in
 * progress, if any. Money that the customer already confirmed does not block the closure again.
 */
export async function readClosing(
  context: AppContext,
  customerId: string,
): Promise<ClosingStanding> {
  const tx = context.db.kysely;
  const [closing, remaining, obstacles, losses] = await Promise.all([
    findWithAmounts(tx, customerId),
    readRemaining(tx, customerId),
    readObstacles(tx, customerId),
    readLosses(context, tx, customerId),
  ]);
  const named = closing === undefined ? undefined : namedOf(closing.amounts);
  const isNamed = named !== undefined && isCovered(remaining, named);
  const money = isNamed ? [] : [await readWithdrawable(context, tx, remaining)];
  const groups = [...obstacles, ...money, ...losses].filter(({ count }) => count > 0);
  const owes = obstacles.some(({ kind }) => kind === "debt");
  return presentStanding({
    ...{ now: context.clock.now(), closing, remaining, groups },
    needsCustomer: closing?.row.settling_at != null && (owes || !isNamed),
  });
}

/** Reads the closure in progress, if any, without what it would end or wait for. */
export async function readCurrentClosing(
  context: AppContext,
  customerId: string,
): Promise<CurrentClosing> {
  const closing = await findWithAmounts(context.db.kysely, customerId);
  return { closing: closing === undefined ? null : presentClosing(closing) };
}
