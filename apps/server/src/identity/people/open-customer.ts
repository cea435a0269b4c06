import type { NewAccount } from "@tessera/ledger";
import { CURRENCIES } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { acceptAtRegistration, type RegistrationAcceptance } from "../legal/index.ts";
import { addPerson, type NewPerson } from "./add-person.ts";
import { insertCustomerAccounts } from "./customer-accounts.repository.ts";
import { insertCustomer, type Person } from "./people.repository.ts";

interface NewCustomer extends NewPerson {
  /**
   * How the customer accepted the legal texts; null for a simulated customer, who accepts nothing.
   */
  readonly acceptance: RegistrationAcceptance | null;
}

async function openLedgerAccounts(
  { ledger }: AppContext,
  tx: Tx,
  customerId: string,
): Promise<void> {
  const wanted = (["account", "receivable"] as const).flatMap((kind) =>
    CURRENCIES.map((currency) => ({ customerId, kind, currency }) satisfies NewAccount),
  );
  const ids = await ledger.openAccounts({ kysely: tx }, wanted);
  const opened = wanted.map(({ kind, currency }, index) => {
    const accountId = ids[index];
    if (accountId === undefined) {
      throw new Error("the ledger opened fewer accounts than requested");
    }
    return { kind, currency, accountId };
  });
  await insertCustomerAccounts(tx, customerId, opened);
}

/** Creates a customer without a person: its row, and one account per currency. Returns its id. */
export async function openEmptyCustomer(context: AppContext, tx: Tx): Promise<string> {
  const customerId = newId();
  await insertCustomer(tx, customerId, context.clock.now());
  await openLedgerAccounts(context, tx, customerId);
  return customerId;
}

/**
 * Creates a customer atomically: the person who signs in, one account per currency, and their
 * acceptance of the legal texts.
 *
 * @returns undefined if the email already has an account
 */
export async function openCustomer(
  context: AppContext,
  tx: Tx,
  input: NewCustomer,
): Promise<Person | undefined> {
  const customerId = newId();
  const now = context.clock.now();
  await insertCustomer(tx, customerId, now);
  const person = await addPerson(context, tx, input, { customerId, role: "customer", now });
  if (person === undefined) {
    return undefined;
  }
  await openLedgerAccounts(context, tx, customerId);
  if (input.acceptance !== null) {
    const acceptor = { personId: person.id, customerId };
    await acceptAtRegistration(context, tx, acceptor, input.acceptance);
  }
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "customer_opened",
      actor: person.id,
      customerId,
      object: null,
      outcome: "ok",
      requestId: input.requestId,
      data: {},
    },
  ]);
  return person;
}
