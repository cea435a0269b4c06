import type { Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { ownsOpenCompany } from "./companies.repository.ts";

/**
 * Refuses to close the account of a person who owns a company, which would then have no owner.
 *
 * @throws Refusal `company_owned`
 */
export async function requireNoOwnedCompany(tx: Tx, personId: string): Promise<void> {
  if (await ownsOpenCompany(tx, personId)) {
    throw new Refusal("company_owned");
  }
}
