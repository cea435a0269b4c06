import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { card, operatorFreezeBody, operatorUnfreezeBody } from "./cards.schemas.ts";

const tag = "cards";

export const operatorFreezeCard = endpoint({
  method: "POST",
  path: "/api/operator/cards/:id/freeze",
  summary: "Freeze a customer's card; only an operator lifts it",
  tag,
  access: "operator",
  roles: ["support", "administrator"],
  params: idParams,
  body: operatorFreezeBody,
  success: { status: 200, body: card },
  errors: ["card_closed"],
});

export const operatorUnfreezeCard = endpoint({
  method: "POST",
  path: "/api/operator/cards/:id/unfreeze",
  summary: "Lift the operators' freeze or a verification hold; every other layer stays",
  tag,
  access: "operator",
  roles: ["support", "administrator"],
  params: idParams,
  body: operatorUnfreezeBody,
  success: { status: 200, body: card },
  errors: ["card_closed"],
});

export const operatorCardsEndpoints = { operatorFreezeCard, operatorUnfreezeCard } as const;
