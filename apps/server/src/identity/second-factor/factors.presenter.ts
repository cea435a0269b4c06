import type { Factors, ListedPasskey } from "@tessera/contract/identity/factors.schemas";
import { wireId } from "../../platform/ids.ts";
import { methodsOf } from "./ask-second-factor.ts";
import type { EnrolledFactors } from "./list-factors.ts";
import type { Passkey } from "./passkeys.repository.ts";

export function presentPasskey({ id, name, createdAt, lastUsedAt }: Passkey): ListedPasskey {
  return {
    id: wireId("pky", id),
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Presents the enrolled factors and when they were last used. Never includes a secret, key or code.
 */
export function presentFactors(enrolled: EnrolledFactors): Factors {
  const { totp, passkeys, recoveryCodesLeft, isRequired } = enrolled;
  return {
    methods: methodsOf({
      passkeys: passkeys.length,
      hasTotp: totp !== undefined,
      recoveryCodes: recoveryCodesLeft,
    }),
    totp:
      totp === undefined
        ? null
        : {
            createdAt: totp.createdAt.toISOString(),
            lastUsedAt: totp.lastUsedAt?.toISOString() ?? null,
          },
    passkeys: passkeys.map(presentPasskey),
    recoveryCodesLeft,
    required: isRequired,
  };
}
