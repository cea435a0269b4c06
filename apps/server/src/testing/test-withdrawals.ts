import { createAuthenticator } from "../identity/sessions/index.ts";
import { type Withdrawer, withdrawerOf } from "../money-movement/payouts/withdrawals.fixtures.ts";
import type { AppContext } from "../platform/context.ts";
import type { TestCustomer } from "./test-app.ts";

export type { Withdrawer };

/** Prepares a customer for withdrawals, with a payout address whose waiting period is over. */
export async function withdrawerFor(
  context: AppContext,
  { token }: TestCustomer,
): Promise<Withdrawer> {
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Error("a customer has a session");
  }
  return withdrawerOf(context, session);
}
