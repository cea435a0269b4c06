import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { createDepositBody, deposit } from "./wallet.schemas.ts";

const tag = "wallet";
const access = "session";

export const createDeposit = endpoint({
  method: "POST",
  path: "/api/wallet/deposits",
  summary: "Request an address for a deposit",
  tag,
  access,
  idempotencyKey: "required",
  body: createDepositBody,
  success: { status: 201, body: deposit },
  errors: [
    "deposit_out_of_bounds",
    "too_many_open_deposits",
    "rates_unavailable",
    "not_offered",
    "deposit_not_watched",
    "provider_unavailable",
    "rates_not_current",
    "asset_depegged",
    "exchange_paused",
    "acceptance_required",
    "account_closing_open",
  ],
});

export const getDeposit = endpoint({
  method: "GET",
  path: "/api/wallet/deposits/:id",
  summary: "One deposit and how far its payment is confirmed",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: deposit },
  errors: ["not_offered", "deposit_not_watched"],
});

export const cancelDeposit = endpoint({
  method: "POST",
  path: "/api/wallet/deposits/:id/cancel",
  summary: "Cancel a deposit before a payment is seen",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: deposit },
  errors: ["deposit_not_cancellable"],
});

export const depositsEndpoints = { createDeposit, getDeposit, cancelDeposit } as const;
