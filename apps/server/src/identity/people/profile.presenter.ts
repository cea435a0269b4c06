import type { Profile, User } from "@tessera/contract/identity/accounts.schemas";
import { wireId } from "../../platform/ids.ts";
import { menusOf } from "./menus.policy.ts";
import type { Person } from "./people.repository.ts";

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

/** Presents the signed-in person to the console. */
export function presentProfile(person: Person): Profile {
  return { user: presentUser(person), menus: [...menusOf(person.role, person.hasSecondFactor)] };
}
