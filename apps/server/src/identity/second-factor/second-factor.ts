import type { FactorMethod, PasskeyAssertion } from "@tessera/contract/identity/factors.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findContactIds } from "../people/index.ts";
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

/** Exactly one of the three types of second factors, as provided by the caller. */
export interface GivenFactor {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Returns whether a person has enrolled a second factor. */
export function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return hasFactor(tx, userId);
}

/** Returns whether any of a customer's contacts has enrolled a second factor. */
export async function customerHasFactor(tx: Tx, customerId: string): Promise<boolean> {
  const people = await findContactIds(tx, customerId);
  const each = await Promise.all(people.map((personId) => hasFactor(tx, personId)));
  return each.includes(true);
}

/** Returns the context that a person's authenticator secret is sealed to. */
export function totpPlace(personId: string): string {
  return `person ${personId}`;
}

/**
 * Durably counts an attempt before evaluating it, so that concurrent attempts cannot exceed the
 * limit. Passkeys are exempt: they cannot be guessed, and strangers must not be able to block them.
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
  /** Challenge that a passkey had to sign; undefined if none was issued. */
  readonly challenge: string | undefined;
}

/**
 * Consumes a second factor in the transaction that it authorizes. Each code works once, and a
 * passkey's signature works for one challenge. A correct factor resets the count of wrong attempts.
 *
 * @returns the type of factor; undefined if the factor is wrong
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
  // Recovery codes substitute for a factor, so they do not count if no factor is enrolled.
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

/** Consumes a TOTP time step; rejects replays and earlier steps (RFC 6238 section 5.2). */
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
