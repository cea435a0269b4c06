import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import { type CurrencyCode, isCurrency } from "@tessera/money";
import type Stripe from "stripe";
import { categoryOf } from "../../../authorization/messages/index.ts";

// What Stripe says, in the words of Tessera's own network. Nothing here asks or writes anything.

/** Stripe wrote something that no version of its interface that is known here writes. */
export class UnreadableMessageError extends Error {
  constructor(what: string) {
    super(`Stripe's message cannot be read: ${what}`);
    this.name = "UnreadableMessageError";
  }
}

type Check = "match" | "mismatch" | "not_given";

/** Whether a card may pay, or pay more: to be answered at once. */
export interface AskedAuthorisation {
  readonly kind: "asked";
  readonly authorisationId: string;
  readonly issuerCardId: string;
  /** What is asked for now, beyond what was approved before. Zero asks about the card alone. */
  readonly amountMinor: bigint;
  /** Null for a currency that Tessera keeps no books in. */
  readonly currency: CurrencyCode | null;
  readonly merchant: Merchant;
  readonly expiryCheck: Check;
  readonly cvvCheck: Check;
}

/** What an event is about. It says where to look; what is true is asked of Stripe again. */
export type NetworkMessage =
  | AskedAuthorisation
  | { readonly kind: "authorisation" | "transaction" | "ignored"; readonly objectId: string };

/** Money that moved between a merchant and a card. */
export interface NetworkTransaction {
  readonly id: string;
  readonly authorisationId: string | null;
  readonly issuerCardId: string;
  /** `out` leaves the card: a capture, or a refund that a merchant took back. */
  readonly direction: "out" | "in";
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode | null;
  readonly merchant: Merchant;
}

/** An authorisation as Stripe has it. */
export interface NetworkAuthorisation {
  readonly id: string;
  /** Whether any part of it was ever approved. */
  readonly isApproved: boolean;
  /** Whether a request waits for Tessera's answer. */
  readonly isAsking: boolean;
  readonly status: "pending" | "closed" | "reversed" | "expired";
  readonly amountMinor: bigint;
  readonly transactions: readonly NetworkTransaction[];
}

/** What a verified event says. */
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

function askedOf(authorisation: Stripe.Issuing.Authorization): AskedAuthorisation {
  const { id, card, pending_request: pending, verification_data: verified } = authorisation;
  if (pending === null) {
    throw new UnreadableMessageError("a request without an amount");
  }
  return {
    kind: "asked",
    authorisationId: id,
    issuerCardId: idOf(card),
    amountMinor: minorOf(pending.amount),
    currency: currencyOf(pending.currency),
    merchant: merchantOf(authorisation.merchant_data),
    expiryCheck: checkOf(verified.expiry_check),
    cvvCheck: checkOf(verified.cvc_check),
  };
}

/** An authorisation as it was fetched. */
export function authorisationOf(fetched: Stripe.Issuing.Authorization): NetworkAuthorisation {
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

/** A transaction as it was fetched: what leaves the card is negative there. */
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
    merchant: merchantOf(fetched.merchant_data),
  };
}

function statusOf(status: string): NetworkAuthorisation["status"] {
  switch (status) {
    case "pending":
    case "closed":
    case "reversed":
    case "expired":
      return status;
    default:
      throw new UnreadableMessageError(`the status ${status}`);
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

function signedMinorOf(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) {
    throw new UnreadableMessageError("an amount that is no integer");
  }
  return BigInt(amount);
}

function minorOf(amount: number): bigint {
  const amountMinor = signedMinorOf(amount);
  if (amountMinor < 0n) {
    throw new UnreadableMessageError("an amount below zero");
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
