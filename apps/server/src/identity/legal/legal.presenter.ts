import type { Locale } from "@tessera/contract/errors/locales";
import type {
  LegalAcceptance,
  ListedLegalVersion,
  OutstandingTexts,
} from "@tessera/contract/identity/legal.schemas";
import { deviceName } from "../../platform/http/device-name.policy.ts";
import type { Page } from "../../platform/paging/pages.ts";
import type { Acceptance } from "./acceptances.repository.ts";
import type { VersionOfText } from "./legal-versions.policy.ts";
import type { Outstanding } from "./outstanding-texts.ts";

/** Presents a version and its status: in force, earlier or upcoming. */
export function presentVersion(
  { text, version, effectiveFrom, changes }: VersionOfText,
  inForce: number,
  locale: Locale,
): ListedLegalVersion {
  const past = version < inForce ? "earlier" : "in_force";
  return {
    text,
    version,
    effectiveFrom,
    status: version > inForce ? "upcoming" : past,
    changes: changes?.[locale] ?? null,
  };
}

/** Presents the legal documents that a person still has to accept, and the server's time. */
export function presentOutstanding(
  { texts, nextAt }: Outstanding,
  now: Date,
  locale: Locale,
): OutstandingTexts {
  return {
    texts: texts.map(({ text, version, effectiveFrom, changes, acceptedVersion }) => ({
      text,
      version,
      effectiveFrom,
      changes: changes?.[locale] ?? null,
      acceptedVersion,
    })),
    nextVersionInSeconds:
      nextAt === undefined ? null : Math.ceil((nextAt.getTime() - now.getTime()) / 1_000),
  };
}

function presentAcceptance(acceptance: Acceptance): LegalAcceptance {
  const { device, acceptedAt, ...rest } = acceptance;
  return { ...rest, acceptedAt: acceptedAt.toISOString(), ...deviceName(device) };
}

export function presentAcceptances({ data, nextCursor }: Page<Acceptance>): Page<LegalAcceptance> {
  return { data: data.map(presentAcceptance), nextCursor };
}
