import type { AppContext } from "../../platform/context.ts";
import { hashPassword } from "../../platform/crypto/password-hasher.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { passwordProblem } from "./password-rules.policy.ts";

/**
 * Checks and hashes a new password.
 *
 * @throws Refusal `invalid_input` for a common password, or one that contains the account's name
 */
export async function choosePassword(
  { keys }: Pick<AppContext, "keys">,
  password: string,
  account: { readonly email: string; readonly username?: string },
): Promise<string> {
  const problem = passwordProblem(password, account);
  if (problem !== undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "password", code: problem }] });
  }
  return hashPassword(keys, password);
}
