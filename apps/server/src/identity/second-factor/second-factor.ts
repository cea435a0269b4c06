import type { FactorMethod, PasskeyAssertion } from "@tessera/contract/identity/factors.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { peopleOfCustomer } from "../people/index.ts";
import { secondsUntilNextCode } from "./factor-delay.policy.ts";
import {
  deleteFailures,
  hasFactor,
  lockFailures,
  lockTotp,
  noteTotpUse,
  setFailures,
} from "./factors.repository.ts";
import { verifyAssertion } from "./passkeys.ts";
import { spendRecoveryCode } from "./recovery-codes.ts";
import { openTotpSecret, stepOfCode } from "./totp.ts";

/** A second factor as it is given: exactly one of the three. */
export interface GivenFactor {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Whether somebody has a second factor enrolled. */
export function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return hasFactor(tx, userId);
}

/** Whether any of a customer's people has a second factor enrolled. */
export async function customerHasFactor(tx: Tx, customerId: string): Promise<boolean> {
  const people = await peopleOfCustomer(tx, customerId);
  const each = await Promise.all(people.map((personId) => hasFactor(tx, personId)));
  return each.includes(true);
}

/** Where somebody's authenticator secret is sealed for. */
export function totpPlace(personId: string): string {
  return `person ${personId}`;
}

/**
 * Counts a try before it is looked at, durably: many at once are no more tries than one after the
 * other. Passkeys cannot be guessed, and so are heard whatever strangers try.
 *
 * @throws Refusal `rate_limited`
 */
export async function countFactorTry(
  { config, db, clock }: AppContext,
  personId: string,
  { passkey }: GivenFactor,
): Promise<void> {
  if (!config.rateLimits || passkey !== undefined) {
    return;
  }
  const now = clock.now();
  const waitSeconds = await inTransaction(db, async (tx) => {
    const before = await lockFailures(tx, personId, now);
    const seconds = secondsUntilNextCode(now, before);
    if (seconds === 0) {
      await setFailures(tx, personId, { failures: before.failures + 1, lastAt: now });
    }
    return seconds;
  });
  if (waitSeconds > 0) {
    throw new Refusal("rate_limited", { retryAfterSeconds: waitSeconds });
  }
}

interface FactorUse {
  readonly personId: string;
  readonly given: GivenFactor;
  /** What a passkey was to sign; undefined where it was asked for nothing. */
  readonly challenge: string | undefined;
}

/**
 * Uses a second factor up in the transaction of what it allows: a code is good once, and a passkey
 * signs one challenge. A right one ends the row of wrong ones.
 *
 * @returns what it was, or undefined for a wrong one
 */
export async function spendFactor(
  context: AppContext,
  tx: Tx,
  using: FactorUse,
): Promise<FactorMethod | undefined> {
  const method = await rightMethod(context, tx, using);
  if (method !== undefined) {
    await deleteFailures(tx, using.personId);
  }
  return method;
}

async function rightMethod(
  context: AppContext,
  tx: Tx,
  using: FactorUse,
): Promise<FactorMethod | undefined> {
  const { personId, given, challenge } = using;
  const { totp, recoveryCode, passkey: assertion } = given;
  // Recovery codes stand in for a factor, so that nobody has them without one.
  if (!(await hasFactor(tx, personId))) {
    return undefined;
  }
  if (totp !== undefined) {
    return (await spendTotp(context, tx, personId, totp)) ? "totp" : undefined;
  }
  if (recoveryCode !== undefined) {
    const isRight = await spendRecoveryCode(context, tx, { personId, code: recoveryCode });
    return isRight ? "recovery" : undefined;
  }
  if (assertion === undefined || challenge === undefined) {
    return undefined;
  }
  const isRight = await verifyAssertion(context, tx, { personId, assertion, challenge });
  return isRight ? "passkey" : undefined;
}

/** Takes the code of a step once, and never one of a step before it. */
async function spendTotp(
  { keys, clock }: AppContext,
  tx: Tx,
  personId: string,
  code: string,
): Promise<boolean> {
  const factor = await lockTotp(tx, personId);
  if (factor === undefined) {
    return false;
  }
  const now = clock.now();
  const secret = openTotpSecret(keys, factor.sealedSecret, totpPlace(personId));
  const step = stepOfCode(secret, code, now);
  if (step === undefined || step <= factor.lastStep) {
    return false;
  }
  await noteTotpUse(tx, personId, { step, now });
  return true;
}
