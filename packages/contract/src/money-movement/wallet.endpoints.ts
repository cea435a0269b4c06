import { endpoint } from "../endpoint.ts";
import { movementPage, movementQuery } from "../insights/bills.schemas.ts";
import { assetsAnswer, assetsQuery, ratesAnswer, wallet, walletQuery } from "./wallet.schemas.ts";

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
  errors: ["rates_unavailable", "not_offered"],
});

export const refreshRates = endpoint({
  method: "POST",
  path: "/api/wallet/rates/refresh",
  summary: "Refresh the exchange rates",
  tag,
  access,
  member: "read",
  success: { status: 200, body: ratesAnswer },
  errors: ["rates_unavailable", "not_offered"],
});

export const listAssets = endpoint({
  method: "GET",
  path: "/api/wallet/assets",
  summary: "What the customer holds, account by account and card by card",
  tag,
  access,
  query: assetsQuery,
  success: { status: 200, body: assetsAnswer },
});

export const listWalletHistory = endpoint({
  method: "GET",
  path: "/api/wallet/history",
  summary: "Deposits, withdrawals and exchanges, newest first",
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
  listWalletHistory,
} as const;
