import type { LegalVersions } from "@tessera/contract/identity/legal-versions";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findLatestAcceptances, type LatestAcceptance } from "./acceptances.repository.ts";
import { nextEffectiveAt, type VersionOfText, versionsInForce } from "./legal-versions.policy.ts";

/** What a person has yet to accept. */
export interface Outstanding {
  /**
   * Versions in force that they have not accepted, each with the last version they accepted of the
   * text.
   */
  readonly texts: readonly (VersionOfText & { readonly acceptedVersion: number | null })[];
  /** When the next version takes effect; undefined if none is planned. */
  readonly nextAt: Date | undefined;
}

/** Returns the versions in force at a time that are not among those a person accepted. */
export function outstandingAt(
  versions: LegalVersions,
  at: Date,
  accepted: readonly Pick<LatestAcceptance, "text" | "version">[],
): Outstanding["texts"] {
  return versionsInForce(versions, at).flatMap((inForce) => {
    const latest = accepted.find(({ text }) => text === inForce.text)?.version ?? null;
    return latest !== null && latest >= inForce.version
      ? []
      : [{ ...inForce, acceptedVersion: latest }];
  });
}

/** Reads what a person has yet to accept. */
export async function readOutstanding(
  { clock, legalVersions }: Pick<AppContext, "clock" | "legalVersions">,
  tx: Tx,
  personId: string,
): Promise<Outstanding> {
  const now = clock.now();
  const accepted = await findLatestAcceptances(tx, [personId]);
  return {
    texts: outstandingAt(legalVersions, now, accepted),
    nextAt: nextEffectiveAt(legalVersions, now),
  };
}
