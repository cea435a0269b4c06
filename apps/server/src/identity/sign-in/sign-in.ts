import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { verifyPassword } from "../../platform/crypto/password-hasher.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { deviceOf } from "../../platform/http/request-origins.ts";
import { findPersonByName, holdSignIn, type Person } from "../people/index.ts";
import { askSecondFactor, hasFactor } from "../second-factor/index.ts";
import type { Visitor } from "../sessions/index.ts";
import { admitPerson, tellOfSignIn } from "../sessions/index.ts";
import { countTry, noteRightTry, takeBackTry, triedNameHash } from "./sign-in-failures.ts";

interface SignInInput {
  /** A username or an email. */
  readonly name: string;
  readonly password: string;
  readonly remember: boolean;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/**
 * Signs in. An unknown name gets the same response as a wrong password, after the same amount of
 * work. If a second factor is required, a call with the correct password returns only how to
 * continue the sign-in.
 *
 * @throws Refusal `wrong_credentials`, `rate_limited`; with the correct password,
 * `account_suspended`, `account_closed`, `second_factor_required`
 */
export async function signIn(
  context: AppContext,
  input: SignInInput,
): Promise<{ token: string; person: Person }> {
  const { db, keys } = context;
  const tried = { name: input.name, ip: input.visitor.ip };
  await countTry(context, tried, (tx) => recordDelay(context, tx, input));
  const person = await findPersonByName(db.kysely, input.name);
  const isRight = await verifyPassword(keys, person?.passwordHash, input.password).catch(
    async (error: unknown) => {
      // The password was not checked, because the queue was full.
      await takeBackTry(context, db.kysely, tried);
      throw error;
    },
  );
  if (person === undefined || !isRight) {
    await inTransaction(db, async (tx) => {
      await recordRefusal(context, tx, input, { action: "sign_in_failed", person });
    });
    tellOfSignIn(context, person);
    throw new Refusal("wrong_credentials");
  }
  if (person.isClosed || person.isSuspended) {
    await inTransaction(db, (tx) => noteRightTry(context, tx, tried));
    throw new Refusal(person.isClosed ? "account_closed" : "account_suspended");
  }
  const { token, secondFactor } = await inTransaction(db, (tx) =>
    admit(context, tx, input, person),
  );
  if (token === undefined) {
    throw new Refusal("second_factor_required", { secondFactor });
  }
  tellOfSignIn(context, person);
  return { token, person };
}

type Admitted =
  | { readonly token: string; readonly secondFactor?: undefined }
  | { readonly token?: undefined; readonly secondFactor: SignInChallenge };

/**
 * Checks under a lock whether there is a second factor, so that none can be enrolled before the
 * session opens.
 */
async function admit(
  context: AppContext,
  tx: Tx,
  input: SignInInput,
  person: Person,
): Promise<Admitted> {
  const { name, visitor, remember, requestId } = input;
  if (!(await holdSignIn(tx, person))) {
    throw new Refusal("wrong_credentials", { internal: "a reset or a suspension committed first" });
  }
  if (await hasFactor(tx, person.id)) {
    await takeBackTry(context, tx, { name, ip: visitor.ip });
    const asked = { personId: person.id, triedNameHash: triedNameHash(context, name), remember };
    return { secondFactor: await askSecondFactor(context, tx, asked) };
  }
  await noteRightTry(context, tx, { name, ip: visitor.ip });
  const admission = { person, visitor, remember, requestId, factor: undefined };
  return { token: await admitPerson(context, tx, admission) };
}

/**
 * Records a refused attempt. Does the same amount of work for an unknown name. Does not store the
 * name, since people sometimes type their password in the name field.
 */
async function recordRefusal(
  { ledger }: AppContext,
  tx: Tx,
  { visitor, requestId }: SignInInput,
  { action, person }: { readonly action: string; readonly person: Person | undefined },
): Promise<void> {
  await ledger.appendAudit({ kysely: tx }, [
    {
      action,
      actor: "visitor",
      customerId: person?.customerId ?? null,
      object: person?.id ?? null,
      outcome: "refused",
      requestId,
      data: { ip: visitor.ip, device: deviceOf(visitor.device) },
    },
  ]);
}

async function recordDelay(context: AppContext, tx: Tx, input: SignInInput): Promise<void> {
  const person = await findPersonByName(tx, input.name);
  await recordRefusal(context, tx, input, { action: "sign_in_delayed", person });
}
