import type { AppContext } from "../../platform/context.ts";
import { type Orphans, releaseOrphans } from "../../platform/directory/release-orphans.ts";
import { countListableNames, selectPresentPeople } from "./listable-people.repository.ts";

/**
 * Releases names that the directory lists for people who do not exist, because this cell crashed
 * while they were registering. Until then, nobody can register under these names.
 *
 * @param patienceMs how long to wait for registrations under way
 */
export async function releaseNamesOfNobody(
  { db, directory, log }: Pick<AppContext, "db" | "directory" | "log">,
  patienceMs?: number,
): Promise<Orphans | undefined> {
  // In this order, so that people who register in between are only counted as present.
  const listed = await directory.countOwnNames(db.kysely);
  if (listed <= (await countListableNames(db.kysely))) {
    return undefined;
  }
  const owners = {
    listed: directory.listedPeople,
    present: selectPresentPeople,
    async release(tx: typeof db.kysely, ids: readonly string[]) {
      for (const id of ids) {
        await directory.release(tx, id, ["username", "email"]);
      }
    },
  };
  const orphans = await releaseOrphans(db, owners, patienceMs);
  if (orphans.isReleased) {
    log.warn({ people: orphans.ids }, "names of people who do not exist were released");
  } else if (orphans.ids.length > 0) {
    log.error({ people: orphans.ids.length }, "the directory lists people who do not exist");
  }
  return orphans;
}
