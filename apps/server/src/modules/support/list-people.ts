import type { AppContext } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { listDeskPeople } from "./people.repository.ts";

/** Those to whom a conversation can be given. */
export async function listPeople(
  context: AppContext,
): Promise<{ readonly id: string; readonly username: string }[]> {
  const people = await listDeskPeople(context.db.kysely);
  return people.map(({ id, username }) => ({ id: wireId("usr", id), username }));
}
