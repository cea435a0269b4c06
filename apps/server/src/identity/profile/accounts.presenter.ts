import type { Profile, SignedInDevice, User } from "@tessera/contract/identity/accounts.schemas";
import type { Factors, ListedPasskey } from "@tessera/contract/identity/factors.schemas";
import { networkPrefix } from "../../platform/http/client-address.ts";
import { deviceName } from "../../platform/http/device-name.policy.ts";
import { wireId } from "../../platform/ids.ts";
import type { Person } from "../people/index.ts";
import { menusOf } from "../people/index.ts";
import type { EnrolledFactors, Passkey } from "../second-factor/index.ts";
import { methodsOf } from "../second-factor/index.ts";
import type { OwnSession } from "../sessions/index.ts";

function presentUser(person: Person): User {
  const { customerId } = person;
  return {
    id: customerId === null ? wireId("usr", person.id) : wireId("cus", customerId),
    username: person.username,
    email: person.email,
    role: person.role,
    createdAt: person.createdAt.toISOString(),
  };
}

export function presentProfile(person: Person): Profile {
  return { user: presentUser(person), menus: [...menusOf(person.role, person.hasSecondFactor)] };
}

/**
 * Presents a session: only the network of its address, and only the device that its User-Agent
 * names.
 */
export function presentSession(
  session: OwnSession & { readonly isCurrent: boolean },
): SignedInDevice {
  return {
    id: wireId("ses", session.id),
    current: session.isCurrent,
    ...deviceName(session.device),
    network: networkPrefix(session.ip),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}

export function presentPasskey({ id, name, createdAt, lastUsedAt }: Passkey): ListedPasskey {
  return {
    id: wireId("pky", id),
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** Presents the enrolled factors and their use; never a secret, a key or a code. */
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
