import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { addPerson, type NewPerson } from "./add-person.ts";
import type { Person } from "./people.repository.ts";

/** Adds an operator. `inviterId` is absent if the operator is added on the command line. */
export function addOperator(
  context: Pick<AppContext, "clock" | "directory">,
  tx: Tx,
  input: NewPerson & { readonly role: Exclude<Role, "customer">; readonly inviterId?: string },
): Promise<Person | undefined> {
  const { role, inviterId = null } = input;
  const now = context.clock.now();
  return addPerson(context, tx, input, { customerId: null, role, now, inviterId });
}
