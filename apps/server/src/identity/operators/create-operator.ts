import type { Role } from "@tessera/contract/identity/accounts.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { choosePassword } from "../passwords/index.ts";
import type { Person } from "../people/index.ts";
import { addOperator } from "../people/index.ts";

interface NewOperator {
  readonly email: string;
  readonly password: string;
  readonly role: Exclude<Role, "customer">;
  /** By default, derived from the email. */
  readonly username?: string;
  /** Who requested the new operator, for the audit log. */
  readonly by: { readonly actor: string; readonly data: Readonly<Record<string, unknown>> };
}

/**
 * Creates an operator with an initial password.
 *
 * @returns undefined if the email or the username is already taken
 * @throws Refusal `invalid_input` for a password that is not allowed
 */
export async function createOperator(
  context: Pick<AppContext, "db" | "directory" | "ledger" | "clock" | "keys">,
  { email, password, role, username, by }: NewOperator,
): Promise<Person | undefined> {
  const names = { email, ...(username !== undefined && { username }) };
  const passwordHash = await choosePassword(context, password, names);
  return inTransaction(context.db, async (tx) => {
    const person = await addOperator(context, tx, {
      ...names,
      passwordHash,
      role,
      locale: "en",
      requestId: null,
    });
    if (person !== undefined) {
      await context.ledger.appendAudit({ kysely: tx }, [
        {
          action: "operator.create",
          actor: by.actor,
          customerId: null,
          object: person.id,
          outcome: "ok",
          requestId: null,
          data: { ...by.data, username: person.username, givenRole: role },
        },
      ]);
    }
    return person;
  });
}
