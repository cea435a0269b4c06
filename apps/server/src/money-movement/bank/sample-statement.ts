import type { CurrencyCode } from "@tessera/money";
import { camt053Of, type SampleEntry } from "../../adapters/bank-statements/write-camt053.ts";
import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { getBankDetails } from "./bank-details.ts";
import { groupedReference } from "./creditor-reference.policy.ts";
import { findBankAccount } from "./read-entries.repository.ts";

const OPENING_MINOR = 1_000_000n;

/**
 * Writes a camt.053 message that continues the account's last imported statement, to try the import
 * in the sandbox: a transfer with the customer's reference, one with a wrong digit, one without a
 * reference, and a payment of the program.
 *
 * @throws Refusal `not_offered`
 */
export async function writeSampleStatement(
  context: AppContext,
  { customerId, currency }: { readonly customerId: string; readonly currency: CurrencyCode },
): Promise<string> {
  const { accounts } = await getBankDetails(context, customerId);
  const details = accounts.find((one) => one.currency === currency);
  if (details === undefined) {
    throw new Error(`the program has no bank account in ${currency}`);
  }
  const { account, reference } = details;
  const known = await findBankAccount(context.db.kysely, account);
  const openingMinor = known?.closing_minor ?? OPENING_MINOR;
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: context.config.timeZone }).format(
    context.clock.now(),
  );
  const entries = entriesFor(reference, today);
  const closingMinor = entries.reduce(
    (sum, { isCredit, amountMinor }) => sum + (isCredit ? amountMinor : -amountMinor),
    openingMinor,
  );
  const statement = { account, currency, openingMinor, closingMinor };
  const statementId = `SAMPLE-${newId().slice(-12)}`;
  return camt053Of({ ...statement, statementId, openingOn: today, closingOn: today }, entries);
}

function entriesFor(reference: string, bookedOn: string): SampleEntry[] {
  const serial = newId().slice(-12).toUpperCase();
  const wrongDigit = (Number(reference.at(-1)) + 1) % 10;
  const payer = { partyName: "Alex Example", partyAccount: "XX50DEMO0000000000000009" };
  const common = { isCredit: true, bookedOn, ...payer };
  return [
    {
      ...common,
      reference: `${serial}-1`,
      amountMinor: 25_000n,
      creditorReference: reference,
    },
    {
      ...common,
      reference: `${serial}-2`,
      amountMinor: 10_000n,
      remittance: `Top-up ${groupedReference(`${reference.slice(0, -1)}${wrongDigit}`)}`,
    },
    { ...common, reference: `${serial}-3`, amountMinor: 4_200n, remittance: "Thank you" },
    {
      ...{ reference: `${serial}-4`, isCredit: false, amountMinor: 1_500n, bookedOn },
      remittance: "Account fee",
    },
  ];
}
