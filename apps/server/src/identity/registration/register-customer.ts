import type { Locale } from "@tessera/contract/errors/locales";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { checkCode } from "../email-codes/index.ts";
import { acceptanceOrigin } from "../legal/index.ts";
import { choosePassword } from "../passwords/index.ts";
import { openCustomer } from "../people/index.ts";
import type { Visitor } from "../sessions/index.ts";

interface RegisterInput {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly locale: Locale;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/**
 * Creates a customer whose email is verified by an emailed code, and records that they accept the
 * legal texts.
 *
 * @throws Refusal `code_invalid`, also if the email already has an account. In that case, the owner
 * has been emailed a notice instead of a code.
 */
export async function registerCustomer(context: AppContext, input: RegisterInput): Promise<void> {
  const { email, locale, visitor, requestId } = input;
  const passwordHash = await choosePassword(context, input.password, { email });
  const useCode = await checkCode(context, "register", email, input.code);
  await inTransaction(context.db, async (tx) => {
    await useCode(tx);
    const origin = acceptanceOrigin(visitor.ip, visitor.device);
    const acceptance = { at: context.clock.now(), locale, ...origin };
    const wanted = { email, passwordHash, locale, requestId, acceptance };
    const person = await openCustomer(context, tx, wanted);
    if (person === undefined) {
      throw new Refusal("code_invalid", { internal: "the address has an account" });
    }
  });
}
