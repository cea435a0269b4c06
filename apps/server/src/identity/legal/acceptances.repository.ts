import type { Locale } from "@tessera/contract/errors/locales";
import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import type { AcceptanceSource, LegalTables } from "../../db/tables/legal.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A version of a text that a person has accepted. */
export interface Acceptance {
  readonly text: LegalTextName;
  readonly version: number;
  readonly locale: Locale;
  readonly acceptedAt: Date;
  /** The client's network; null if unknown. */
  readonly network: string | null;
  readonly device: string;
  readonly source: AcceptanceSource;
}

/** The highest version of a text that a person has accepted. */
export interface LatestAcceptance {
  readonly personId: string;
  readonly text: LegalTextName;
  readonly version: number;
}

/** A person and the customer they belong to. */
export interface Acceptor {
  readonly personId: string;
  readonly customerId: string;
}

/** Inserts acceptances and returns the new ones. Earlier acceptances are unchanged. */
export function insertAcceptances(
  tx: Tx,
  { personId, customerId }: Acceptor,
  rows: readonly (Acceptance & { readonly textSha256: string })[],
): Promise<Pick<Acceptance, "text" | "version" | "locale">[]> {
  return tx
    .withTables<LegalTables>()
    .insertInto("legal_acceptance")
    .values(
      rows.map((row) => ({
        person_id: personId,
        customer_id: customerId,
        text: row.text,
        version: row.version,
        locale: row.locale,
        text_sha256: row.textSha256,
        accepted_at: row.acceptedAt,
        network: row.network,
        device: row.device,
        source: row.source,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["text", "version", "locale"])
    .execute();
}

/** Returns the latest accepted version of each text for several people, in no particular order. */
export function findLatestAcceptances(
  tx: Tx,
  personIds: readonly string[],
): Promise<LatestAcceptance[]> {
  return tx
    .withTables<LegalTables>()
    .selectFrom("legal_acceptance")
    .select(({ fn }) => ["person_id as personId", "text", fn.max("version").as("version")])
    .where("person_id", "in", personIds)
    .groupBy(["person_id", "text"])
    .execute();
}

/**
 * Returns everything that a customer's people have accepted, which is only a few rows, since texts
 * rarely change.
 */
export function findAcceptances(tx: Tx, customerId: string): Promise<Acceptance[]> {
  return tx
    .withTables<LegalTables>()
    .selectFrom("legal_acceptance")
    .select([
      "text",
      "version",
      "locale",
      "accepted_at as acceptedAt",
      "network",
      "device",
      "source",
    ])
    .where("customer_id", "=", customerId)
    .execute();
}
