import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { programRulesOf, recordProgramRefusals } from "../rule-sets/index.ts";

/** A billing address entered by a customer, and who made the request, for the audit log. */
export interface GivenAddress {
  readonly customerId: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The path of the country's field, such as `billingAddress.country`. */
  readonly path: string;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Refuses a billing address in a country that the program's rules exclude. Records all refusals,
 * including those that a shadow rule would have made, in a separate transaction.
 *
 * @throws Refusal `country_not_served`
 */
export async function requireServedCountry(
  context: AppContext,
  address: GivenAddress,
): Promise<void> {
  const { addresses } = await programRulesOf(context, context.db.kysely);
  const against = addresses.filter((rule) => rule.refuses(address.country));
  if (against.length === 0) {
    return;
  }
  await recordProgramRefusals(context, { ...address, subject: "address", rules: against });
  if (against.some(({ isShadow }) => !isShadow)) {
    throw new Refusal("country_not_served", {
      fields: [{ path: address.path, code: "not_allowed" }],
    });
  }
}
