import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { Person } from "../people/index.ts";
import { openCustomer } from "../people/index.ts";
import { hashToken, openSession, type Visitor } from "../sessions/index.ts";
import { takeRegistration } from "./registrations.repository.ts";

/**
 * Consumes an emailed link: creates the customer and signs them in.
 *
 * @throws Refusal `link_invalid`
 */
export function verifyEmail(
  context: AppContext,
  input: { readonly token: string; readonly visitor: Visitor; readonly requestId: string },
): Promise<{ token: string; person: Person }> {
  return inTransaction(context.db, async (tx) => {
    const now = context.clock.now();
    const registration = await takeRegistration(tx, hashToken(input.token), now);
    if (registration === undefined) {
      throw new Refusal("link_invalid");
    }
    const { email, passwordHash, locale, requestedAt, network, device } = registration;
    const person = await openCustomer(context, tx, {
      email,
      passwordHash,
      locale,
      requestId: input.requestId,
      // The customer accepted the texts when submitting the form, in the versions in force at that
      // time.
      acceptance: { at: requestedAt ?? now, locale, network, device: device ?? "" },
    });
    if (person === undefined) {
      throw new Refusal("link_invalid", { internal: "the address has an account by now" });
    }
    const token = await openSession(context, tx, person.id, { ...input.visitor, remember: false });
    return { token, person };
  });
}
