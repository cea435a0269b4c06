import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findPerson, type Person } from "./people.repository.ts";

/** Reads the signed-in person. */
export async function readProfile({ db }: AppContext, session: Session): Promise<Person> {
  const person = await findPerson(db.kysely, session.userId);
  if (person === undefined) {
    throw new Refusal("unauthenticated");
  }
  return person;
}
