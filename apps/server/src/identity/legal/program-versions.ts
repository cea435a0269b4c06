import {
  LEGAL_TEXTS,
  LEGAL_VERSIONS,
  type LegalVersions,
} from "@tessera/contract/identity/legal-versions";
import type { Kysely } from "kysely";
import {
  findProgramVersions,
  insertProgramVersions,
  isAccepted,
} from "./legal-version.repository.ts";
import {
  type NamedVersion,
  newProgramVersions,
  withProgramDates,
} from "./legal-versions.policy.ts";

/**
 * Returns the versions of the legal texts with the dates from which they are in force in this
 * program. Records the versions that are new to it: each is in force a day later at the earliest.
 * Until then a server of the previous release, which does not know it, asks nobody to accept
 * something else, and nobody is asked for a text that this server cannot show.
 */
export async function programVersions(
  db: Kysely<object>,
  now: Date,
  published: LegalVersions = LEGAL_VERSIONS,
): Promise<LegalVersions> {
  const known = await findProgramVersions(db);
  // The first server that records versions uses what customers have accepted already.
  const former = known.length > 0 ? known : await newestAccepted(db, published);
  const added = newProgramVersions(published, { known, former, now });
  if (added.length === 0) {
    return withProgramDates(published, known);
  }
  await insertProgramVersions(db, added);
  // Another server may have recorded the same versions a moment before.
  return withProgramDates(published, await findProgramVersions(db));
}

/** Returns the newest published version of each text that anybody has accepted. */
async function newestAccepted(
  db: Kysely<object>,
  published: LegalVersions,
): Promise<NamedVersion[]> {
  const newest: NamedVersion[] = [];
  for (const text of LEGAL_TEXTS) {
    for (const { version } of published[text].toReversed()) {
      if (await isAccepted(db, { text, version })) {
        newest.push({ text, version });
        break;
      }
    }
  }
  return newest;
}
