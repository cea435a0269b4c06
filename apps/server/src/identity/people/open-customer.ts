import { randomInt } from "node:crypto";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { NewAccount } from "@tessera/ledger";
import { CURRENCIES } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { acceptAtRegistration, type RegistrationAcceptance } from "../legal/index.ts";
import { insertCustomerAccounts } from "./customer-accounts.repository.ts";
import { takenUsernames } from "./names.repository.ts";
import {
  findPersonByName,
  insertCustomer,
  insertPerson,
  type Person,
} from "./people.repository.ts";
import { usernameBase } from "./username.policy.ts";

interface NewPerson {
  readonly email: string;
  readonly passwordHash: string;
  readonly locale: Locale;
  /** By default, derived from the email. */
  readonly username?: string;
  readonly requestId: string | null;
}

interface NewCustomer extends NewPerson {
  /**
   * How the customer accepted the legal texts; null for a simulated customer, who accepts nothing.
   */
  readonly acceptance: RegistrationAcceptance | null;
}

const USERNAME_TRIES = 5;

async function freeUsername(
  { directory }: Pick<AppContext, "directory">,
  tx: Tx,
  email: string,
): Promise<string> {
  const base = usernameBase(email);
  // Random digits, since a counter would reveal how many customers already exist.
  const numbered = Array.from(
    { length: USERNAME_TRIES },
    () => `${base}${randomInt(100, 999_999)}`,
  );
  const taken = await takenUsernames(directory, tx, [base, ...numbered]);
  return [base, ...numbered].find((name) => !taken.has(name)) ?? `user-${newId().slice(-12)}`;
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

/** Adds an operator. `inviterId` is absent if the operator is added from the command line. */
export function addOperator(
  context: Pick<AppContext, "clock" | "directory">,
  tx: Tx,
  input: NewPerson & { readonly role: Exclude<Role, "customer">; readonly inviterId?: string },
): Promise<Person | undefined> {
  const { role, inviterId = null } = input;
  const now = context.clock.now();
  return addPerson(context, tx, input, { customerId: null, role, now, inviterId });
}

interface Membership {
  readonly customerId: string | null;
  readonly role: Role;
  readonly now: Date;
  readonly inviterId?: string | null;
}

async function addPerson(
  context: Pick<AppContext, "directory">,
  tx: Tx,
  input: NewPerson,
  { customerId, role, now, inviterId = null }: Membership,
): Promise<Person | undefined> {
  for (let tries = 1; ; tries += 1) {
    const person = {
      id: newId(),
      customerId,
      username: input.username ?? (await freeUsername(context, tx, input.email)),
      email: input.email,
      role,
      passwordHash: input.passwordHash,
      locale: input.locale,
      createdAt: now,
      inviterId,
    };
    if (await insertPerson(context.directory, tx, person)) {
      return { ...person, isSuspended: false, isClosed: false, hasSecondFactor: false };
    }
    const isEmailTaken =
      (await context.directory.find(tx, input.email)) !== undefined ||
      (await findPersonByName(tx, input.email)) !== undefined;
    if (isEmailTaken || input.username !== undefined) {
      return undefined;
    }
    // A concurrent registration took the username. The next attempt will detect that.
    if (tries === USERNAME_TRIES) {
      throw new Error("no username was available");
    }
  }
}
