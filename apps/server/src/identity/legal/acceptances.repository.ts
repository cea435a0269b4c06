import type { Locale } from "@tessera/contract/errors/locales";
import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import { sql } from "kysely";
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

/** The highest version of a text that was accepted. */
export interface LatestAcceptance {
  readonly text: LegalTextName;
  readonly version: number;
}

/** A person and the customer for whom they accept: their own account, or a company. */
export interface Acceptor {
  readonly personId: string;
  readonly customerId: string;
  /** Whether the customer is a company. False by default. */
  readonly isForCompany?: boolean;
}

/** Inserts acceptances and returns the new ones. Earlier acceptances are unchanged. */
export function insertAcceptances(
  tx: Tx,
  acceptor: Acceptor,
  rows: readonly (Acceptance & { readonly textSha256: string })[],
): Promise<Pick<Acceptance, "text" | "version" | "locale">[]> {
  const { personId, customerId, isForCompany = false } = acceptor;
  if (isForCompany) {
    return insertCompanyAcceptances(tx, acceptor, rows);
  }
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

function insertCompanyAcceptances(
  tx: Tx,
  { personId, customerId }: Acceptor,
  rows: readonly (Acceptance & { readonly textSha256: string })[],
): Promise<Pick<Acceptance, "text" | "version" | "locale">[]> {
  return tx
    .withTables<LegalTables>()
    .insertInto("company_acceptance")
    .values(
      rows.map((row) => ({
        customer_id: customerId,
        person_id: personId,
        text: row.text,
        version: row.version,
        locale: row.locale,
        text_sha256: row.textSha256,
        accepted_at: row.acceptedAt,
        network: row.network,
        device: row.device,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["text", "version", "locale"])
    .execute();
}

/**
 * Returns the latest accepted version of each text, for each acceptor in their order: what was
 * accepted for the customer if it is a company, or else by the person.
 */
export async function findLatestAcceptances(
  tx: Tx,
  acceptors: readonly Acceptor[],
): Promise<LatestAcceptance[][]> {
  const { rows } = await sql<LatestAcceptance & { readonly id: string }>`
    select person_id as id, text, max(version) as version from legal_acceptance
    where person_id = any(${acceptors.map(({ personId }) => personId)}::uuid[])
    group by person_id, text
    union all
    select customer_id, text, max(version) from company_acceptance
    where customer_id = any(${acceptors.map(({ customerId }) => customerId)}::uuid[])
    group by customer_id, text`.execute(tx);
  const found = Map.groupBy(rows, ({ id }) => id);
  // Something is accepted for every company when it is created.
  return acceptors.map(
    ({ personId, customerId }) => found.get(customerId) ?? found.get(personId) ?? [],
  );
}

/**
 * Returns everything that was accepted by a customer, or for a company, which is only a few rows,
 * since texts rarely change.
 */
export async function findAcceptances(tx: Tx, customerId: string): Promise<Acceptance[]> {
  const { rows } = await sql<Acceptance>`
    select text, version, locale, accepted_at as "acceptedAt", network, device, source
    from legal_acceptance where customer_id = ${customerId}
    union all
    select text, version, locale, accepted_at, network, device, 'console'
    from company_acceptance where customer_id = ${customerId}`.execute(tx);
  return rows;
}
