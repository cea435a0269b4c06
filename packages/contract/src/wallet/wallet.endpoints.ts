import { movementPage, movementQuery } from "../bills/bills.schemas.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  assetsAnswer,
  createDepositBody,
  deposit,
  ratesAnswer,
  wallet,
  walletQuery,
} from "./wallet.schemas.ts";

const tag = "wallet";
const access = "session";

export const getWallet = endpoint({
  method: "GET",
  path: "/api/wallet",
  summary: "Balances, and their total converted for display",
  tag,
  access,
  query: walletQuery,
  success: { status: 200, body: wallet },
});

export const getRates = endpoint({
  method: "GET",
  path: "/api/wallet/rates",
  summary: "Exchange rates for display, their source and date",
  tag,
  access,
  success: { status: 200, body: ratesAnswer },
});

export const refreshRates = endpoint({
  method: "POST",
  path: "/api/wallet/rates/refresh",
  summary: "Ask the rate source again",
  tag,
  access,
  success: { status: 200, body: ratesAnswer },
  errors: ["rates_unavailable"],
});

export const listAssets = endpoint({
  method: "GET",
  path: "/api/wallet/assets",
  summary: "What the customer holds, account by account and card by card",
  tag,
  access,
  query: walletQuery,
  success: { status: 200, body: assetsAnswer },
});

export const createDeposit = endpoint({
  method: "POST",
  path: "/api/wallet/deposits",
  summary: "Ask for an address to pay a deposit to",
  tag,
  access,
  idempotent: true,
  body: createDepositBody,
  success: { status: 201, body: deposit },
  errors: ["deposit_out_of_bounds", "too_many_open_deposits", "rates_unavailable"],
});

export const getDeposit = endpoint({
  method: "GET",
  path: "/api/wallet/deposits/:id",
  summary: "One deposit and how far its payment is confirmed",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: deposit },
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

export const listWalletHistory = endpoint({
  method: "GET",
  path: "/api/wallet/history",
  summary: "Deposits and withdrawals, newest first",
  tag,
  access,
  query: movementQuery,
  success: { status: 200, body: movementPage },
});

export const walletEndpoints = {
  getWallet,
  getRates,
  refreshRates,
  listAssets,
  createDeposit,
  getDeposit,
  cancelDeposit,
  listWalletHistory,
} as const;
