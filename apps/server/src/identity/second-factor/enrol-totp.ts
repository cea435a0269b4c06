import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { readProfile } from "../people/index.ts";
import { type Changed, type Changing, changeFactors, codesWhereNone } from "./change-factors.ts";
import { findTotp, lockTotpEnrollment, putTotp, putTotpEnrollment } from "./factors.repository.ts";
import { totpPlace } from "./second-factor.ts";
import {
  describeTotpSecret,
  newTotpSecret,
  openTotpSecret,
  sealTotpSecret,
  stepOfCode,
} from "./totp.ts";

const ENROLLMENT_SECONDS = 600;

/** Returns the context that a secret is sealed to until its first code is entered. */
export function enrollmentPlace(sessionId: string): string {
  return `session ${sessionId}`;
}

/**
 * Creates a secret for an authenticator app, which is shown only once. Entering the app's first
 * code within ten minutes in the same session activates the secret.
 */
export async function beginTotp(
  context: AppContext,
  { session }: Pick<Changing, "session">,
): Promise<{ secret: string; uri: string; expiresAt: Date }> {
  const { db, keys, clock } = context;
  const person = await readProfile(context, session);
  const secret = newTotpSecret();
  const { sessionId } = session;
  const expiresAt = new Date(clock.now().getTime() + ENROLLMENT_SECONDS * 1_000);
  const sealedSecret = sealTotpSecret(keys, secret, enrollmentPlace(sessionId));
  await putTotpEnrollment(db.kysely, { sessionId, sealedSecret, expiresAt });
  return { ...describeTotpSecret(secret, person.username), expiresAt };
}

/**
 * Activates the session's secret with its first code. Replaces any earlier authenticator app.
 *
 * @throws Refusal `enrolment_expired`, `second_factor_invalid`
 */
export function confirmTotp(
  context: AppContext,
  changing: Changing,
  code: string,
): Promise<Changed> {
  const { keys, clock } = context;
  const { sessionId } = changing.session;
  return changeFactors(
    context,
    changing,
    async (tx, { id }) => {
      const now = clock.now();
      const sealed = await lockTotpEnrollment(tx, sessionId, now);
      if (sealed === undefined) {
        throw new Refusal("enrolment_expired");
      }
      const secret = openTotpSecret(keys, sealed, enrollmentPlace(sessionId));
      const step = stepOfCode(secret, code, now);
      if (step === undefined) {
        throw new Refusal("second_factor_invalid");
      }
      const isReplaced = (await findTotp(tx, id)) !== undefined;
      await putTotp(tx, {
        personId: id,
        sealedSecret: sealTotpSecret(keys, secret, totpPlace(id)),
        lastStep: step,
        isDemo: false,
        createdAt: now,
      });
      return {
        action: "factor.add",
        data: { kind: "totp", ...(isReplaced && { replaced: "yes" }) },
        notice: { what: isReplaced ? "totp_replaced" : "totp_added" },
        recoveryCodes: await codesWhereNone(context, tx, id),
      };
    },
    { isProven: true },
  );
}

/** Enrolls an authenticator app for a person in the demo. The sandbox shows the app's codes. */
export async function addDemoTotp(
  { keys, clock }: Pick<AppContext, "keys" | "clock">,
  tx: Tx,
  personId: string,
): Promise<void> {
  await putTotp(tx, {
    personId,
    sealedSecret: sealTotpSecret(keys, newTotpSecret(), totpPlace(personId)),
    lastStep: 0n,
    isDemo: true,
    createdAt: clock.now(),
  });
}
