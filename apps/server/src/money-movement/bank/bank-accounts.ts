import type { CurrencyCode } from "@tessera/money";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import { bankAccountsOfCell } from "../../platform/config/bank-settings.ts";
import type { AppContext } from "../../platform/context.ts";

type BankAccount = AppContext["config"]["bankAccounts"][number];

/** Returns the program's accounts at banks for the customers of this cell. */
export function ownBankAccounts({ config }: Pick<AppContext, "config">): readonly BankAccount[] {
  return bankAccountsOfCell(config);
}

/**
 * Returns the accounts like {@link ownBankAccounts}.
 *
 * @throws Refusal `not_offered` if there are none
 */
export function requireBankAccounts(context: AppContext): readonly BankAccount[] {
  const accounts = ownBankAccounts(context);
  return requireOffered(accounts.length === 0 ? undefined : accounts, "bank transfers");
}

/** Returns the currency of each account, by its number. */
export function currencyByAccount(context: AppContext): ReadonlyMap<string, CurrencyCode> {
  return new Map(requireBankAccounts(context).map(({ account, currency }) => [account, currency]));
}
