import type { HolderFact } from "@tessera/contract/cards/holder.schemas";
import type Stripe from "stripe";
import { Refusal } from "../../../platform/http/refusal.ts";

/** Maps Stripe's parameters and requirements to cardholder facts. */
const FACTS: readonly (readonly [RegExp, HolderFact])[] = [
  [/first_name|last_name|^name$/, "legalName"],
  [/dob/, "birthDate"],
  [/address|billing/, "address"],
  [/phone/, "phone"],
  [/user_terms/, "acceptTerms"],
];

function refusedFields(names: readonly string[]) {
  const facts = FACTS.filter(([pattern]) => names.some((name) => pattern.test(name)));
  return facts.map(([, path]) => ({ path, code: "not_allowed" as const }));
}

/**
 * Returns the refusal for details that Stripe rejected. Stripe's message may repeat the details, so
 * neither it nor the error is logged.
 */
export function refusalOfHolder(error: Stripe.errors.StripeInvalidRequestError): Refusal {
  const { param = "", code = "", requestId } = error;
  return new Refusal("holder_facts_refused", {
    internal: `Stripe refused ${param || "a detail"} of a cardholder (${code}, ${requestId})`,
    fields: refusedFields([param]),
  });
}

/**
 * Checks that cards can be issued to a cardholder.
 *
 * @throws Refusal `holder_facts_refused` naming what Stripe still requires, `holder_under_review`,
 * `holder_refused` if Stripe refuses to issue the person a card without giving a reason
 */
export function requireEligible(cardholder: Stripe.Issuing.Cardholder): Stripe.Issuing.Cardholder {
  const { id, requirements, status } = cardholder;
  const { disabled_reason: reason, past_due: pastDue } = requirements;
  const internal = `cardholder ${id} is ${status}: ${reason ?? "enabled"}`;
  if (reason === "under_review") {
    throw new Refusal("holder_under_review", { internal });
  }
  if (reason === "requirements.past_due") {
    throw new Refusal("holder_facts_refused", {
      internal: `${internal}, ${(pastDue ?? []).join(", ")}`,
      fields: refusedFields(pastDue ?? []),
    });
  }
  if (reason !== null || status !== "active") {
    throw new Refusal("holder_refused", { internal });
  }
  return cardholder;
}
