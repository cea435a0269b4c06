import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { ISSUER_REFUSALS } from "./card-issuing.endpoints.ts";
import {
  approveMandateBody,
  changeMandateBody,
  mandate,
  mandateDetail,
  mandatePage,
  mandateQuery,
  proposeMandateBody,
  refuseMandateBody,
} from "./mandates.schemas.ts";

const tag = "mandates";
const access = "session";

export const listMandates = endpoint({
  method: "GET",
  path: "/api/mandates",
  summary: "The customer's purchase mandates, newest first",
  tag,
  access,
  query: mandateQuery,
  success: { status: 200, body: mandatePage },
});

export const getMandate = endpoint({
  method: "GET",
  path: "/api/mandates/:id",
  summary: "A purchase mandate, and what approving it would cost",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: mandateDetail },
});

export const proposeMandate = endpoint({
  method: "POST",
  path: "/api/mandates",
  summary: "Propose one purchase: a merchant, a ceiling, until when, and what for",
  tag,
  access,
  idempotencyKey: "required",
  body: proposeMandateBody,
  success: { status: 201, body: mandate },
  errors: ["too_many_mandates", "account_closing_open", "account_closed"],
});

export const changeMandate = endpoint({
  method: "PUT",
  path: "/api/mandates/:id",
  summary: "Change a proposed mandate; a key can change what it proposed itself",
  tag,
  access,
  params: idParams,
  body: changeMandateBody,
  success: { status: 200, body: mandate },
  errors: ["mandate_changed", "mandate_decided", "mandate_of_another"],
});

export const approveMandate = endpoint({
  method: "POST",
  path: "/api/mandates/:id/approve",
  summary: "Approve a mandate as it was shown: issues and loads a card for this purchase alone",
  tag,
  access,
  idempotencyKey: "required",
  proof: "bound",
  params: idParams,
  body: approveMandateBody,
  success: { status: 200, body: mandate },
  errors: [
    ...ISSUER_REFUSALS,
    "mandate_changed",
    "mandate_decided",
    "mandate_needs_review",
    "price_changed",
    "insufficient_funds",
    "segment_out_of_stock",
    "not_offered",
    "account_suspended",
    "acceptance_required",
    "account_closing_open",
    "account_closed",
    "country_not_served",
    "too_many_new_cards",
  ],
});

export const refuseMandate = endpoint({
  method: "POST",
  path: "/api/mandates/:id/refuse",
  summary: "Refuse a proposed mandate",
  tag,
  access,
  // A person refuses; software withdraws what it proposed.
  keys: false,
  params: idParams,
  body: refuseMandateBody,
  success: { status: 200, body: mandate },
  errors: ["mandate_changed", "mandate_decided"],
});

export const withdrawMandate = endpoint({
  method: "POST",
  path: "/api/mandates/:id/withdraw",
  summary: "Take back a mandate; if it was approved, its card closes and the money returns",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: mandate },
  errors: [
    "mandate_decided",
    "mandate_of_another",
    "card_frozen_operator",
    "account_suspended",
    "insufficient_funds",
  ],
});

export const mandatesEndpoints = {
  listMandates,
  getMandate,
  proposeMandate,
  changeMandate,
  approveMandate,
  refuseMandate,
  withdrawMandate,
} as const;
