import type { Profile, SignedInDevice, User } from "@tessera/contract/accounts/accounts.schemas";
import { networkPrefix } from "../../platform/client-address.ts";
import { wireId } from "../../platform/ids.ts";
import { deviceName } from "./device-name.policy.ts";
import { menusOf } from "./menus.policy.ts";
import type { Person } from "./people.repository.ts";
import type { OwnSession } from "./sessions.repository.ts";

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
  return { user: presentUser(person), menus: [...menusOf(person.role)] };
}

/** Of an address no more than its network leaves; of the browser's words only what they name. */
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
