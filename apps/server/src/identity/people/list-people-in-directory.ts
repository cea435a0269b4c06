import type { AppContext } from "../../platform/context.ts";
import { selectUnlisted } from "./unlisted-people.repository.ts";

const BATCH = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Adds everybody to the directory who is not in it yet: people opened by a version without a
 * directory, including a server that still runs one during an upgrade. Runs before the server
 * listens, and then every hour.
 */
export async function listPeopleInDirectory({ db, directory, log }: AppContext): Promise<void> {
  let after = BEFORE_ALL;
  let added = 0;
  for (;;) {
    const people = await selectUnlisted(db.kysely, { after, limit: BATCH });
    for (const { id, username, email } of people) {
      await directory.record(db.kysely, id, { username, ...(email !== undefined && { email }) });
    }
    added += people.length;
    const last = people.at(-1);
    if (last === undefined || people.length < BATCH) {
      break;
    }
    after = last.id;
  }
  if (added > 0) {
    log.info({ people: added }, "people were added to the directory");
  }
}
