import type { CardHolder, HolderBody } from "@tessera/contract/cards/holder.schemas";
import type { HolderFacts, HolderRequirements } from "../../adapters/issuer/holder-facts.ts";
import { requireServedCountry } from "../../authorization/velocity/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { presentHolder } from "./holder.presenter.ts";
import { insertHolder, lockHolderRow, updateHolder } from "./holder.repository.ts";
import { mergedFacts, refusedFacts } from "./holder-facts.ts";
import { openFacts, sealFacts } from "./holder-seal.ts";

export interface GivenFacts {
  readonly customerId: string;
  readonly given: HolderBody;
  /** The IP address from which the terms were accepted. */
  readonly ip: string;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Seals and stores the facts that an issuer needs about a customer. The audit event states which
 * facts were provided, but never their values. Sending the same facts again changes nothing.
 *
 * @throws Refusal `invalid_input` for facts that the issuer does not need or an age below the
 * issuer's minimum, `country_not_served`
 */
export async function giveHolderFacts(
  context: AppContext,
  required: HolderRequirements,
  { customerId, given, ip, actor, requestId }: GivenFacts,
): Promise<CardHolder> {
  const { clock, keys, ledger, db } = context;
  const now = clock.now();
  const refused = refusedFacts(required, given, now);
  if (refused.length > 0) {
    throw new Refusal("invalid_input", { fields: refused });
  }
  if (given.address !== undefined) {
    const { country } = given.address;
    const path = "address.country";
    await requireServedCountry(context, { customerId, country, path, actor, requestId });
  }
  const { termsUrl } = required;
  const acceptance =
    termsUrl === null ? undefined : { url: termsUrl, acceptedAt: now.toISOString(), ip };
  return inTransaction(db, async (tx) => {
    const stored = await lockHolderRow(tx, customerId);
    const known: HolderFacts =
      stored === undefined ? {} : openFacts(keys, customerId, stored.sealed);
    const { facts, changed } = mergedFacts(known, given, acceptance);
    if (changed.length === 0) {
      return presentHolder(required, known);
    }
    const revision = (stored?.revision ?? 0) + 1;
    const next = { customerId, revision, sealed: sealFacts(keys, customerId, facts) };
    await (stored === undefined ? insertHolder : updateHolder)(tx, next, now);
    await ledger.appendAudit(tx, [
      {
        action: "holder.facts",
        actor,
        customerId,
        object: null,
        outcome: "ok",
        requestId,
        data: { facts: changed, revision },
      },
    ]);
    return presentHolder(required, facts);
  });
}
