import type { LegalVersions } from "@tessera/contract/identity/legal-versions";
import type { AppContext, Tx } from "../../platform/context.ts";
import {
  type Acceptor,
  findLatestAcceptances,
  type LatestAcceptance,
} from "./acceptances.repository.ts";
import { nextEffectiveAt, type VersionOfText, versionsInForce } from "./legal-versions.policy.ts";

/** The legal texts that a person still has to accept. */
export interface Outstanding {
  /**
   * Versions in force that the person has not accepted, each with the latest version of that text
   * that they did accept.
   */
  readonly texts: readonly (VersionOfText & { readonly acceptedVersion: number | null })[];
  /** When the next version takes effect; undefined if none is planned. */
  readonly nextAt: Date | undefined;
}

/** Returns the versions in force at a given time that a person has not accepted. */
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

/** Reads what a person still has to accept, or what has to be accepted for a company. */
export async function readOutstanding(
  { clock, legalVersions }: Pick<AppContext, "clock" | "legalVersions">,
  tx: Tx,
  acceptor: Acceptor,
): Promise<Outstanding> {
  const now = clock.now();
  const [accepted = []] = await findLatestAcceptances(tx, [acceptor]);
  return {
    texts: outstandingAt(legalVersions, now, accepted),
    nextAt: nextEffectiveAt(legalVersions, now),
  };
}
