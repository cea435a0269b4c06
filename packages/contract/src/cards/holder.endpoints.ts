import { endpoint } from "../endpoint.ts";
import { cardHolder, holderBody } from "./holder.schemas.ts";

const tag = "cards";
const access = "session";

export const getCardHolder = endpoint({
  method: "GET",
  path: "/api/card-holder",
  summary:
    "The facts that the issuer needs about the customer, and those already given; without an " +
    "issuer nothing is needed",
  tag,
  access,
  member: "administer",
  keys: false,
  success: { status: 200, body: cardHolder },
});

export const giveHolderFacts = endpoint({
  method: "PUT",
  path: "/api/card-holder",
  summary: "Add or correct the facts that the issuer requires; omitted facts are unchanged",
  tag,
  access,
  member: "administer",
  keys: false,
  idempotencyKey: { ignored: "sealed" },
  body: holderBody,
  success: { status: 200, body: cardHolder },
  errors: ["not_offered", "country_not_served"],
});

export const holderEndpoints = { getCardHolder, giveHolderFacts } as const;
