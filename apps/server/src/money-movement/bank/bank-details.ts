import { randomInt } from "node:crypto";
import type { BankDetails } from "@tessera/contract/money-movement/bank.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { requireBankAccounts } from "./bank-accounts.ts";
import { DRAWN_DIGITS, referenceOf } from "./creditor-reference.policy.ts";
import { findReference, insertReference } from "./payers.repository.ts";

/** References are drawn from ten digits, so a few tries find a free one. */
const MAX_TRIES = 10;

/** Draws random decimal digits. */
export function drawDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("");
}

/**
 * Returns the reference of a customer for a currency. The first call draws it; it never changes
 * afterwards, on any server.
 */
async function referenceFor(
  context: AppContext,
  customerId: string,
  currency: CurrencyCode,
): Promise<string> {
  const { db, config, clock } = context;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = await findReference(db.kysely, customerId, currency);
    if (known !== undefined) {
      return known;
    }
    await insertReference(db.kysely, {
      reference: referenceOf(config.cell, drawDigits(DRAWN_DIGITS)),
      customer_id: customerId,
      currency,
      created_at: clock.now(),
    });
  }
  throw new Error("no free reference for a bank transfer was drawn");
}

/**
 * Returns to which account a customer transfers money of each currency, and with which reference.
 * If the program has several accounts in a currency, the first one is for new transfers.
 *
 * @throws Refusal `not_offered`
 */
export async function getBankDetails(
  context: AppContext,
  customerId: string,
): Promise<{ accounts: BankDetails[] }> {
  const all = requireBankAccounts(context);
  const first = all.filter(
    ({ currency }, at) => all.findIndex((one) => one.currency === currency) === at,
  );
  const accounts: BankDetails[] = [];
  for (const { currency, holder, bank, account, isIban, bankCode } of first) {
    const reference = await referenceFor(context, customerId, currency);
    accounts.push({ currency, holder, bank, account, isIban, bankCode, reference });
  }
  return { accounts };
}
