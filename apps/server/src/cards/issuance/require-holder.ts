import type { Holder } from "../../adapters/issuer/holder-facts.ts";
import type { IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findHolderRow } from "./holder.repository.ts";
import { missingFacts } from "./holder-facts.ts";
import { openFacts } from "./holder-seal.ts";

/** Reads a customer's facts as a cardholder, or returns undefined if none were provided. */
export async function findHolder(
  { db, keys }: Pick<AppContext, "db" | "keys">,
  customerId: string,
): Promise<Holder | undefined> {
  const stored = await findHolderRow(db.kysely, customerId);
  return (
    stored && {
      customerId,
      revision: stored.revision,
      facts: openFacts(keys, customerId, stored.sealed),
    }
  );
}

/**
 * Returns the cardholder. For an issuer that needs no facts, returns null without a query.
 *
 * @throws Refusal `holder_facts_missing` listing each missing fact in its fields
 */
export async function requireHolder(
  context: Pick<AppContext, "db" | "keys">,
  { holderRequirements }: IssuerPort,
  customerId: string,
): Promise<Holder | null> {
  if (holderRequirements.facts.length === 0) {
    return null;
  }
  const holder = await findHolder(context, customerId);
  const missing = missingFacts(holderRequirements, holder?.facts ?? {});
  if (holder === undefined || missing.length > 0) {
    throw new Refusal("holder_facts_missing", {
      internal: `the issuer needs ${missing.join(", ")}`,
      fields: missing.map((path) => ({ path, code: "required" })),
    });
  }
  return holder;
}
