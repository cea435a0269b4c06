import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { verifyPassword } from "./password-hasher.ts";
import { findPersonByName, holdSignIn, type Person } from "./people.repository.ts";
import { openSession, type Visitor } from "./sessions.ts";
import { rememberTry, requirePatience } from "./sign-in-failures.ts";

interface SignInInput {
  /** A username or an email. */
  readonly name: string;
  readonly password: string;
  readonly remember: boolean;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/**
 * Signs in. An unknown name is answered as a wrong password is, after the same work.
 *
 * @throws Refusal `wrong_credentials`, `rate_limited`; `account_suspended` with the right password
 */
export async function signIn(
  context: AppContext,
  input: SignInInput,
): Promise<{ token: string; person: Person }> {
  const { db, keys, ledger } = context;
  const tried = { name: input.name, ip: input.visitor.ip };
  await requirePatience(context, tried);
  const person = await findPersonByName(db.kysely, input.name);
  const isRight = await verifyPassword(keys, person?.passwordHash, input.password);
  await rememberTry(context, tried, isRight);
  if (person === undefined || !isRight) {
    throw new Refusal("wrong_credentials");
  }
  if (person.isSuspended) {
    throw new Refusal("account_suspended");
  }
  const token = await inTransaction(db, async (tx) => {
    if (!(await holdSignIn(tx, person))) {
      throw new Refusal("wrong_credentials", { internal: "overtaken by a reset or a suspension" });
    }
    await ledger.appendAudit({ kysely: tx }, [
      {
        action: "signed_in",
        actor: person.id,
        customerId: person.customerId,
        object: null,
        outcome: "ok",
        requestId: input.requestId,
        data: { ip: input.visitor.ip },
      },
    ]);
    return openSession(context, tx, person.id, { ...input.visitor, remember: input.remember });
  });
  return { token, person };
}
