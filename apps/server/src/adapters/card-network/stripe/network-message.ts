import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import { type CurrencyCode, decimalsOf, isCurrency, isMerchantCurrency } from "@tessera/money";
import type Stripe from "stripe";
import type { MerchantAmount } from "../../../authorization/decision/index.ts";
import { categoryOf } from "../../../authorization/messages/index.ts";

// Translates Stripe's messages into those of Tessera's card network. Makes no queries or writes.

/** Thrown for a message that no known version of Stripe's API would send. */
export class UnreadableMessageError extends Error {
  constructor(what: string) {
    super(`Stripe's message cannot be read: ${what}`);
    this.name = "UnreadableMessageError";
  }
}

type Check = "match" | "mismatch" | "not_given";

/** An authorization or increment request, which must be answered immediately. */
export interface AskedAuthorization {
  readonly kind: "asked";
  readonly authorisationId: string;
  readonly issuerCardId: string;
  /**
   * The requested amount, in addition to any amount already approved. Zero for an account
   * verification.
   */
  readonly amountMinor: bigint;
  /** The card's currency; null for one without ledger accounts. */
  readonly currency: CurrencyCode | null;
  /** The merchant's amount, if the merchant asks in another currency. */
  readonly merchantAmount: MerchantAmount | undefined;
  readonly merchant: Merchant;
  readonly expiryCheck: Check;
  readonly cvvCheck: Check;
}

/** What an event is about, with the id of the object to read from Stripe. */
export type NetworkMessage =
  | AskedAuthorization
  | { readonly kind: "authorisation" | "transaction" | "ignored"; readonly objectId: string };

/** A transfer of money between a merchant and a card. */
export interface NetworkTransaction {
  readonly id: string;
  readonly authorisationId: string | null;
  readonly issuerCardId: string;
  /** `out` if money leaves the card: a capture, or a reversed refund. */
  readonly direction: "out" | "in";
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode | null;
  readonly merchantAmount: MerchantAmount | undefined;
  readonly merchant: Merchant;
}

/** The state of an authorization at Stripe. */
export interface NetworkAuthorization {
  readonly id: string;
  /** Whether any part of the authorization was ever approved. */
  readonly isApproved: boolean;
  /** Whether a request is waiting for a response from Tessera. */
  readonly isAsking: boolean;
  readonly status: "pending" | "closed" | "reversed" | "expired";
  readonly amountMinor: bigint;
  readonly transactions: readonly NetworkTransaction[];
}

/** Parses a verified event. */
export function messageOf(event: Stripe.Event): NetworkMessage {
  switch (event.type) {
    case "issuing_authorization.request":
      return askedOf(event.data.object);
    case "issuing_authorization.created":
    case "issuing_authorization.updated":
      return { kind: "authorisation", objectId: event.data.object.id };
    case "issuing_transaction.created":
      return { kind: "transaction", objectId: event.data.object.id };
    default:
      return { kind: "ignored", objectId: idIn(event.data.object) };
  }
}

function askedOf(authorization: Stripe.Issuing.Authorization): AskedAuthorization {
  const { id, card, pending_request: pending, verification_data: verified } = authorization;
  if (pending === null) {
    throw new UnreadableMessageError("a request without an amount");
  }
  return {
    kind: "asked",
    authorisationId: id,
    issuerCardId: idOf(card),
    amountMinor: minorOf(pending.amount),
    currency: currencyOf(pending.currency),
    merchantAmount: merchantAmountOf(pending),
    merchant: merchantOf(authorization.merchant_data),
    expiryCheck: checkOf(verified.expiry_check),
    cvvCheck: checkOf(verified.cvc_check),
  };
}

/** Converts a fetched authorization. */
export function authorizationOf(fetched: Stripe.Issuing.Authorization): NetworkAuthorization {
  const { id, approved, status, request_history: history, transactions } = fetched;
  return {
    id,
    isApproved: approved || history.some((request) => request.approved),
    isAsking: fetched.pending_request !== null,
    status: statusOf(status),
    amountMinor: minorOf(fetched.amount),
    transactions: transactions.map(transactionOf),
  };
}

/** Converts a fetched transaction. Stripe's amount is negative if money leaves the card. */
export function transactionOf(fetched: Stripe.Issuing.Transaction): NetworkTransaction {
  const { id, authorization, card, amount, currency } = fetched;
  const signedMinor = signedMinorOf(amount);
  return {
    id,
    authorisationId: authorization === null ? null : idOf(authorization),
    issuerCardId: idOf(card),
    direction: signedMinor < 0n ? "out" : "in",
    amountMinor: signedMinor < 0n ? -signedMinor : signedMinor,
    currency: currencyOf(currency),
    merchantAmount: merchantAmountOf(fetched),
    merchant: merchantOf(fetched.merchant_data),
  };
}

function statusOf(status: string): NetworkAuthorization["status"] {
  switch (status) {
    case "pending":
    case "closed":
    case "reversed":
    case "expired":
      return status;
    default:
      throw new UnreadableMessageError(`unknown status ${status}`);
  }
}

function idOf(given: string | { readonly id: string }): string {
  return typeof given === "string" ? given : given.id;
}

function idIn(object: object): string {
  return "id" in object && typeof object.id === "string" ? object.id : "";
}

function currencyOf(code: string): CurrencyCode | null {
  const upper = code.toUpperCase();
  return isCurrency(upper) ? upper : null;
}

/** Stripe's amounts in both currencies. Those of a transaction are negative if money leaves. */
interface BothAmounts {
  readonly currency: string;
  readonly merchant_amount: number;
  readonly merchant_currency: string;
}

/** Decimals in Stripe's API of the currencies that have another number of them in ISO 4217. */
const STRIPE_DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

function merchantAmountOf({
  currency,
  merchant_amount: amount,
  merchant_currency: merchantCurrency,
}: BothAmounts): MerchantAmount | undefined {
  const code = merchantCurrency.toUpperCase();
  if (merchantCurrency === currency || !isMerchantCurrency(code)) {
    return undefined;
  }
  const minor = signedMinorOf(amount);
  return { amountMinor: inOwnMinor(minor < 0n ? -minor : minor, code), currency: code };
}

/** Converts an amount in Stripe's smallest unit of a currency to minor units (ISO 4217). */
function inOwnMinor(amount: bigint, code: string): bigint {
  const own = decimalsOf(code);
  const theirs = STRIPE_DECIMALS[code] ?? own;
  return (amount * 10n ** BigInt(own)) / 10n ** BigInt(theirs);
}

function signedMinorOf(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) {
    throw new UnreadableMessageError("an amount that is not an integer");
  }
  return BigInt(amount);
}

function minorOf(amount: number): bigint {
  const amountMinor = signedMinorOf(amount);
  if (amountMinor < 0n) {
    throw new UnreadableMessageError("a negative amount");
  }
  return amountMinor;
}

function checkOf(check: string): Check {
  return check === "match" || check === "mismatch" ? check : "not_given";
}

const NAME_LENGTH_MAX = 200;

function merchantOf(merchant: Stripe.Issuing.Authorization.MerchantData): Merchant {
  const { name, category_code: mcc, country } = merchant;
  return {
    name: (name ?? "").replaceAll("\u0000", "").slice(0, NAME_LENGTH_MAX),
    mcc,
    country: country ?? "",
    category: categoryOf(mcc),
  };
}
