import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { countRecoveryCodes, findTotp, type TotpFactor } from "./factors.repository.ts";
import { type Passkey, passkeysOf } from "./passkeys.repository.ts";

/** A person's enrolled factors. */
export interface EnrolledFactors {
  readonly totp: Pick<TotpFactor, "createdAt" | "lastUsedAt"> | undefined;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodesLeft: number;
  /** Whether the person has to keep at least one factor. */
  readonly isRequired: boolean;
}

/** Lists a person's second factors. */
export async function listFactors(
  { db }: AppContext,
  { userId, role }: Session,
): Promise<EnrolledFactors> {
  const [totp, passkeys, recoveryCodesLeft] = await Promise.all([
    findTotp(db.kysely, userId),
    passkeysOf(db.kysely, userId),
    countRecoveryCodes(db.kysely, userId),
  ]);
  return { totp, passkeys, recoveryCodesLeft, isRequired: role !== "customer" };
}
