import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { openCustomer } from "./open-customer.ts";
import type { Person } from "./people.repository.ts";
import { takeRegistration } from "./registrations.repository.ts";
import { openSession, type Visitor } from "./sessions.ts";
import { hashToken } from "./token.ts";

/**
 * Follows a mailed link: opens the customer and signs in, once.
 *
 * @throws Refusal `link_invalid`
 */
export function verifyEmail(
  context: AppContext,
  input: { readonly token: string; readonly visitor: Visitor; readonly requestId: string },
): Promise<{ token: string; person: Person }> {
  return inTransaction(context.db, async (tx) => {
    const registration = await takeRegistration(tx, hashToken(input.token), context.clock.now());
    if (registration === undefined) {
      throw new Refusal("link_invalid");
    }
    const person = await openCustomer(context, tx, {
      ...registration,
      requestId: input.requestId,
    });
    if (person === undefined) {
      throw new Refusal("link_invalid", { internal: "the address has an account by now" });
    }
    const token = await openSession(context, tx, person.id, { ...input.visitor, remember: false });
    return { token, person };
  });
}
