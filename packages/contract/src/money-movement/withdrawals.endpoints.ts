import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import {
  addAddressBody,
  checkAddressBody,
  checkedAddress,
  createWithdrawalBody,
  notMeAnswer,
  notMeBody,
  payoutAddress,
  payoutAddressList,
  payoutOutcomeBody,
  quoteWithdrawalBody,
  renameAddressBody,
  sandboxPayoutList,
  withdrawal,
  withdrawalList,
  withdrawalQuote,
  withdrawalTerms,
} from "./withdrawals.schemas.ts";

const tag = "withdrawals";
const access = "session";

export const listAddresses = endpoint({
  method: "GET",
  path: "/api/wallet/addresses",
  summary: "The address book: where money may be withdrawn to",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: payoutAddressList },
});

export const checkAddress = endpoint({
  method: "POST",
  path: "/api/wallet/addresses/check",
  summary: "Check an address as it is typed: its checksum, its network, and what it looks like",
  tag,
  access,
  idempotencyKey: { ignored: "read" },
  body: checkAddressBody,
  success: { status: 200, body: checkedAddress },
  errors: [
    "address_malformed",
    "address_checksum",
    "address_network",
    "address_own",
    "not_offered",
  ],
});

export const addAddress = endpoint({
  method: "POST",
  path: "/api/wallet/addresses",
  summary: "Add an address to the address book; it can be used after one day",
  tag,
  access,
  idempotencyKey: "welcome",
  proof: "bound",
  body: addAddressBody,
  success: { status: 201, body: payoutAddress },
  errors: [
    "address_malformed",
    "address_checksum",
    "address_network",
    "address_own",
    "address_known",
    "address_lookalike",
    "too_many_addresses",
    "withdrawals_on_hold",
    "not_offered",
  ],
});

export const renameAddress = endpoint({
  method: "PUT",
  path: "/api/wallet/addresses/:id",
  summary: "Rename an address",
  tag,
  access,
  params: idParams,
  body: renameAddressBody,
  success: { status: 200, body: payoutAddress },
});

export const removeAddress = endpoint({
  method: "DELETE",
  path: "/api/wallet/addresses/:id",
  summary: "Remove an address from the address book",
  tag,
  access,
  params: idParams,
  success: { status: 204, body: null },
});

export const getWithdrawalTerms = endpoint({
  method: "GET",
  path: "/api/wallet/withdrawals/terms",
  summary: "Current costs and limits of withdrawals",
  tag,
  access,
  success: { status: 200, body: withdrawalTerms },
  errors: ["not_offered", "provider_unavailable"],
});

export const quoteWithdrawal = endpoint({
  method: "POST",
  path: "/api/wallet/withdrawals/quote",
  summary: "A withdrawal quote: what it costs and what arrives; valid for five minutes",
  tag,
  access,
  body: quoteWithdrawalBody,
  success: { status: 201, body: withdrawalQuote },
  errors: [
    "not_found",
    "withdrawal_out_of_bounds",
    "insufficient_funds",
    "address_cooling",
    "exchange_paused",
    "rates_unavailable",
    "not_offered",
    "provider_unavailable",
    "rates_not_current",
    "asset_depegged",
  ],
});

export const createWithdrawal = endpoint({
  method: "POST",
  path: "/api/wallet/withdrawals",
  summary: "Withdraw as quoted; the proof must be of this quote, amount and address",
  tag,
  access,
  idempotencyKey: "required",
  proof: "bound",
  body: createWithdrawalBody,
  success: { status: 201, body: withdrawal },
  errors: [
    "not_found",
    "quote_expired",
    "quote_used",
    "insufficient_funds",
    "account_suspended",
    "address_cooling",
    "exchange_paused",
    "rates_unavailable",
    "withdrawals_locked",
    "withdrawals_on_hold",
    "withdrawal_limit",
    "not_offered",
  ],
});

export const listWithdrawals = endpoint({
  method: "GET",
  path: "/api/wallet/withdrawals",
  summary: "Withdrawals in progress, and the latest finished ones",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: withdrawalList },
});

export const getWithdrawal = endpoint({
  method: "GET",
  path: "/api/wallet/withdrawals/:id",
  summary: "One withdrawal and its progress",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: withdrawal },
});

export const cancelWithdrawal = endpoint({
  method: "POST",
  path: "/api/wallet/withdrawals/:id/cancel",
  summary: "Cancel a withdrawal before it is sent; the money returns immediately",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: withdrawal },
  errors: ["withdrawal_not_cancellable"],
});

export const stopWithdrawals = endpoint({
  method: "POST",
  path: "/api/wallet/withdrawals/not-me",
  summary: "Use an emailed “not me” link: stops unsent withdrawals and sets a security hold",
  tag,
  access: "public",
  body: notMeBody,
  success: { status: 200, body: notMeAnswer },
  errors: ["stop_link_invalid"],
});

export const sandboxPayouts = endpoint({
  method: "GET",
  path: "/sandbox/payouts",
  summary: "Payouts requested from the simulated provider, newest first",
  tag: "sandbox",
  access: "sandbox",
  success: { status: 200, body: sandboxPayoutList },
});

export const setPayoutOutcome = endpoint({
  method: "POST",
  path: "/sandbox/payouts",
  summary: "Set what the simulated payout provider does with the next payout, or with a given one",
  tag: "sandbox",
  access: "sandbox",
  body: payoutOutcomeBody,
  success: { status: 200, body: sandboxPayoutList },
  errors: ["not_found"],
});

export const withdrawalsEndpoints = {
  listAddresses,
  checkAddress,
  addAddress,
  renameAddress,
  removeAddress,
  getWithdrawalTerms,
  quoteWithdrawal,
  createWithdrawal,
  listWithdrawals,
  getWithdrawal,
  cancelWithdrawal,
  stopWithdrawals,
  sandboxPayouts,
  setPayoutOutcome,
} as const;
