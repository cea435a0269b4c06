import { randomInt } from "node:crypto";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { takenUsernames } from "./names.repository.ts";
import { findPersonByName, insertPerson, type Person } from "./people.repository.ts";
import { usernameBase } from "./username.policy.ts";

/** The sign-in of a new customer or operator. */
export interface NewPerson {
  readonly email: string;
  readonly passwordHash: string;
  readonly locale: Locale;
  /** By default, derived from the email. */
  readonly username?: string;
  readonly requestId: string | null;
}

const USERNAME_TRIES = 5;

async function freeUsername(
  { directory }: Pick<AppContext, "directory">,
  tx: Tx,
  email: string,
): Promise<string> {
  const base = usernameBase(email);
  // Uses random digits, since a counter would reveal how many customers already exist.
  const numbered = Array.from(
    { length: USERNAME_TRIES },
    () => `${base}${randomInt(100, 999_999)}`,
  );
  const taken = await takenUsernames(directory, tx, [base, ...numbered]);
  return [base, ...numbered].find((name) => !taken.has(name)) ?? `user-${newId().slice(-12)}`;
}

interface Membership {
  readonly customerId: string | null;
  readonly role: Role;
  readonly now: Date;
  readonly inviterId?: string | null;
}

/**
 * Adds a person who can sign in. If no username is specified, finds a free one.
 *
 * @returns undefined if the email or the specified username is taken
 * @throws Error if concurrent registrations took every username that was tried
 */
export async function addPerson(
  context: Pick<AppContext, "directory">,
  tx: Tx,
  input: NewPerson,
  { customerId, role, now, inviterId = null }: Membership,
): Promise<Person | undefined> {
  for (let tries = 1; ; tries += 1) {
    const person = {
      id: newId(),
      customerId,
      username: input.username ?? (await freeUsername(context, tx, input.email)),
      email: input.email,
      role,
      passwordHash: input.passwordHash,
      locale: input.locale,
      createdAt: now,
      inviterId,
    };
    if (await insertPerson(context.directory, tx, person)) {
      return { ...person, isSuspended: false, isClosed: false, hasSecondFactor: false };
    }
    const isEmailTaken =
      (await context.directory.find(tx, input.email)) !== undefined ||
      (await findPersonByName(tx, input.email)) !== undefined;
    if (isEmailTaken || input.username !== undefined) {
      return undefined;
    }
    // A concurrent registration took the username. The next attempt will detect that.
    if (tries === USERNAME_TRIES) {
      throw new Error("no username was available");
    }
  }
}
