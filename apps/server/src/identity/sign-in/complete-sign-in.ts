import type { FactorMethod } from "@tessera/contract/identity/factors.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { deviceOf } from "../../platform/http/request-origins.ts";
import { findPerson, holdSignIn, type Person } from "../people/index.ts";
import {
  countFactorTry,
  countRecoveryCodes,
  findSignInChallenge,
  type GivenFactor,
  type SignInChallenge,
  spendFactor,
  takeSignInChallenge,
  tellOfFactors,
} from "../second-factor/index.ts";
import type { Visitor } from "../sessions/index.ts";
import { admitPerson, hashToken, tellOfSignIn } from "../sessions/index.ts";
import { rememberSuccess } from "./sign-in-failures.ts";

interface SecondStep {
  readonly challenge: string;
  readonly given: GivenFactor;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/**
 * Completes a sign-in after the correct password. After a wrong factor, the caller may try again as
 * long as the challenge is valid (five minutes). A correct factor consumes the challenge.
 *
 * @throws Refusal `sign_in_expired`, `second_factor_invalid`, `rate_limited`
 */
export async function completeSignIn(
  context: AppContext,
  input: SecondStep,
): Promise<{ token: string; person: Person }> {
  const { db, clock } = context;
  const waiting = await findSignInChallenge(db.kysely, hashToken(input.challenge), clock.now());
  const person = waiting && (await findPerson(db.kysely, waiting.personId));
  if (waiting === undefined || person === undefined) {
    throw new Refusal("sign_in_expired");
  }
  await countFactorTry(context, person.id, input.given);
  const token = await inTransaction(db, (tx) => finish(context, tx, { input, waiting, person }));
  tellOfSignIn(context, person);
  if (token === undefined) {
    await recordFailure(context, person, input);
    throw new Refusal("second_factor_invalid");
  }
  return { token, person };
}

async function finish(
  context: AppContext,
  tx: Tx,
  step: {
    readonly input: SecondStep;
    readonly waiting: SignInChallenge;
    readonly person: Person;
  },
): Promise<string | undefined> {
  const { input, waiting, person } = step;
  const { challenge, given, visitor, requestId } = input;
  if (!(await holdSignIn(tx, person))) {
    throw new Refusal("sign_in_expired", { internal: "a reset or a suspension committed first" });
  }
  const factor = await spendFactor(context, tx, { personId: person.id, given, challenge });
  if (factor === undefined) {
    return undefined;
  }
  if (!(await takeSignInChallenge(tx, hashToken(challenge)))) {
    throw new Refusal("sign_in_expired", { internal: "the challenge was used meanwhile" });
  }
  await rememberSuccess(context, tx, { nameHash: waiting.triedNameHash, ip: visitor.ip });
  await tellOfRecovery(context, tx, person, factor);
  return admitPerson(context, tx, {
    person,
    visitor,
    remember: waiting.remember,
    requestId,
    factor,
  });
}

/**
 * Notifies the owner by email that a recovery code was used, since someone else may have found the
 * code.
 */
async function tellOfRecovery(
  context: AppContext,
  tx: Tx,
  person: Person,
  factor: FactorMethod,
): Promise<void> {
  if (factor === "recovery") {
    const left = await countRecoveryCodes(tx, person.id);
    await tellOfFactors(context, tx, person, { what: "recovery_code_used", left });
  }
}

function recordFailure(
  { db, ledger }: AppContext,
  { id, customerId }: Person,
  { visitor, requestId }: SecondStep,
): Promise<void> {
  return inTransaction(db, (tx) =>
    ledger.appendAudit({ kysely: tx }, [
      {
        action: "second_factor_failed",
        actor: "visitor",
        customerId,
        object: id,
        outcome: "refused",
        requestId,
        data: { ip: visitor.ip, device: deviceOf(visitor.device) },
      },
    ]),
  );
}
