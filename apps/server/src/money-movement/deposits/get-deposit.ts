import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { providers } from "../../adapters/providers/registry.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { chainOf } from "./chain.ts";
import { presentDeposit } from "./deposits.presenter.ts";
import { type DepositRow, selectDeposit, selectPayments } from "./deposits.repository.ts";
import { expireIfDue } from "./expire-deposits.ts";

/** Returns whether the configured provider watches a deposit's address. */
export function isWatched(
  context: AppContext,
  { chain_account: account }: Pick<DepositRow, "chain_account">,
): boolean {
  const { chain } = context.use(providers);
  return chain !== undefined && (account === null || account === chain.account);
}

/**
 * Refuses to show an address that is no longer watched while its deposit waits for a payment.
 *
 * @throws Refusal `not_offered` if no provider is configured, `deposit_not_watched` if the address
 * belongs to a provider account other than the configured one
 */
export function requireWatched(
  context: AppContext,
  deposit: Pick<DepositRow, "slot" | "chain_account">,
): void {
  if (deposit.slot === null) {
    return;
  }
  chainOf(context);
  if (!isWatched(context, deposit)) {
    throw new Refusal("deposit_not_watched");
  }
}

/**
 * Returns the current state of a deposit, and expires it if it is due.
 *
 * @throws Refusal `not_found`, and those from {@link requireWatched}
 */
export async function getDeposit(
  context: AppContext,
  input: { customerId: string; depositId: string },
): Promise<Deposit> {
  const key = { id: input.depositId, customerId: input.customerId };
  const read = (): Promise<DepositRow | undefined> => selectDeposit(context.db.kysely, key);
  let deposit = await read();
  if (deposit !== undefined && deposit.slot !== null && deposit.expires_at <= context.clock.now()) {
    await inTransaction(context.db, (tx) => expireIfDue(context, tx, key.id));
    deposit = await read();
  }
  if (deposit === undefined) {
    throw new Refusal("not_found");
  }
  requireWatched(context, deposit);
  return presentAsItStands(context, deposit);
}

/** Converts a deposit to its wire format, with the payments seen so far. */
export async function presentAsItStands(
  context: AppContext,
  deposit: DepositRow,
): Promise<Deposit> {
  const payments =
    deposit.seen_at === null ? [] : await selectPayments(context.db.kysely, deposit.id);
  return presentDeposit(deposit, { payments, isWatched: isWatched(context, deposit) });
}
