import type { BillingAddress } from "@tessera/contract/cards/cards.schemas";
import type { StoredBillingAddress } from "../../adapters/issuer/holder-facts.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findHolder } from "./require-holder.ts";

/**
 * Returns a card's billing address. The cardholder's address is read from the sealed facts, so it
 * includes the latest correction, as the issuer's address verification does.
 *
 * @throws Refusal `holder_facts_missing` if the card uses the cardholder's address and no facts are
 * stored
 */
export async function readBillingAddress(
  context: AppContext,
  customerId: string,
  stored: StoredBillingAddress,
): Promise<BillingAddress> {
  if (stored.assignment !== "holder") {
    return stored;
  }
  const address = (await findHolder(context, customerId))?.facts.address;
  if (address === undefined) {
    throw new Refusal("holder_facts_missing", { internal: "a card has no holder's address" });
  }
  const { line2 = null, region = null, ...rest } = address;
  return { assignment: "holder", ...rest, line2, region };
}
