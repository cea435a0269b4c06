import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext, Tx } from "../../platform/context.ts";
import { maskedAddress } from "../../platform/http/client-address.ts";
import { deviceOf } from "../../platform/http/request-origins.ts";
import { type Acceptance, type Acceptor, insertAcceptances } from "./acceptances.repository.ts";
import type { VersionOfText } from "./legal-versions.policy.ts";
import { versionsInForce } from "./legal-versions.policy.ts";

/** Where an acceptance came from, in the form stored by sessions and the access log. */
export interface AcceptanceOrigin {
  /** The client's network, a /24 or a /48; null if unknown. */
  readonly network: string | null;
  /** User-Agent, shortened. */
  readonly device: string;
}

/** An acceptance of the legal texts through the checkbox of the registration form. */
export interface RegistrationAcceptance extends AcceptanceOrigin {
  /** When the form was submitted. */
  readonly at: Date;
  readonly locale: Locale;
}

/** Returns where a request came from. Keeps only the network of the IP address. */
export function acceptanceOrigin(ip: string, userAgent: string | undefined): AcceptanceOrigin {
  const network = maskedAddress(ip);
  return { network: network === "unknown" ? null : network, device: deviceOf(userAgent) };
}

interface NewAcceptances extends AcceptanceOrigin {
  readonly at: Date;
  readonly source: "registration" | "console";
  readonly versions: readonly (VersionOfText & { readonly locale: Locale })[];
}

/** Records a person's acceptance of versions, and returns the new acceptances. */
export function recordAcceptances(
  tx: Tx,
  acceptor: Acceptor,
  { versions, at, network, device, source }: NewAcceptances,
): Promise<Pick<Acceptance, "text" | "version" | "locale">[]> {
  const rows = versions.map(({ text, version, locale, sha256 }) => ({
    text,
    version,
    locale,
    textSha256: sha256[locale],
    acceptedAt: at,
    network,
    device,
    source,
  }));
  return insertAcceptances(tx, acceptor, rows);
}

/**
 * Records that a new person accepts, for every text, the version that was in force when the form
 * was submitted.
 */
export async function acceptAtRegistration(
  { legalVersions }: Pick<AppContext, "legalVersions">,
  tx: Tx,
  acceptor: Acceptor,
  given: RegistrationAcceptance,
): Promise<void> {
  const versions = versionsInForce(legalVersions, given.at).map((version) => ({
    ...version,
    locale: given.locale,
  }));
  await recordAcceptances(tx, acceptor, { ...given, versions, source: "registration" });
}
