import type { AppContext } from "../../platform/context.ts";
import {
  countListableNames,
  type ListablePerson,
  selectListable,
} from "./listable-people.repository.ts";

const BATCH = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Adds people who are missing from the directory: those created by a version without a directory,
 * including by a server that still runs such a version during an upgrade. Runs before the server
 * listens, and then every hour.
 */
export async function listPeopleInDirectory({ db, directory, log }: AppContext): Promise<void> {
  // Comparing two counts is much cheaper than reading every person.
  const listed = await directory.countOwnNames(db.kysely);
  if (listed === (await countListableNames(db.kysely))) {
    return;
  }
  let after = BEFORE_ALL;
  let added = 0;
  for (;;) {
    const people = await selectListable(db.kysely, { after, limit: BATCH });
    const counts = await directory.countNames(
      db.kysely,
      people.map(({ id }) => id),
    );
    const isUnlisted = ({ id, names }: ListablePerson) =>
      (counts.get(id) ?? 0) < Object.keys(names).length;
    for (const { id, names } of people.filter(isUnlisted)) {
      await directory.record(db.kysely, id, names);
      added += 1;
    }
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
