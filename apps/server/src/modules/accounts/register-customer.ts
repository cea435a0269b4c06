import type { Locale } from "@tessera/contract/errors/locales";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { choosePassword } from "./choose-password.ts";
import { checkCode } from "./mailed-codes.ts";
import { openCustomer } from "./open-customer.ts";

interface RegisterInput {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly locale: Locale;
  readonly requestId: string;
}

/**
 * Opens a customer whose address a mailed code proves.
 *
 * @throws Refusal `code_invalid`, also where the address has an account: its owner was told by
 * mail, and was sent no code
 */
export async function registerCustomer(context: AppContext, input: RegisterInput): Promise<void> {
  const { email, locale, requestId } = input;
  const passwordHash = await choosePassword(context, input.password, { email });
  const useCode = await checkCode(context, "register", email, input.code);
  await inTransaction(context.db, async (tx) => {
    await useCode(tx);
    const person = await openCustomer(context, tx, { email, passwordHash, locale, requestId });
    if (person === undefined) {
      throw new Refusal("code_invalid", { internal: "the address has an account" });
    }
  });
}
