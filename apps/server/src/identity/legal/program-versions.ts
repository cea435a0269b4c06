import { LEGAL_VERSIONS, type LegalVersions } from "@tessera/contract/identity/legal-versions";
import type { Tx } from "../../platform/context.ts";
import {
  findAcceptedVersions,
  findProgramVersions,
  insertProgramVersions,
} from "./legal-version.repository.ts";
import { newProgramVersions, withProgramDates } from "./legal-versions.policy.ts";

/**
 * Returns the versions of the legal texts with the dates from which they are in force in this
 * program. Records the versions that are new to it: each is in force a day later at the earliest.
 * Until then a server of the previous release, which does not know it, asks nobody to accept
 * something else, and nobody is asked for a text that this server cannot show.
 */
export async function programVersions(
  tx: Tx,
  now: Date,
  published: LegalVersions = LEGAL_VERSIONS,
): Promise<LegalVersions> {
  const known = await findProgramVersions(tx);
  // The first server that records versions uses what customers have accepted already.
  const former = known.length > 0 ? known : await findAcceptedVersions(tx);
  const added = newProgramVersions(published, { known, former, now });
  if (added.length === 0) {
    return withProgramDates(published, known);
  }
  await insertProgramVersions(tx, added);
  // Another server may have recorded the same versions a moment before.
  return withProgramDates(published, await findProgramVersions(tx));
}
