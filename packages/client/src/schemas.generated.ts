// Written by `npm run client:generate` from packages/contract. Do not edit.

import type { Page } from "./list.ts";

/**
 * An amount of money as a decimal string, with the decimals of its currency: `12.34`, or
 * `-12.34` if it may be negative.
 */
export type Amount = string;

/** A time in UTC (RFC 3339), such as `2026-11-28T09:30:00.000Z`. */
export type Timestamp = string;

/** Codes of refusals. A later release of the server may have more. */
export type ErrorCode =
  | "acceptance_required"
  | "account_closed"
  | "account_closing_asked"
  | "account_closing_blocked"
  | "account_closing_changed"
  | "account_closing_none"
  | "account_closing_open"
  | "account_suspended"
  | "address_checksum"
  | "address_cooling"
  | "address_known"
  | "address_lookalike"
  | "address_malformed"
  | "address_network"
  | "address_own"
  | "announcement_changed"
  | "answer_changed"
  | "answer_name_taken"
  | "api_key_address_refused"
  | "api_key_ceiling_exceeded"
  | "api_key_in_url"
  | "api_key_not_accepted"
  | "api_key_over"
  | "api_key_required"
  | "api_key_scope_missing"
  | "approval_required"
  | "archive_expired"
  | "archive_in_progress"
  | "archive_not_ready"
  | "archive_over"
  | "asset_depegged"
  | "authorization_closed"
  | "bank_entry_decided"
  | "bank_trade_mismatch"
  | "bank_trade_recorded"
  | "bin_taken"
  | "break_resolved"
  | "captcha_invalid"
  | "card_changed"
  | "card_closed"
  | "card_closing"
  | "card_expired"
  | "card_frozen"
  | "card_frozen_operator"
  | "card_frozen_risk"
  | "card_frozen_verification"
  | "card_has_holds"
  | "card_not_issued"
  | "card_number_elsewhere"
  | "card_of_mandate"
  | "card_used"
  | "case_changed"
  | "case_decided"
  | "case_needs_another"
  | "case_not_appealable"
  | "cell_unavailable"
  | "closing_link_invalid"
  | "code_invalid"
  | "company_in_other_cell"
  | "company_only"
  | "company_owned"
  | "correction_above_limit"
  | "correction_below_zero"
  | "correction_changed"
  | "correction_decided"
  | "correction_not_yours"
  | "correction_own"
  | "country_not_served"
  | "deposit_not_cancellable"
  | "deposit_not_payable"
  | "deposit_not_watched"
  | "deposit_out_of_bounds"
  | "email_change_over"
  | "email_change_reviewing"
  | "email_change_taken"
  | "enrolment_expired"
  | "exchange_out_of_bounds"
  | "exchange_paused"
  | "export_expired"
  | "export_not_ready"
  | "export_over"
  | "factor_missing"
  | "factor_reset_open"
  | "fees_in_force"
  | "fees_moment_taken"
  | "file_damaged"
  | "file_empty"
  | "file_infected"
  | "file_storage_unavailable"
  | "file_too_large"
  | "file_type_differs"
  | "file_type_unknown"
  | "file_unsafe"
  | "finding_unresolved"
  | "forbidden"
  | "holder_country_not_served"
  | "holder_facts_missing"
  | "holder_facts_refused"
  | "holder_refused"
  | "holder_under_review"
  | "idempotency_in_progress"
  | "idempotency_key_required"
  | "idempotency_mismatch"
  | "insufficient_funds"
  | "internal"
  | "invalid_input"
  | "invitation_ended"
  | "invitation_invalid"
  | "invitation_open"
  | "issuer_unavailable"
  | "last_administrator"
  | "last_factor"
  | "legal_version_not_in_force"
  | "link_invalid"
  | "linked_by_invitation"
  | "malformed_request"
  | "mandate_changed"
  | "mandate_decided"
  | "mandate_needs_review"
  | "mandate_of_another"
  | "member_above_you"
  | "member_already"
  | "member_changed"
  | "member_invitation_invalid"
  | "member_invitation_other_address"
  | "member_is_self"
  | "member_lacks_second_factor"
  | "message_id_used"
  | "method_not_allowed"
  | "no_factor_to_reset"
  | "no_second_administrator"
  | "no_such_assignee"
  | "not_a_match"
  | "not_for_companies"
  | "not_found"
  | "not_grantable"
  | "not_offered"
  | "operator_changed"
  | "operator_email_taken"
  | "operator_is_self"
  | "operator_removed"
  | "outcome_unknown"
  | "overloaded"
  | "own_account_only"
  | "owner_stays"
  | "payload_too_large"
  | "payment_note_changed"
  | "practice_moved_on"
  | "practice_over"
  | "practice_unavailable"
  | "price_changed"
  | "programme_changed"
  | "programme_rule_decided"
  | "programme_rule_not_yours"
  | "programme_rule_open"
  | "programme_rule_own"
  | "proof_invalid"
  | "proof_required"
  | "proof_stale"
  | "proposal_about_you"
  | "proposal_decided"
  | "proposal_not_yours"
  | "proposal_outdated"
  | "proposal_own"
  | "provider_unavailable"
  | "quote_expired"
  | "quote_used"
  | "rate_limited"
  | "rates_not_current"
  | "rates_unavailable"
  | "refund_reversed"
  | "request_timeout"
  | "review_decided"
  | "role_lacks_permission"
  | "second_administrator_needed"
  | "second_factor_invalid"
  | "second_factor_required"
  | "security_hold_lifted"
  | "security_hold_needs_reset"
  | "segment_in_use"
  | "segment_out_of_stock"
  | "shutting_down"
  | "sign_in_expired"
  | "signature_invalid"
  | "stock_too_low"
  | "stop_link_invalid"
  | "strategy_changed"
  | "strategy_retired"
  | "too_many_addresses"
  | "too_many_answers"
  | "too_many_api_keys"
  | "too_many_companies"
  | "too_many_conversations"
  | "too_many_exports"
  | "too_many_files"
  | "too_many_mandates"
  | "too_many_members"
  | "too_many_new_cards"
  | "too_many_open_deposits"
  | "too_many_passkeys"
  | "too_many_programme_rules"
  | "too_many_receipts"
  | "too_many_strategies"
  | "too_many_webhooks"
  | "unauthenticated"
  | "unavailable"
  | "unmatched_settled"
  | "unsupported_media_type"
  | "virus_scan_unavailable"
  | "webhook_not_active"
  | "webhook_url_refused"
  | "withdrawal_limit"
  | "withdrawal_not_cancellable"
  | "withdrawal_out_of_bounds"
  | "withdrawal_rate_stale"
  | "withdrawals_locked"
  | "withdrawals_on_hold"
  | "wrong_credentials";

/** An exchange between two of a customer's own accounts. It has a movement in each of them. */
export interface AccountExchange {
  exchangeId: string;
  soldAmount: Amount;
  soldCurrency: Currency;
  boughtAmount: Amount;
  boughtCurrency: Currency;
  /** Units of the bought currency per unit of the sold one, after the spread. */
  rate: string;
  /** The rate before the spread. */
  midRate: string;
  spreadBasisPoints: number;
  /** The movement in the other account. */
  otherMovementId: string;
}

export interface AlertsSeenBody {
  until: Timestamp;
}

export interface AnswerBody {
  text: string;
}

/** An asset, updated every 5 minutes. */
export interface Asset {
  id: string;
  name: string;
  code: string;
  type: "wallet" | "card";
  typeLabel: string;
  amount: Amount;
  /** Null if the asset is in another currency and there are no exchange rates. */
  converted: Amount | null;
  updateTime: Timestamp;
  color: string;
  icon: string;
}

export interface AssetsAnswer {
  data: Asset[];
  nextCursor: string | null;
  currency: Currency;
}

export interface AssetsQuery {
  currency?: Currency | undefined;
  limit?: number | undefined;
}

export interface AutoTopUp {
  /** Null if the card is not topped up automatically. */
  order: {
    id: string;
    trigger: TopUpTrigger;
    amount: TopUpAmount;
    /** The most that may leave the account in a calendar month, fees included. */
    monthlyCap: Amount;
    /** The last day on which the card is topped up; null for no end. */
    endsOn: string | null;
    /** The fee that the owner has agreed to. */
    feeBasisPoints: number;
    /** What left the account for automatic top-ups this month, fees included. */
    usedThisMonth: Amount;
    /** Whether a higher fee has taken effect. Nothing is added until the owner has agreed to it. */
    pausedByFee: boolean;
    /**
     * When the card is topped up next, as far as is known; null after a payment, or if no charge
     * is expected.
     */
    nextAt: Timestamp | null;
    createdAt: Timestamp;
  } | null;
  currency: Currency;
  /** The fee in force: as for loading the card. */
  feeBasisPoints: number;
  /** The program's time zone, as an IANA name. */
  timeZone: string;
  monthResetsAt: Timestamp;
}

/** What was done for one cause: a payment, a day, or an expected charge. */
export interface AutoTopUpRun {
  id: string;
  at: Timestamp;
  trigger: "balance" | "week" | "month" | "charge";
  /** The merchant whose charge is expected; null for another trigger. */
  merchant: string | null;
  /** `not_needed`: the balance sufficed. */
  outcome: "waiting" | "funded" | "not_needed" | "refused";
  reason: "insufficient_funds" | "cap_reached" | "fee_rose" | "card_frozen" | "card_closed" | "card_expired" | "card_used" | "account_stopped" | "acceptance_required" | "turned_off" | "too_late" | null;
  /** What was added, and its fee; null if nothing was. */
  amount: Amount | null;
  fee: Amount | null;
  movementId: string | null;
  currency: Currency;
}

/** The changes that a rule would have made to the customer's own payment history. */
export interface Backtest {
  from: Timestamp;
  to: Timestamp;
  /** Number of payments evaluated. */
  payments: number;
  stopped: number;
  stoppedAmounts: ({
    currency: Currency;
    amount: Amount;
  })[];
  /** Payments that would now pass, for example because the rule replaces a stricter one. */
  allowed: number;
  allowedAmounts: ({
    currency: Currency;
    amount: Amount;
  })[];
  noted: number;
  /** Newest first, at most 50. */
  changes: BacktestChange[];
}

export interface BacktestBody {
  rule: StrategyRule;
  /** The strategy that the rule would replace. */
  strategyId?: string | undefined;
  days: number;
}

export interface BacktestChange {
  movementId: string;
  cardId: string;
  merchant: Merchant;
  amount: Amount;
  currency: Currency;
  at: Timestamp;
  was: "approved" | "declined";
  /** The payment's outcome under the rule. */
  becomes: "approved" | "declined" | "review" | "frozen" | "noted";
}

/** An account of the program, and what a customer writes in a transfer to it. */
export interface BankDetails {
  currency: Currency;
  holder: string;
  bank: string;
  /** The IBAN or account number, without spaces. */
  account: string;
  isIban: boolean;
  /** BIC, or the bank's number in its country. */
  bankCode: string | null;
  /** The creditor reference (ISO 11649) that identifies the customer. It never changes. */
  reference: string;
}

/** One account per currency, in which the customer can transfer money. */
export interface BankDetailsList {
  accounts: BankDetails[];
}

/** A card as it appears in lists, without PAN or CVV, so that a list cannot leak them. */
export interface Card {
  id: string;
  nickname: string | null;
  tags: string[];
  network: CardNetwork;
  type: CardType;
  currency: Currency;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  status: CardStatus;
  balance: Amount;
  /** The part of the balance held for pending payments. */
  held: Amount;
  spentToday: Amount;
  monthlyLimit: Amount;
  spentThisMonth: Amount;
  dailyLimit: Amount;
  perTransactionLimit: Amount;
  /** The owner's limits, in addition to the limits above; null for no limit. */
  ownLimits: {
    perTransaction: Amount | null;
    daily: Amount | null;
    monthly: Amount | null;
  };
  /** Whether the owner allows payments in currencies other than the card's. */
  foreignPayments: "allowed" | "blocked";
  /**
   * What the card draws on its customer's account if its own balance does not suffice; null if
   * it does not. Absent if the program does not offer it.
   */
  draw?: {
    /** The most in a day, fees included. */
    daily: Amount;
    drawnToday: Amount;
    /** The fee that the owner has agreed to. A higher `depositFeeBasisPoints` stops drawing. */
    feeBasisPoints: number;
    /** The only merchants paid from the account; null for every merchant. */
    merchants: string[] | null;
  } | null | undefined;
  /**
   * The merchants that the owner wants kept paid: what the card's balance lacks for them is
   * drawn on the account up to a ceiling of their own, even if `draw` is null or used up. Null
   * if there are none, absent if the program does not offer drawing.
   */
  keepAlive?: {
    /** The most that they draw together in a day, fees included. */
    daily: Amount;
    drawnToday: Amount;
    /** The fee that the owner has agreed to. A higher one stops drawing, as for `draw`. */
    feeBasisPoints: number;
    merchants: string[];
  } | null | undefined;
  /** The fee for loading the card, and for drawing on the account. */
  depositFeeBasisPoints: number;
  /** When the daily counters reset. */
  dailyResetsAt: Timestamp;
  monthlyResetsAt: Timestamp;
  createdAt: Timestamp;
  /** All freeze layers that are set; the card can be used if the list is empty. */
  freezes: CardFreeze[];
  schedule: {
    /** The program's time zone, as an IANA name. */
    timeZone: string;
    windows: ScheduleWindow[];
  };
  usage: CardUsage;
  /** Whether a single-use card, or one of a mandate, has already been used for its payment. */
  used: boolean;
  /** The purchase mandate that the card was issued for; null for other cards. */
  mandateId: string | null;
  /** The merchant that a merchant-locked card is locked to; null before its first payment. */
  lockedMerchant: string | null;
  /** The card that this card replaced. */
  replaces: string | null;
  replacedBy: string | null;
  /** What the card is waiting for before it closes; null unless the card is closing. */
  closing: {
    since: Timestamp;
    pendingPayments: number;
  } | null;
  /** Who stores and shows the card number. The `reveal` call works only for `tessera`. */
  numberAt: "tessera" | "stripe";
  /**
   * Increases with every change to the owner's settings, so that an editor can state which
   * revision it saw.
   */
  revision: number;
}

export interface CardApplication {
  id: string;
  segmentId: string;
  network: CardNetwork;
  type: CardType;
  currency: Currency;
  nickname: string | null;
  openingFee: Amount;
  status: "processing" | "reviewing" | "completed" | "failed" | "rejected" | "cancelled" | "expired";
  cardId?: string | undefined;
  createdAt: Timestamp;
}

/** A freeze layer that is set. */
export interface CardFreeze {
  layer: FreezeLayer;
  reason: "requested" | "strategy" | "schedule" | "wrong_details" | "suspected_fraud" | "compliance" | "other";
  since: Timestamp;
  /** When the blocked hours end; null for a layer that has to be lifted manually. */
  until: Timestamp | null;
}

/**
 * A page of pending payments, in the order they will be released; `total` and `count`
 * include all of them. `lapsed` lists the newest expired holds and is the same on every
 * page.
 */
export interface CardHolds {
  data: OpenHold[];
  nextCursor: string | null;
  currency: Currency;
  asOf: Timestamp;
  total: Amount;
  count: number;
  lapsed: LapsedHold[];
}

/** `tag` limits the list to cards with that tag, ignoring case. */
export interface CardListQuery {
  limit?: number | undefined;
  tag?: string | undefined;
}

export type CardNetwork = "visa" | "mastercard" | "amex" | "unionpay" | "jcb" | "discover";

/**
 * A card product that customers can apply for: one BIN and currency, with its fees and
 * limits.
 */
export interface CardSegment {
  id: string;
  network: CardNetwork;
  bin: string;
  type: CardType;
  currency: Currency;
  openingFee: Amount;
  depositFeeBasisPoints: number;
  limits: {
    perTransaction: Amount;
    daily: Amount;
    monthly: Amount;
  };
  inStock: boolean;
  /** The intended use, in the reader's language (`Ads and marketplaces`). */
  description: string;
}

export type CardStatus = "active" | "frozen" | "closing" | "closed" | "expired";

export type CardType = "premium" | "business" | "standard";

export type CardUsage = "standard" | "single_use" | "merchant_locked";

export interface CaseDetail {
  id: string;
  kind: "withdrawal" | "card_application" | "deposit" | "profile_change" | "factor_reset" | "unanswered_hold" | "bank_transfer" | "bank_assignment" | "deposit_retraction";
  status: "open" | "in_review" | "waiting_customer" | "approved" | "rejected" | "withdrawn" | "expired";
  /** Who has to act next; `null` after a final decision. */
  turn: "you" | "us" | null;
  /** Why the item is held, as codes. */
  reasons: string[];
  /** What the customer still has to send. */
  missing: ("identity" | "proof_of_address" | "source_of_funds" | "invoice" | "explanation" | "other")[];
  /** The deadline for the party that has to act. */
  dueAt: Timestamp | null;
  /** The name the customer sees: a card's nickname, or an asset and its network. */
  label: string | null;
  amount: Amount | null;
  currency: Currency | null;
  at: Timestamp;
  revision: number;
  /** The subject's id on the wire; null if the console does not show the subject. */
  subjectId: string | null;
  /**
   * All items in the last request, whether or not the customer has sent them, and the note to
   * the customer.
   */
  asked: ("identity" | "proof_of_address" | "source_of_funds" | "invoice" | "explanation" | "other")[];
  askedNote: string | null;
  /** Why the case was rejected. */
  reason: string | null;
  decidedAt: Timestamp | null;
  canWithdraw: boolean;
  /** Deadline for appealing a rejection; `null` if it cannot be appealed. */
  appealUntil: Timestamp | null;
  appealed: boolean;
  documents: CaseDocument[];
  steps: CaseStep[];
}

/** A file sent by the customer. */
export interface CaseDocument {
  id: string;
  item: "identity" | "proof_of_address" | "source_of_funds" | "invoice" | "explanation" | "other";
  name: string;
  type: "application/pdf" | "image/jpeg" | "image/png";
  bytes: number;
  at: Timestamp;
}

/** An event as the customer sees it, without operators' names. */
export interface CaseStep {
  act: "opened" | "revised" | "assigned" | "unassigned" | "noted" | "asked" | "document_sent" | "answered" | "first_approval" | "approved" | "rejected" | "withdrawn" | "expired" | "appealed";
  by: "you" | "us" | "system";
  at: Timestamp;
  note: string | null;
}

export interface ChangeMandateBody {
  /** The merchant's name as payments show it, or the words with which it begins. */
  merchant: string;
  /** The most that the one payment may amount to. */
  ceiling: Amount;
  currency: Currency;
  /** Until when the payment may be made. */
  until: Timestamp;
  /** What the purchase is for, in one line. Shown to the person who decides, and nothing else. */
  purpose: string;
  /** The revision that the change is based on. */
  revision: number;
}

export interface CheckAddressBody {
  network: "TRC20" | "ERC20" | "BEP20";
  address: string;
}

/**
 * An address in its canonical form, along with known addresses that it could be confused
 * with.
 */
export interface CheckedAddress {
  network: "TRC20" | "ERC20" | "BEP20";
  address: string;
  lookalikes: ({
    /**
     * `book`: from the address book, where it may have been removed; `deposit`: one of the
     * addresses that the customer's deposits were paid to; `sender`: one that they were paid
     * from.
     */
    kind: "book" | "deposit" | "sender";
    label: string | null;
    address: string;
  })[];
}

/**
 * Closes the card immediately; rejected while payments are pending. With `whenSettled`,
 * closing waits for pending payments.
 */
export interface CloseBody {
  whenSettled?: boolean | undefined;
}

export interface CreateDepositBody {
  asset: "USDT" | "USDC";
  network: "TRC20" | "ERC20" | "BEP20" | "BASE" | "POLYGON";
  amount: Amount;
  /** The account to credit; defaults to USD. */
  currency?: Currency | undefined;
}

export interface CreateExchangeBody {
  quoteId: string;
}

/**
 * The scope of an export. It covers whole days in the time zone, including both the first
 * and the last day. If the last day is not over, the period ends at the time of the request.
 * Without `cards` it includes all cards; without `kinds` it includes everything that moved
 * money.
 */
export interface CreateExportBody {
  fromDay: string;
  toDay: string;
  timeZone: string;
  accounts: Currency[];
  cards?: string[] | undefined;
  kinds?: ("deposit" | "withdrawal" | "withdrawal_return" | "card_opening" | "card_deposit" | "card_withdraw" | "card_close" | "card_replacement" | "purchase" | "refund" | "force_post" | "correction" | "exchange")[] | undefined;
  format: "csv" | "xlsx" | "json";
}

/** Lets a declined payment pass when the merchant retries it. */
export interface CreateGrantBody {
  movementId: string;
  kind: "allow_once" | "raise_until";
  minutes: number;
}

export interface CreateStrategyBody {
  name: string;
  rule: StrategyRule;
}

export type Currency = "USD" | "CNY" | "EUR";

/** How an amount in another currency was converted into the card's. */
export interface CurrencyConversion {
  /** The merchant's amount, in the merchant's currency. */
  amount: Amount;
  currency: string;
  /** Who converts; absent, like the rate, if the amount could not be converted. */
  by?: "network" | "program" | undefined;
  /** Units of the card's currency per unit of the merchant's, without the markup. */
  rate?: string | undefined;
  /** The markup on the converted amount; zero if the network converts. */
  markupBasisPoints?: number | undefined;
  /** How much more than the amount is held until the payment settles at a later rate. */
  bufferBasisPoints?: number | undefined;
  /** The source of the rate and the time that it states; absent if the network converts. */
  source?: string | undefined;
  ratedAt?: Timestamp | undefined;
}

/**
 * The most recent call that froze all cards and has been neither undone nor dismissed; null
 * if there is none.
 */
export interface CurrentFreezeAll {
  current: FreezeAll | null;
}

export interface DeclineBudget {
  currency: Currency;
  /** A month in the program's calendar, such as `2026-11`. */
  month: string;
  startsAt: Timestamp;
  resetsAt: Timestamp;
  /** Number of payments this month. */
  payments: number;
  declined: number;
  /** The fee for the next decline, according to the current fee schedule. */
  nextFee: Amount;
  /** How many more declines are free of charge; null if all declines are free. */
  freeLeft: number | null;
  feeScheduleVersion: number;
  share: {
    /** The share of payments that were declined, rounded down; null if there are no payments. */
    basisPoints: number | null;
    level: "unrated" | "calm" | "watch" | "high";
    /**
     * Where the next level starts, and how many consecutive declines would reach it; null at the
     * last level.
     */
    next: {
      basisPoints: number;
      declines: number;
    } | null;
  };
  /** Groups with at least one decline, largest first. */
  groups: ({
    group: "balance" | "limits" | "rules" | "card" | "details" | "other";
    count: number;
  })[];
  entries: ({
    movementId: string;
    title: string;
    merchant?: Merchant | undefined;
    amount: Amount;
    at: Timestamp;
    group: "balance" | "limits" | "rules" | "card" | "details" | "other";
    declineMessage?: string | undefined;
  })[];
}

export interface DeclineExplanation {
  movementId: string;
  cardId: string;
  code: string;
  message: string;
  amount: Amount;
  currency: Currency;
  merchant?: Merchant | undefined;
  /** The purchase mandate of the card. */
  mandate?: PaymentMandate | undefined;
  at: Timestamp;
  trace: TraceEntry[];
  fixes: Fix[];
}

export interface Deposit {
  id: string;
  status: "pending" | "completed" | "expired" | "cancelled";
  asset: "USDT" | "USDC";
  network: "TRC20" | "ERC20" | "BEP20" | "BASE" | "POLYGON";
  /**
   * Where to pay; null if the address is no longer monitored because a different provider, or
   * none, is now configured.
   */
  address: string | null;
  /** The amount to send, in the asset. */
  amount: Amount;
  /**
   * The account to credit with `creditAmount`, which is `amount` converted at `rate` or, once
   * a payment has been seen, the total received, with each payment converted at `rate` or, if
   * the payment was late, canceled or extra, at the rate when it was seen.
   */
  currency: Currency;
  creditAmount: Amount;
  /** Units of `currency` per unit of the asset, as quoted at creation, including the spread. */
  rate: string;
  /** The time of the rate, as reported by its source. */
  ratedAt: Timestamp;
  /** Publisher of the rate; null for deposits created before publishers were recorded. */
  rateSource: string | null;
  /** The spread: how much worse the customer's rate is than the source's rate. */
  spreadBasisPoints: number;
  /** The amount seen on chain so far; null while no payment is on the chain. */
  receivedAmount: Amount | null;
  /** What is unusual about the payment, which is credited unless a note says otherwise. */
  notes: ("underpaid" | "overpaid" | "late" | "cancelled" | "extra" | "retracted" | "other_network" | "other_token")[];
  /** Whether a payment is under review or was not accepted; null if neither. */
  review: "reviewing" | "returned" | null;
  transactionHash: string | null;
  seenAt: Timestamp | null;
  confirmations: number;
  confirmationsRequired: number;
  expiresAt: Timestamp;
  createdAt: Timestamp;
  movementId: string | null;
}

export interface DocumentQuery {
  item?: "identity" | "proof_of_address" | "source_of_funds" | "invoice" | "explanation" | "other" | undefined;
  /** The file's name, for display only; never trusted. */
  name?: string | undefined;
}

/** The revision that the edit is based on. If absent, the last write wins. */
export type EditedRevision = number | undefined;

/** An exchange that took place, with its movement in each of the two accounts. */
export interface Exchange {
  id: string;
  from: Currency;
  to: Currency;
  /** What leaves `from`. Nothing is charged in addition. */
  soldAmount: Amount;
  /** What arrives in `to`. */
  boughtAmount: Amount;
  /** Units of `to` per unit of `from`, in the middle of the market, as published by the source. */
  midRate: string;
  /** Units of `to` per unit of `from`, after the spread. */
  rate: string;
  /** The spread: how much worse the customer's rate is than the middle. */
  spreadBasisPoints: number;
  /** Publisher of the rate. */
  rateSource: string;
  /** The time of the rate, as reported by its source. */
  ratedAt: Timestamp;
  soldMovementId: string;
  boughtMovementId: string;
  createdAt: Timestamp;
}

export interface ExchangeQuote {
  quoteId: string;
  from: Currency;
  to: Currency;
  /** What leaves `from`. Nothing is charged in addition. */
  soldAmount: Amount;
  /** What arrives in `to`. */
  boughtAmount: Amount;
  /** Units of `to` per unit of `from`, in the middle of the market, as published by the source. */
  midRate: string;
  /** Units of `to` per unit of `from`, after the spread. */
  rate: string;
  /** The spread: how much worse the customer's rate is than the middle. */
  spreadBasisPoints: number;
  /** Publisher of the rate. */
  rateSource: string;
  /** The time of the rate, as reported by its source. */
  ratedAt: Timestamp;
  /** The balances available after the exchange. */
  fromBalanceAfter: Amount;
  toBalanceAfter: Amount;
  expiresAt: Timestamp;
}

export type ExportPage = Page<ReconciliationExport>;

export interface ExportQuery {
  limit?: number | undefined;
}

/**
 * `opening`, `movements` and `otherKinds` add up to `closing`, which is checked before
 * delivery.
 */
export interface ExportTotal {
  currency: Currency;
  opening: Amount;
  /** The sum of the rows in the file. */
  movements: Amount;
  /** The sum of the period's movements whose type was not requested. */
  otherKinds: Amount;
  closing: Amount;
  rows: number;
}

/** A field with an error. `path` is dotted (`billingAddress.city`). */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

/** A change that would let a declined payment pass and has no other effect. */
export interface Fix {
  kind: "top_up" | "allow_once" | "raise_until" | "raise_card_limit" | "allow_currencies" | "unfreeze" | "verify" | "repay" | "reveal" | "apply" | "wait";
  /** The amount to add, to repay, or to raise the limit by. */
  amount?: Amount | undefined;
  strategyId?: string | undefined;
  strategyName?: string | undefined;
  /** For `raise_card_limit`: which of the owner's limits to raise. `amount` is the shortfall. */
  limit?: "perTransaction" | "daily" | "monthly" | undefined;
  /** When the payment would pass without any other change, if waiting is enough. */
  at?: Timestamp | undefined;
}

/** A call that froze all cards, with the number of cards that it still keeps frozen. */
export interface FreezeAll {
  id: string;
  frozenAt: Timestamp;
  frozenCards: number;
  stillFrozenCards: number;
  undoneAt: Timestamp | null;
}

export interface FreezeAllResult {
  id: string;
  frozenAt: Timestamp;
  frozenCards: number;
  stillFrozenCards: number;
  undoneAt: Timestamp | null;
  /** The cards that this call froze. */
  cardIds: string[];
}

/**
 * `unfrozenCards`: the number of cards that were unfrozen; their other freeze layers remain
 * in place.
 */
export interface FreezeAllUndo {
  id: string;
  frozenAt: Timestamp;
  frozenCards: number;
  stillFrozenCards: number;
  undoneAt: Timestamp | null;
  unfrozenCards: number;
}

export type FreezeLayer = "operator" | "verification" | "risk" | "customer" | "schedule";

export interface FundingReceipt {
  movementId: string;
  status: string;
  amount: Amount;
  fee: Amount;
  total: Amount;
  currency: Currency;
  accountBalance: Amount;
  cardBalance: Amount;
}

export interface Grant {
  id: string;
  /** The declined payment that the exception is for. */
  movementId: string;
  kind: "allow_once" | "raise_until";
  cardId: string;
  /**
   * The merchant that may be paid; null, meaning any merchant, if the exception raises a
   * limit.
   */
  merchantName: string | null;
  /** The maximum amount of the payment, or the amount by which the limit is raised. */
  amount: Amount;
  currency: Currency;
  status: "open" | "used" | "expired" | "revoked";
  expiresAt: Timestamp;
  createdAt: Timestamp;
}

export type GrantList = Page<Grant>;

export interface GrantQuery {
  limit?: number | undefined;
  /** The payment that was allowed. */
  movementId?: string | undefined;
}

/** A case decided by operators. */
export interface HeldCase {
  id: string;
  kind: "withdrawal" | "card_application" | "deposit" | "profile_change" | "factor_reset" | "unanswered_hold" | "bank_transfer" | "bank_assignment" | "deposit_retraction";
  status: "open" | "in_review" | "waiting_customer" | "approved" | "rejected" | "withdrawn" | "expired";
  /** Who has to act next; `null` after a final decision. */
  turn: "you" | "us" | null;
  /** Why the item is held, as codes. */
  reasons: string[];
  /** What the customer still has to send. */
  missing: ("identity" | "proof_of_address" | "source_of_funds" | "invoice" | "explanation" | "other")[];
  /** The deadline for the party that has to act. */
  dueAt: Timestamp | null;
  /** The name the customer sees: a card's nickname, or an asset and its network. */
  label: string | null;
  amount: Amount | null;
  currency: Currency | null;
  at: Timestamp;
  revision: number;
}

/** A payment held by a rule. Only the card's owner approves or declines it. */
export interface HeldPayment {
  id: string;
  movementId: string;
  cardId: string;
  strategyName: string;
  amount: Amount;
  currency: Currency;
  merchant: Merchant;
  status: "waiting" | "approved" | "declined" | "expired";
  at: Timestamp;
  /** When the payment will count as declined; after approval, the deadline for the retry. */
  expiresAt: Timestamp;
  kind: "payment";
  /** Who has to act next; `null` after a final decision. */
  turn: "you" | "us" | null;
  /** Why the item is held, as codes. */
  reasons: string[];
  /** What the customer still has to send. */
  missing: ("identity" | "proof_of_address" | "source_of_funds" | "invoice" | "explanation" | "other")[];
  /** The deadline for the party that has to act. */
  dueAt: Timestamp | null;
}

export type HeldReview = HeldPayment | HeldCase;

/** A step of a hold, with the held amount after the step. */
export interface HoldStep {
  kind: "deposit" | "withdrawal" | "withdrawal_return" | "card_opening" | "card_deposit" | "card_withdraw" | "card_close" | "card_replacement" | "purchase" | "refund" | "force_post" | "correction" | "exchange" | "increment" | "advice" | "clearing" | "reversal" | "expiry" | "release" | "repayment" | "return_reversal" | "deposit_reversal" | "review";
  status: MovementStatus;
  amount: Amount;
  currency: Currency;
  at: Timestamp;
  labels?: ("late" | "over_tolerance" | "over_balance" | "partial" | "unmatched")[] | undefined;
  /** Absent in the card's own currency. */
  exchange?: CurrencyConversion | undefined;
  held: Amount;
}

/**
 * The customer's total holdings at the end of each day, and as of now for today, at the
 * rates of `ratedAt`.
 */
export interface Holdings {
  currency: Currency;
  converted: boolean;
  unconverted: Unconverted;
  /** Null if there are no exchange rates, in which case nothing was converted. */
  ratedAt: Timestamp | null;
  days: ({
    day: string;
    total: Amount;
    cards: Amount;
    account: Amount;
  })[];
}

export interface HoldingsQuery {
  days?: "7" | "30" | "90" | undefined;
  currency?: Currency | undefined;
}

export interface Insight {
  /** Whether there were enough payments for a score; if not, the score is absent. */
  enough: boolean;
  minimum: number;
  /** Authorization requests, including declined ones. */
  payments: number;
  from: Timestamp;
  to: Timestamp;
  /** 0 to 100: the sum of the factors' points. Higher is safer. */
  score?: number | undefined;
  band?: "low" | "moderate" | "high" | undefined;
  change?: RiskChange | undefined;
  /** Empty if there is no score. */
  factors: RiskFactor[];
  /** Settled spending minus refunds, largest first. */
  spending: {
    currency: Currency;
    /** Whether some amounts were converted from other currencies, which makes the total inexact. */
    converted: boolean;
    unconverted: Unconverted;
    total: Amount;
    byCategory: ({
      category: "advertising" | "software" | "travel" | "shopping" | "other";
      amount: Amount;
    })[];
    /** The merchants with the largest amounts. */
    byMerchant: ({
      name: string;
      amount: Amount;
    })[];
    byCountry: ({
      country: string;
      amount: Amount;
    })[];
    /** One entry per day, oldest first. */
    byDay: ({
      day: string;
      amount: Amount;
    })[];
  };
  declines: {
    total: number;
    of: number;
    byReason: ({
      reason: "balance" | "payment_limit" | "period_limit" | "wrong_details" | "rule" | "card_state" | "other";
      count: number;
    })[];
    byCategory: ({
      category: "advertising" | "software" | "travel" | "shopping" | "other";
      count: number;
    })[];
    byMerchant: ({
      name: string;
      count: number;
    })[];
    byCountry: ({
      country: string;
      count: number;
    })[];
    byDay: ({
      day: string;
      count: number;
    })[];
  };
  /** Newest first. */
  alerts: RiskAlert[];
  /** When the customer last viewed alerts; null if never. */
  alertsSeenAt: Timestamp | null;
  /** Most effective first. */
  suggestions: RiskSuggestion[];
}

export interface InsightQuery {
  days?: "30" | "90" | "365" | undefined;
  /** The currency to convert to for display; defaults to USD. */
  currency?: Currency | undefined;
  cardId?: string | undefined;
}

/** A card's labels: its nickname (null for no nickname) and all of its tags. */
export interface LabelBody {
  revision?: EditedRevision;
  nickname: string | null;
  tags: string[];
}

/**
 * A hold that expired before settlement. The merchant may still settle the payment, and is
 * paid in that case.
 */
export interface LapsedHold {
  movementId: string;
  title: string;
  merchant?: Merchant | undefined;
  amount: Amount;
  at: Timestamp;
  releasedAt: Timestamp;
}

/**
 * A merchant that is likely to charge a card, because it charges at regular intervals,
 * because its payment was declined and it is likely to retry, or both.
 */
export interface LikelyCharge {
  title: string;
  merchant?: Merchant | undefined;
  /** The expected amount: what the merchant last charged or tried to charge. */
  amount: Amount;
  /** The merchant's newest payment or attempt. */
  movementId: string;
  lastAt: Timestamp;
  /** Absent if a charge is likely only because of declines. */
  cadence?: "weekly" | "monthly" | "yearly" | undefined;
  /** When the next charge is due; in the past if it is overdue. */
  expectedOn?: string | undefined;
  /** Number of declines since the merchant was last paid. */
  tries: number;
  /** The latest price increase: the two amounts and the day. */
  priceRise?: {
    from: Amount;
    to: Amount;
    since: string;
  } | undefined;
}

/** Merchants likely to charge a card, soonest first. Merchants without a date come last. */
export interface LikelyCharges {
  data: LikelyCharge[];
  nextCursor: string | null;
  currency: Currency;
  asOf: Timestamp;
  today: string;
}

export interface ListCardTransactionsQuery {
  limit?: number | undefined;
  /** Limits the list to cards that currently have this tag. */
  cardTag?: string | undefined;
  kind?: "deposit" | "withdrawal" | "withdrawal_return" | "card_opening" | "card_deposit" | "card_withdraw" | "card_close" | "card_replacement" | "purchase" | "refund" | "force_post" | "correction" | "exchange" | undefined;
  status?: "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired" | undefined;
  /** Filters by the status displayed to customers; `status` filters by the stored status. */
  reads?: "awaiting_confirmation" | "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired" | undefined;
  currency?: Currency | undefined;
  from?: Timestamp | undefined;
  to?: Timestamp | undefined;
  /** Both bounds apply to the absolute amount, as in the list. */
  minAmount?: Amount | undefined;
  maxAmount?: Amount | undefined;
  q?: string | undefined;
}

/** The query parameters of a list without filters. */
export interface ListQuery {
  limit?: number | undefined;
}

export interface LogChange {
  field: "username" | "email" | "name" | "status" | "version" | "layer" | "schedule" | "rule" | "card" | "tags" | "limitPerTransaction" | "limitDaily" | "limitMonthly" | "foreignPayments" | "drawDaily" | "drawMerchants" | "keepAliveDaily" | "keepAliveMerchants" | "autoTopUp" | "autoTopUpAmount" | "autoTopUpCap" | "suspended";
  from: string | null;
  to: string | null;
}

export interface LogDetail {
  /** `log_…` for an audit event, `mov_…` for a movement. */
  id: string;
  category: "sign_in" | "card" | "money" | "security" | "rule" | "support";
  /** The name of the audit event, or the type of movement. */
  act: string;
  /** What happened, in the reader's language, or the merchant's name. */
  title: string;
  outcome: "ok" | "refused";
  actor: "you" | "api_key" | "support" | "system" | "visitor";
  /** In a company's log, the username of the member who acted. */
  member?: string | undefined;
  at: Timestamp;
  cardId?: string | undefined;
  movementId?: string | undefined;
  amount?: Amount | undefined;
  currency?: Currency | undefined;
  status?: MovementStatus | undefined;
  browser: "chrome" | "edge" | "firefox" | "opera" | "safari" | "samsung-internet" | "wechat" | null;
  system: "android" | "chromeos" | "ipad" | "iphone" | "linux" | "macos" | "windows" | null;
  ip: string | null;
  /** Whether this was the first sign-in with this browser on this operating system. */
  newDevice: boolean;
  requestId: string | null;
  changes: LogChange[];
  /** Why a payment was declined, in the reader's language. */
  reason: string | null;
}

export interface LogEntry {
  /** `log_…` for an audit event, `mov_…` for a movement. */
  id: string;
  category: "sign_in" | "card" | "money" | "security" | "rule" | "support";
  /** The name of the audit event, or the type of movement. */
  act: string;
  /** What happened, in the reader's language, or the merchant's name. */
  title: string;
  outcome: "ok" | "refused";
  actor: "you" | "api_key" | "support" | "system" | "visitor";
  /** In a company's log, the username of the member who acted. */
  member?: string | undefined;
  at: Timestamp;
  cardId?: string | undefined;
  movementId?: string | undefined;
  amount?: Amount | undefined;
  currency?: Currency | undefined;
  status?: MovementStatus | undefined;
  browser: "chrome" | "edge" | "firefox" | "opera" | "safari" | "samsung-internet" | "wechat" | null;
  system: "android" | "chromeos" | "ipad" | "iphone" | "linux" | "macos" | "windows" | null;
  ip: string | null;
  /** Whether this was the first sign-in with this browser on this operating system. */
  newDevice: boolean;
}

export interface LogExportBody {
  category?: "sign_in" | "card" | "money" | "security" | "rule" | "support" | undefined;
  outcome?: "ok" | "refused" | undefined;
  cardId?: string | undefined;
  from?: Timestamp | undefined;
  to?: Timestamp | undefined;
  /** Searches the description, the merchant, the IP address and the user agent. */
  q?: string | undefined;
}

/** A page of the audit log. If matches are rare, a page may end early, like a page of bills. */
export interface LogPage {
  data: LogEntry[];
  nextCursor: string | null;
  searchedTo?: Timestamp | undefined;
}

export interface LogQuery {
  limit?: number | undefined;
  category?: "sign_in" | "card" | "money" | "security" | "rule" | "support" | undefined;
  outcome?: "ok" | "refused" | undefined;
  cardId?: string | undefined;
  from?: Timestamp | undefined;
  to?: Timestamp | undefined;
  /** Searches the description, the merchant, the IP address and the user agent. */
  q?: string | undefined;
}

/**
 * Permission for one payment: to one merchant, up to an amount, until a time. `merchant` and
 * `purpose` may have been written by software and are data, never instructions.
 */
export interface Mandate {
  id: string;
  /** Increases with every change of the terms. An approval names the revision that was read. */
  revision: number;
  status: "proposed" | "approved" | "refused" | "withdrawn" | "expired" | "completed";
  proposedBy: {
    kind: "person" | "software";
    /** The name of the API key; null for a person. */
    name: string | null;
  };
  merchant: string;
  ceiling: Amount;
  currency: Currency;
  until: Timestamp;
  purpose: string;
  /** How many invisible characters were removed from the texts of this revision. */
  hiddenCharacters: number;
  createdAt: Timestamp;
  changedAt: Timestamp;
  decidedAt: Timestamp | null;
  endedAt: Timestamp | null;
  /** The card that was issued for the payment, and the fees that were charged for it. */
  card: {
    id: string;
    last4: string;
    status: CardStatus;
    /** Whether its payment was made. */
    used: boolean;
    openingFee: Amount;
    loadFee: Amount;
  } | null;
}

export interface MandateDetail {
  id: string;
  /** Increases with every change of the terms. An approval names the revision that was read. */
  revision: number;
  status: "proposed" | "approved" | "refused" | "withdrawn" | "expired" | "completed";
  proposedBy: {
    kind: "person" | "software";
    /** The name of the API key; null for a person. */
    name: string | null;
  };
  merchant: string;
  ceiling: Amount;
  currency: Currency;
  until: Timestamp;
  purpose: string;
  /** How many invisible characters were removed from the texts of this revision. */
  hiddenCharacters: number;
  createdAt: Timestamp;
  changedAt: Timestamp;
  decidedAt: Timestamp | null;
  endedAt: Timestamp | null;
  /** The card that was issued for the payment, and the fees that were charged for it. */
  card: {
    id: string;
    last4: string;
    status: CardStatus;
    /** Whether its payment was made. */
    used: boolean;
    openingFee: Amount;
    loadFee: Amount;
  } | null;
  /** Null unless the mandate waits for a decision, and if no card product suits it. */
  offer: MandateOffer | null;
}

/** What approving a mandate costs now, and from which card product its card would come. */
export interface MandateOffer {
  segmentId: string;
  network: CardNetwork;
  openingFee: Amount;
  /** The fee for loading the ceiling. */
  loadFee: Amount;
  /** What leaves the account: the ceiling and both fees. */
  total: Amount;
}

export type MandatePage = Page<Mandate>;

export interface MandateQuery {
  limit?: number | undefined;
  status?: "proposed" | "approved" | "refused" | "withdrawn" | "expired" | "completed" | undefined;
}

export interface Merchant {
  name: string;
  mcc: string;
  country: string;
  /** The category displayed to customers. */
  category: "advertising" | "software" | "travel" | "shopping" | "other";
}

export interface Movement {
  id: string;
  kind: MovementKind;
  status: MovementStatus;
  /** The merchant, or what happened, in the reader's language. */
  title: string;
  cardId?: string | undefined;
  /**
   * Signed from the customer's point of view: negative when money leaves the customer's card
   * or account. For transfers between the two, bills show the account's side including the
   * fee, and all other responses show the card's side.
   */
  amount: Amount;
  fee: Amount;
  currency: Currency;
  merchant?: Merchant | undefined;
  /** What the merchant asked for in another currency, or has settled. */
  merchantAmount?: {
    amount: Amount;
    currency: string;
  } | undefined;
  /** Where a deposit came from, unless it came from a chain. */
  source?: "bank" | undefined;
  /** Why the payment was declined: a code from the decline catalog, with its text. */
  declineCode?: string | undefined;
  declineMessage?: string | undefined;
  /** The purchase mandate of the card, for a payment. */
  mandateId?: string | undefined;
  eventAt: Timestamp;
  createdAt: Timestamp;
}

export interface MovementDetail {
  id: string;
  kind: MovementKind;
  status: MovementStatus;
  /** The merchant, or what happened, in the reader's language. */
  title: string;
  cardId?: string | undefined;
  /**
   * Signed from the customer's point of view: negative when money leaves the customer's card
   * or account. For transfers between the two, bills show the account's side including the
   * fee, and all other responses show the card's side.
   */
  amount: Amount;
  fee: Amount;
  currency: Currency;
  merchant?: Merchant | undefined;
  /** What the merchant asked for in another currency, or has settled. */
  merchantAmount?: {
    amount: Amount;
    currency: string;
  } | undefined;
  /** Where a deposit came from, unless it came from a chain. */
  source?: "bank" | undefined;
  /** Why the payment was declined: a code from the decline catalog, with its text. */
  declineCode?: string | undefined;
  declineMessage?: string | undefined;
  /** The purchase mandate of the card, for a payment. */
  mandateId?: string | undefined;
  eventAt: Timestamp;
  createdAt: Timestamp;
  timeline: MovementStep[];
  cardBalanceAfter?: Amount | undefined;
  accountBalanceAfter?: Amount | undefined;
  /** What the merchant asked for in another currency, and the rate that applies so far. */
  exchange?: CurrencyConversion | undefined;
  /** Present for a withdrawal, and for a movement that returned a withdrawal's money. */
  withdrawalId?: string | undefined;
  /** The purchase mandate that the payment was made, or declined, under. */
  mandate?: PaymentMandate | undefined;
  /** Present for both movements of an exchange. */
  accountExchange?: AccountExchange | undefined;
  /** What is unusual about a deposit's payment, which is credited regardless. */
  notes: ("underpaid" | "overpaid" | "late" | "cancelled" | "extra" | "retracted" | "other_network" | "other_token")[];
}

export type MovementKind = "deposit" | "withdrawal" | "withdrawal_return" | "card_opening" | "card_deposit" | "card_withdraw" | "card_close" | "card_replacement" | "purchase" | "refund" | "force_post" | "correction" | "exchange";

/**
 * A page of movements. If matches are rare, a page ends after scanning a few thousand rows.
 * It then has fewer entries than requested, or no entries, and states how far back the
 * search went. `nextCursor` continues from there. The list has ended when `nextCursor` is
 * null.
 */
export interface MovementPage {
  data: Movement[];
  nextCursor: string | null;
  searchedTo?: Timestamp | undefined;
}

/** Filters shared by all lists of movements. The period includes `from` and excludes `to`. */
export interface MovementQuery {
  limit?: number | undefined;
  cardId?: string | undefined;
  /** Limits the list to cards that currently have this tag. */
  cardTag?: string | undefined;
  kind?: "deposit" | "withdrawal" | "withdrawal_return" | "card_opening" | "card_deposit" | "card_withdraw" | "card_close" | "card_replacement" | "purchase" | "refund" | "force_post" | "correction" | "exchange" | undefined;
  status?: "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired" | undefined;
  /** Filters by the status displayed to customers; `status` filters by the stored status. */
  reads?: "awaiting_confirmation" | "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired" | undefined;
  currency?: Currency | undefined;
  from?: Timestamp | undefined;
  to?: Timestamp | undefined;
  /** Both bounds apply to the absolute amount, as in the list. */
  minAmount?: Amount | undefined;
  maxAmount?: Amount | undefined;
  q?: string | undefined;
}

export type MovementStatus = "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired";

export interface MovementStep {
  kind: "deposit" | "withdrawal" | "withdrawal_return" | "card_opening" | "card_deposit" | "card_withdraw" | "card_close" | "card_replacement" | "purchase" | "refund" | "force_post" | "correction" | "exchange" | "increment" | "advice" | "clearing" | "reversal" | "expiry" | "release" | "repayment" | "return_reversal" | "deposit_reversal" | "review";
  status: MovementStatus;
  amount: Amount;
  currency: Currency;
  at: Timestamp;
  labels?: ("late" | "over_tolerance" | "over_balance" | "partial" | "unmatched")[] | undefined;
  /** Absent in the card's own currency. */
  exchange?: CurrencyConversion | undefined;
}

export interface OpenHold {
  movementId: string;
  title: string;
  merchant?: Merchant | undefined;
  at: Timestamp;
  /** The amount held on the card now. */
  amount: Amount;
  /** What is held on the account because the card lacked it, with the fee. */
  drawn?: Amount | undefined;
  /** The amount last authorized. */
  authorised: Amount;
  cleared: Amount;
  /**
   * How much more than the hold the payment may settle for, depending on the merchant's
   * category.
   */
  reserve: Amount;
  /** When the rest is released automatically if it has not been settled by then. */
  releaseBy: Timestamp;
  /** Whether the release time has passed. If so, the release follows within seconds. */
  releaseDue: boolean;
  reason: "long_stay" | "fuel_pump" | "usual";
  timeline: HoldStep[];
}

/**
 * The owner's spending limits for a card, in the card's currency; null for no limit. None
 * may exceed the card's limit of the same type.
 */
export interface OwnLimitsBody {
  revision?: EditedRevision;
  perTransaction: Amount | null;
  daily: Amount | null;
  monthly: Amount | null;
  /** Whether the card pays in other currencies; unchanged if absent. */
  foreignPayments?: "allowed" | "blocked" | undefined;
}

/** The mandate that a payment was made, or declined, under. */
export interface PaymentMandate {
  id: string;
  merchant: string;
  ceiling: Amount;
  currency: Currency;
  until: Timestamp;
}

/** What a customer's bookkeeping needs to know about a payment. Empty texts are null. */
export interface PaymentNote {
  memo: string | null;
  project: string | null;
  taxCode: string | null;
  /** Increases with every change; 0 if nothing was noted yet. */
  revision: number;
}

export interface PaymentNoteBody {
  memo: string | null;
  project: string | null;
  taxCode: string | null;
  /** The revision that the change is based on. */
  revision: number;
}

/** The receipts of a payment, and its note. */
export interface PaymentPapers {
  note: PaymentNote;
  receipts: Receipt[];
}

/** A payment that a rule holds for its owner's approval. */
export interface PaymentReview {
  id: string;
  movementId: string;
  cardId: string;
  strategyName: string;
  amount: Amount;
  currency: Currency;
  merchant: Merchant;
  status: "waiting" | "approved" | "declined" | "expired";
  at: Timestamp;
  /** When the payment will count as declined; after approval, the deadline for the retry. */
  expiresAt: Timestamp;
}

export interface PayoutAddress {
  id: string;
  label: string;
  network: "TRC20" | "ERC20" | "BEP20";
  address: string;
  /** No money can be sent to a new address for one day. */
  status: "cooling" | "ready";
  usableAt: Timestamp;
  createdAt: Timestamp;
}

export type PayoutAddressList = Page<PayoutAddress>;

export interface PreflightAnswer {
  approved: boolean;
  code: string;
  message: string | null;
  /** In the card's currency; zero if the merchant's amount could not be converted. */
  amount: Amount;
  currency: Currency;
  /** How the merchant's amount was converted, and the markup in `amount`. */
  exchange?: {
    /** The merchant's amount, in the merchant's currency. */
    amount: Amount;
    currency: string;
    /** Who converts; absent, like the rate, if the amount could not be converted. */
    by?: "network" | "program" | undefined;
    /** Units of the card's currency per unit of the merchant's, without the markup. */
    rate?: string | undefined;
    /** The markup on the converted amount; zero if the network converts. */
    markupBasisPoints?: number | undefined;
    /** How much more than the amount is held until the payment settles at a later rate. */
    bufferBasisPoints?: number | undefined;
    /** The source of the rate and the time that it states; absent if the network converts. */
    source?: string | undefined;
    ratedAt?: Timestamp | undefined;
    fee: Amount;
    held: Amount;
  } | undefined;
  /**
   * The balance left on the card; absent if the payment is declined or the card has not been
   * issued.
   */
  availableAfter?: Amount | undefined;
  /** What the payment would draw on the account, with the fee in addition. */
  draw?: {
    amount: Amount;
    fee: Amount;
    feeBasisPoints: number;
  } | undefined;
  trace: TraceEntry[];
  fixes: Fix[];
}

/** Asks whether a payment would be approved on a card, even one that is not yet issued. */
export interface PreflightBody {
  cardId?: string | undefined;
  segmentId?: string | undefined;
  /** In `currency`, which is the card's if absent. */
  amount: Amount;
  currency?: string | undefined;
  merchant: {
    name: string;
    mcc: string;
    country: string;
  };
  presence?: "present" | "remote" | "merchant" | undefined;
}

/** The body of every error response: RFC 9457 with extension members `message` and `code`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  message: string;
  code: string;
  requestId: string;
  fields?: FieldProblem[] | undefined;
  /** For a frozen card: all freeze layers that are set. */
  blockedBy?: FreezeLayer[] | undefined;
  /**
   * For a conflicting change: who made the other change, when it was made, and the current
   * state.
   */
  changed?: {
    by: string;
    at: Timestamp;
    to?: string | undefined;
  } | undefined;
  /** For insufficient funds: the amount available and the amount needed. */
  funds?: {
    available: Amount;
    needed: Amount;
    currency: Currency;
  } | undefined;
  /** For a role that lacks a permission: the caller's role, and the roles that have it. */
  member?: {
    role: "owner" | "admin" | "manager" | "bookkeeper" | "auditor";
    allowed: ("owner" | "admin" | "manager" | "bookkeeper" | "auditor")[];
  } | undefined;
  /** For one of the program's limits: the limit in force. */
  limit?: {
    amount: Amount;
    currency: Currency;
  } | undefined;
}

export interface ProposeMandateBody {
  /** The merchant's name as payments show it, or the words with which it begins. */
  merchant: string;
  /** The most that the one payment may amount to. */
  ceiling: Amount;
  currency: Currency;
  /** Until when the payment may be made. */
  until: Timestamp;
  /** What the purchase is for, in one line. Shown to the person who decides, and nothing else. */
  purpose: string;
}

export interface Quote {
  quoteId: string;
  operation: "deposit" | "withdraw";
  amount: Amount;
  fee: Amount;
  feeBasisPoints: number;
  total: Amount;
  currency: Currency;
  /** What is available on the account afterwards: without the money that is on hold. */
  accountBalanceAfter: Amount;
  cardBalanceAfter: Amount;
  expiresAt: Timestamp;
}

export interface QuoteBody {
  operation: "deposit" | "withdraw";
  amount: Amount;
}

export interface QuoteExchangeBody {
  /** The account that the money leaves. */
  from: Currency;
  /** The account in which it arrives. */
  to: Currency;
  /** The amount that leaves `from`. Exactly one of `sell` and `buy` is present. */
  sell?: Amount | undefined;
  /** The amount that arrives in `to`. */
  buy?: Amount | undefined;
}

export interface QuoteWithdrawalBody {
  addressId: string;
  amount: Amount;
  /** The account to debit; defaults to USD. */
  currency?: Currency | undefined;
}

/** The mid rates of the last 30 days, one for each day with a rate, oldest first. */
export interface RateHistory {
  from: Currency;
  to: Currency;
  points: ({
    at: Timestamp;
    rate: string;
  })[];
}

export interface RateHistoryQuery {
  from: Currency;
  to: Currency;
}

export interface RatesAnswer {
  pairs: ({
    base: Currency;
    quote: Currency;
    rate: string;
  })[];
  /** The ISO 4217 codes of all currencies with a rate, also those in which only merchants ask. */
  currencies: string[];
  source: string;
  ratedAt: Timestamp;
  /** When the source was last queried. */
  refreshedAt: Timestamp;
  /**
   * Whether the source did not respond to the last query or its rates are old. If so, the last
   * valid rates are used.
   */
  stale: boolean;
}

export interface Receipt {
  id: string;
  name: string;
  type: "application/pdf" | "image/jpeg" | "image/png";
  bytes: number;
  /** In the receipt's currency. */
  amount: Amount | null;
  currency: string | null;
  paidOn: string | null;
  merchant: string | null;
  /** The payments that the receipt is for. */
  movementIds: string[];
  createdAt: Timestamp;
}

export interface ReceiptDetail {
  id: string;
  name: string;
  type: "application/pdf" | "image/jpeg" | "image/png";
  bytes: number;
  /** In the receipt's currency. */
  amount: Amount | null;
  currency: string | null;
  paidOn: string | null;
  merchant: string | null;
  /** The payments that the receipt is for. */
  movementIds: string[];
  createdAt: Timestamp;
  suggestions: ReceiptSuggestion[];
}

/** What a receipt says. An amount needs a currency, and the other way around. */
export interface ReceiptFactsBody {
  amount: Amount | null;
  currency: string | null;
  paidOn: string | null;
  merchant: string | null;
}

/** The payment that a receipt is attached to, or detached from. */
export interface ReceiptLinkBody {
  movementId: string;
}

export type ReceiptPage = Page<Receipt>;

export interface ReceiptQuery {
  limit?: number | undefined;
  /** `open`: only receipts without a payment. */
  state?: "open" | undefined;
}

/** A payment that may be the one that a receipt is for. */
export interface ReceiptSuggestion {
  movementId: string;
  title: string;
  /** What was charged, without a sign, in the merchant's currency if it is another one. */
  amount: Amount;
  currency: string;
  eventAt: Timestamp;
  /** What agrees with the receipt; the best suggestion comes first. */
  reasons: ("amount" | "day" | "merchant")[];
}

export interface ReconciliationExport {
  id: string;
  status: "queued" | "processing" | "completed" | "failed" | "cancelled" | "expired";
  format: "csv" | "xlsx" | "json";
  fromDay: string;
  toDay: string;
  timeZone: string;
  accounts: Currency[];
  cards?: string[] | undefined;
  kinds?: ("deposit" | "withdrawal" | "withdrawal_return" | "card_opening" | "card_deposit" | "card_withdraw" | "card_close" | "card_replacement" | "purchase" | "refund" | "force_post" | "correction" | "exchange")[] | undefined;
  /** The start of the exact period, which lasts until just before `endsAt`. */
  startsAt: Timestamp;
  endsAt: Timestamp;
  /** The export's progress. The total is known as soon as the export is running. */
  rowsDone: number;
  rowsTotal: number | null;
  /** Present once the export is complete. */
  file?: {
    name: string;
    bytes: number;
    sha256: string;
  } | undefined;
  totals?: ExportTotal[] | undefined;
  failure?: "unbalanced" | "too_large" | "internal" | undefined;
  createdAt: Timestamp;
  finishedAt?: Timestamp | undefined;
  /** When the file can no longer be downloaded. */
  expiresAt?: Timestamp | undefined;
}

export interface RenameAddressBody {
  label: string;
}

export interface ReplayEventBody {
  sequence: number;
}

export interface ReplaySinceBody {
  since?: Timestamp | undefined;
  fromSequence?: number | undefined;
}

export interface Replayed {
  /** How many events are sent again. */
  events: number;
  /** From which sequence to continue if there are more; null if there are not. */
  nextSequence: number | null;
}

export type ReviewDetail = HeldPayment | CaseDetail;

export type ReviewList = Page<HeldReview>;

export interface ReviewListQuery {
  limit?: number | undefined;
  status?: "waiting" | "approved" | "declined" | "expired" | "open" | "in_review" | "waiting_customer" | "rejected" | "withdrawn" | undefined;
  kind?: "payment" | "withdrawal" | "card_application" | "deposit" | "profile_change" | "factor_reset" | "unanswered_hold" | "bank_transfer" | "bank_assignment" | "deposit_retraction" | undefined;
  turn?: "you" | "us" | "none" | undefined;
}

export interface ReviseStrategyBody {
  name: string;
  rule: StrategyRule;
  /** The version that the edit is based on. The change is rejected if there is a newer version. */
  basedOn: number;
}

/** Something for the customer to check. Its newest payment is last. */
export interface RiskAlert {
  /** Stays the same as long as the alert has the same subject. */
  id: string;
  kind: "repeated_declines" | "wrong_details" | "small_payments" | "first_country" | "price_rise";
  at: Timestamp;
  cardId: string;
  count: number;
  merchantName?: string | undefined;
  country?: string | undefined;
  /** The amounts before and after a price increase. */
  rise?: {
    from: Amount;
    to: Amount;
    currency: Currency;
  } | undefined;
  movementIds: string[];
}

/** The change from the preceding period of the same length. */
export interface RiskChange {
  /** The change in the score, in points. */
  points: number;
  /** When the preceding period ended and this period began. */
  since: Timestamp;
  /** The factor that changed the most in the same direction; absent if the score is unchanged. */
  factor?: "declines" | "repeated_declines" | "wrong_details" | "new_countries" | "new_merchants" | "settled" | "small_payments" | "unguarded_cards" | undefined;
}

/**
 * A factor of the score. It earns `max` points if the share `count / of` is at `allAt` or
 * better, no points if it is at `noneAt` or worse, and a proportional number of points in
 * between.
 */
export interface RiskFactor {
  factor: "declines" | "repeated_declines" | "wrong_details" | "new_countries" | "new_merchants" | "settled" | "small_payments" | "unguarded_cards";
  points: number;
  max: number;
  count: number;
  of: number;
  valueBasisPoints: number;
  allAtBasisPoints: number;
  noneAtBasisPoints: number;
}

/** A rule that would raise the score, for the customer to draft and backtest. */
export interface RiskSuggestion {
  kind: "freeze_on_wrong_cvv" | "hold_merchant" | "hold_new_countries" | "hold_new_merchants" | "stop_small_series" | "hold_large_payments";
  factor: "declines" | "repeated_declines" | "wrong_details" | "new_countries" | "new_merchants" | "settled" | "small_payments" | "unguarded_cards";
  rule: StrategyRule;
}

/**
 * The conditions of a rule, which matches a payment if all conditions that are present hold.
 * Amounts are in the rule's currency. `between` includes both bounds, `outside` excludes
 * both.
 */
export interface RuleConditions {
  amount?: {
    is: "over" | "under" | "between" | "outside";
    amount: Amount;
    to?: Amount | undefined;
  } | undefined;
  /** Matches if matching payments in the window, including this one, total more than `over`. */
  spending?: {
    over: Amount;
    window: "day" | "week" | "month" | "year" | "lifetime" | "rolling_1h" | "rolling_24h" | "rolling_7d" | "rolling_30d";
  } | undefined;
  /** Matches if there are more than `over` payments in the window, including this one. */
  payments?: {
    over: number;
    window: "day" | "week" | "month" | "year" | "lifetime" | "rolling_1h" | "rolling_24h" | "rolling_7d" | "rolling_30d";
  } | undefined;
  categories?: {
    match: "any_of" | "none_of";
    values: ("advertising" | "software" | "travel" | "shopping" | "other")[];
  } | undefined;
  mccs?: {
    match: "any_of" | "none_of";
    values: string[];
  } | undefined;
  /** Names, ignoring case, spacing and branch numbers; `Adobe` also matches `ADOBE *CLOUD`. */
  merchants?: {
    match: "any_of" | "none_of";
    values: string[];
  } | undefined;
  countries?: {
    match: "any_of" | "none_of";
    values: string[];
  } | undefined;
  currencies?: {
    match: "any_of" | "none_of";
    values: string[];
  } | undefined;
  channels?: {
    match: "any_of" | "none_of";
    values: ("present" | "remote" | "merchant")[];
  } | undefined;
  /**
   * Hours in the program's time zone, until just before `to`; past midnight if `to` is
   * earlier.
   */
  hours?: {
    from: string;
    to: string;
  } | undefined;
  /** Matches if the card has never paid this merchant. */
  newMerchant?: boolean | undefined;
  /** Matches if a wrong CVV was entered at least this many times, including this attempt. */
  wrongCvv?: {
    atLeast: number;
    window: "rolling_1h" | "rolling_24h";
  } | undefined;
}

/** The cards that a rule applies to: all of the customer's cards, selected ones, or a tier. */
export interface RuleScope {
  cards: "all" | "some" | "tier";
  cardIds?: string[] | undefined;
  tier?: "premium" | "business" | "standard" | undefined;
}

/**
 * What can be spent without falling short of expected charges: `safe = balance − holds −
 * reserve − forecast`, never below zero. If the result would be negative, `short` is the
 * shortfall. Each term lists its newest entries. Its amount and count include all entries.
 */
export interface SafeToSpend {
  currency: Currency;
  asOf: Timestamp;
  safe: Amount;
  short: Amount;
  /** The card's balance; negative if the card owes more than it holds. */
  balance: {
    amount: Amount;
    owed: Amount;
    entries: ({
      movementId: string;
      title: string;
      merchant?: Merchant | undefined;
      amount: Amount;
      at: Timestamp;
    })[];
  };
  /** Amounts held for pending payments. */
  holds: {
    amount: Amount;
    count: number;
    entries: ({
      movementId: string;
      title: string;
      merchant?: Merchant | undefined;
      amount: Amount;
      at: Timestamp;
    })[];
  };
  /**
   * How much more than their holds the pending payments may settle for, depending on the
   * merchants' categories.
   */
  reserve: {
    amount: Amount;
    count: number;
    entries: ({
      movementId: string;
      title: string;
      merchant?: Merchant | undefined;
      amount: Amount;
      at: Timestamp;
    })[];
  };
  /** Recurring charges up to and including the day `until`. */
  forecast: {
    amount: Amount;
    until: string;
    entries: ({
      charge: LikelyCharge;
      on: string;
    })[];
  };
  /** What the card may draw on the account today in addition, without the fee. */
  drawable?: Amount | undefined;
  /**
   * What merchants that the owner wants kept paid may draw on the account today under their
   * own ceiling, without the fee. Both draw on the same account.
   */
  keepAliveDrawable?: Amount | undefined;
}

/** All blocked hours of a card; an empty list removes them. */
export interface ScheduleBody {
  revision?: EditedRevision;
  windows: ScheduleWindow[];
}

/**
 * Blocked hours of a card, from `from` until just before `to` in the program's time zone,
 * starting on each of the listed days. They extend past midnight if `to` is earlier than
 * `from`, and last a full day if both are equal.
 */
export interface ScheduleWindow {
  days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  from: string;
  to: string;
}

export interface SpendQuoteBody {
  quoteId: string;
}

/** Settled spending minus refunds. Negative if there are only refunds. */
export interface Spending {
  currency: Currency;
  /** Whether some amounts were converted from other currencies, so that the total is not exact. */
  converted: boolean;
  unconverted: Unconverted;
  total: Amount;
  /** Categories with spending, largest first. */
  categories: ({
    category: "advertising" | "software" | "travel" | "shopping" | "other";
    amount: Amount;
  })[];
  /** One entry per day, oldest first, including days without spending. */
  days: ({
    day: string;
    amount: Amount;
  })[];
}

export interface SpendingQuery {
  days?: "7" | "30" | "90" | undefined;
  /** The currency to convert to for display; defaults to USD. */
  currency?: Currency | undefined;
  cardId?: string | undefined;
}

export interface Strategy {
  id: string;
  name: string;
  status: "draft" | "shadow" | "active" | "paused" | "retired";
  statusSince: Timestamp;
  version: number;
  rule: StrategyRule;
  /** Payments this month that the rule acted on, or would have acted on in shadow mode. */
  hitsThisMonth: number;
  /** The number of those payments that it matched in shadow mode, without effect. */
  triedThisMonth: number;
  /** When the rule last acted, or would have acted if not in shadow mode; null if never. */
  lastHitAt: Timestamp | null;
  createdAt: Timestamp;
}

/** Newest version first, at most 100. */
export interface StrategyDetail {
  id: string;
  name: string;
  status: "draft" | "shadow" | "active" | "paused" | "retired";
  statusSince: Timestamp;
  version: number;
  rule: StrategyRule;
  /** Payments this month that the rule acted on, or would have acted on in shadow mode. */
  hitsThisMonth: number;
  /** The number of those payments that it matched in shadow mode, without effect. */
  triedThisMonth: number;
  /** When the rule last acted, or would have acted if not in shadow mode; null if never. */
  lastHitAt: Timestamp | null;
  createdAt: Timestamp;
  versions: StrategyVersion[];
}

/** A payment that a strategy acted on, or would have acted on if not in shadow mode. */
export interface StrategyHit {
  id: string;
  strategyId: string;
  strategyName: string;
  version: number;
  action: "decline" | "review" | "freeze" | "notify";
  shadow: boolean;
  movementId: string;
  cardId: string;
  amount: Amount;
  currency: Currency;
  merchant: Merchant;
  at: Timestamp;
}

export type StrategyHitPage = Page<StrategyHit>;

export interface StrategyHitQuery {
  limit?: number | undefined;
  strategyId?: string | undefined;
}

export interface StrategyList {
  data: Strategy[];
  nextCursor: string | null;
  /** Payments that any strategy declined or held this month. */
  stoppedThisMonth: number;
}

/** A rule: conditions, an action, and the cards that it applies to. */
export interface StrategyRule {
  when: RuleConditions;
  action: "decline" | "review" | "freeze" | "notify";
  scope: RuleScope;
  /** Whether windows count activity per card or across all cards in the scope. */
  counts: "per_card" | "together";
  /** The currency of the amounts; if set, the rule applies only to cards in that currency. */
  currency?: Currency | undefined;
  /** Whether an email is sent each time the rule acts. */
  email: boolean;
}

export interface StrategyStatusBody {
  status: "shadow" | "active" | "paused" | "retired";
}

export interface StrategyVersion {
  version: number;
  name: string;
  rule: StrategyRule;
  createdAt: Timestamp;
}

/**
 * How much is added: a `fixed` amount, what the balance lacks to a `target`, or what it
 * lacks for the expected `charge`.
 */
export type TopUpAmount = {
  kind: "fixed";
  amount: Amount;
} | {
  kind: "target";
  balance: Amount;
} | {
  kind: "charge";
};

/**
 * When a card is topped up: `balance`, after a payment that leaves less available than
 * `below`; `week` and `month`, at an hour of a day in the program's time zone (in a shorter
 * month, on its last day); `charge`, before a charge that is expected from a merchant.
 */
export type TopUpTrigger = {
  kind: "balance";
  below: Amount;
} | {
  kind: "week";
  day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
  hour: number;
} | {
  kind: "month";
  day: number;
  hour: number;
} | {
  kind: "charge";
  hoursBefore: number;
};

/** One check of a decision. Checks are listed in the order they were made. */
export interface TraceEntry {
  /** The name of one of the program's checks, `strategy`, or `programme_rule`. */
  check: string;
  passed: boolean;
  /** The decline code if the check fails. */
  code: string;
  limit?: Amount | undefined;
  used?: Amount | undefined;
  attempted?: Amount | undefined;
  /** Used instead of the amounts if the check counts payments. */
  limitCount?: number | undefined;
  usedCount?: number | undefined;
  /** When the used amount starts to become available again. */
  resetsAt?: Timestamp | undefined;
  strategyId?: string | undefined;
  strategyName?: string | undefined;
  /** The program rule that declined the payment, described in the reader's language. */
  programmeRule?: string | undefined;
  action?: "decline" | "review" | "freeze" | "notify" | undefined;
  /** Whether the rule was evaluated in shadow mode, without effect. */
  shadow?: boolean | undefined;
  /** The purchase mandate that the card was issued for, in a check of its terms. */
  mandateId?: string | undefined;
  /** True if the check would have failed, but the customer had allowed the payment. */
  allowed?: boolean | undefined;
}

/**
 * Currencies whose amounts are left out because there are no exchange rates for them;
 * otherwise empty.
 */
export type Unconverted = Currency[];

/** The file's name, and the payment that the receipt is for, if it is known. */
export interface UploadReceiptQuery {
  name?: string | undefined;
  movementId?: string | undefined;
}

/**
 * One of the customer's tags, as spelled on one of the cards, and the number of cards that
 * have it.
 */
export interface UsedTag {
  tag: string;
  cards: number;
}

export interface Wallet {
  /**
   * The total across cards and accounts, converted to `currency` for display. Null, like
   * `cards` and `account`, if part of it is in another currency and there are no exchange
   * rates.
   */
  total: Amount | null;
  currency: Currency;
  cards: Amount | null;
  account: Amount | null;
  balances: ({
    currency: Currency;
    available: Amount;
    held: Amount;
  })[];
  /**
   * Units of `currency` per US dollar, as a decimal string; null if there are no exchange
   * rates.
   */
  rate: string | null;
  ratedAt: Timestamp | null;
}

export interface WalletQuery {
  currency?: Currency | undefined;
}

export interface Webhook {
  id: string;
  name: string;
  url: string;
  types: ("payment.authorized" | "payment.held" | "payment.declined" | "payment.updated" | "payment.force_posted" | "payment.refunded" | "deposit.created" | "deposit.updated" | "withdrawal.created" | "withdrawal.updated" | "withdrawal.returned" | "exchange.created" | "card.loaded" | "card.unloaded" | "movement.created" | "movement.updated" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.limits_changed" | "card.replaced" | "card.closed")[];
  cards: string[];
  /**
   * `unverified`: gets nothing until it has answered a challenge; `paused`: events wait;
   * `disabled`: gets nothing until it has answered another challenge.
   */
  status: "unverified" | "active" | "paused" | "disabled";
  /**
   * `failing`: no attempt succeeded for five days; `gone`: it answered 410; `alarm`: by a “not
   * me” link.
   */
  disabledBecause: "failing" | "gone" | "alarm" | null;
  /** Since when every attempt has failed; null after a success. */
  failingSince: Timestamp | null;
  /** How many events wait to be sent, or to be sent again. */
  waiting: number;
  /** Until when the secret that was replaced still signs; null if it does not. */
  formerSecretUntil: Timestamp | null;
  createdAt: Timestamp;
}

export interface WebhookAttempt {
  id: string;
  /** `example` and `challenge` are sent on request, once. */
  kind: "event" | "example" | "challenge";
  /** The event's sequence and id; null for examples and challenges. */
  sequence: number | null;
  eventId: string | null;
  /** The event's type; null for a challenge. */
  type: "payment.authorized" | "payment.held" | "payment.declined" | "payment.updated" | "payment.force_posted" | "payment.refunded" | "deposit.created" | "deposit.updated" | "withdrawal.created" | "withdrawal.updated" | "withdrawal.returned" | "exchange.created" | "card.loaded" | "card.unloaded" | "movement.created" | "movement.updated" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.limits_changed" | "card.replaced" | "card.closed" | null;
  at: Timestamp;
  durationMs: number;
  outcome: "delivered" | "refused" | "redirected" | "timed_out" | "connection_failed" | "tls_failed" | "name_not_found" | "address_not_public" | "challenge_not_echoed";
  /** The response's HTTP status; null if there was no response. */
  status: number | null;
  /** When the event is sent again; null if it is not. */
  nextAt: Timestamp | null;
}

export type WebhookAttemptPage = Page<WebhookAttempt>;

/** An event as it is sent. It names an object, and contains nothing of it. */
export interface WebhookEvent {
  id: string;
  type: "payment.authorized" | "payment.held" | "payment.declined" | "payment.updated" | "payment.force_posted" | "payment.refunded" | "deposit.created" | "deposit.updated" | "withdrawal.created" | "withdrawal.updated" | "withdrawal.returned" | "exchange.created" | "card.loaded" | "card.unloaded" | "movement.created" | "movement.updated" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.limits_changed" | "card.replaced" | "card.closed";
  version: number;
  /** When it happened. */
  at: Timestamp;
  customer: string;
  object: {
    type: "movement" | "card";
    id: string;
  };
  /** Counts the customer's events from 1, without a gap, in the ledger's sealed order. */
  sequence: number;
  /** The sealed block with the row that the event comes from. */
  block: number;
}

export type WebhookEventPage = Page<WebhookEvent>;

export interface WebhookEventQuery {
  limit?: number | undefined;
  type?: "payment.authorized" | "payment.held" | "payment.declined" | "payment.updated" | "payment.force_posted" | "payment.refunded" | "deposit.created" | "deposit.updated" | "withdrawal.created" | "withdrawal.updated" | "withdrawal.returned" | "exchange.created" | "card.loaded" | "card.unloaded" | "movement.created" | "movement.updated" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.limits_changed" | "card.replaced" | "card.closed" | undefined;
}

export interface WebhookExampleBody {
  type: "payment.authorized" | "payment.held" | "payment.declined" | "payment.updated" | "payment.force_posted" | "payment.refunded" | "deposit.created" | "deposit.updated" | "withdrawal.created" | "withdrawal.updated" | "withdrawal.returned" | "exchange.created" | "card.loaded" | "card.unloaded" | "movement.created" | "movement.updated" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.limits_changed" | "card.replaced" | "card.closed";
}

export type WebhookPage = Page<Webhook>;

/** The result of a challenge or an example, with the endpoint after it. */
export interface WebhookTried {
  webhook: Webhook;
  attempt: WebhookAttempt;
}

/** Every type of event, with what it means and a sample. */
export interface WebhookTypeList {
  types: ({
    type: "payment.authorized" | "payment.held" | "payment.declined" | "payment.updated" | "payment.force_posted" | "payment.refunded" | "deposit.created" | "deposit.updated" | "withdrawal.created" | "withdrawal.updated" | "withdrawal.returned" | "exchange.created" | "card.loaded" | "card.unloaded" | "movement.created" | "movement.updated" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.limits_changed" | "card.replaced" | "card.closed";
    meaning: string;
    sample: WebhookEvent;
  })[];
}

export interface Withdrawal {
  id: string;
  /** The status, as in every list; `stage` is more precise. */
  status: "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired";
  stage: "cooling" | "review" | "queued" | "sending" | "confirming" | "completed" | "cancelled" | "rejected" | "declined" | "failed" | "expired";
  asset: "USDT";
  network: "TRC20" | "ERC20" | "BEP20";
  address: string;
  addressLabel: string;
  amount: Amount;
  fee: Amount;
  feeBasisPoints: number;
  networkFee: Amount;
  total: Amount;
  currency: Currency;
  receiveAmount: Amount;
  /** Why an operator reviews the withdrawal; empty if no review is needed. */
  reviewReasons: ("over_threshold" | "young_account" | "new_address" | "flagged")[];
  /** The review's case; null if there is none. */
  reviewId: string | null;
  canCancel: boolean;
  /** End of the cancel window. Nothing is sent before this moment. */
  cancelUntil: Timestamp;
  /**
   * Seconds until `cancelUntil` by the server's clock, because the client's clock may be
   * wrong.
   */
  cancelSecondsLeft: number;
  confirmations: number;
  confirmationsRequired: number;
  transactionHash: string | null;
  /** What has happened so far, in order. */
  timeline: ({
    stage: "cooling" | "review" | "queued" | "sending" | "confirming" | "completed" | "cancelled" | "rejected" | "declined" | "failed" | "expired";
    at: Timestamp;
  })[];
  createdAt: Timestamp;
  endedAt: Timestamp | null;
  movementId: string;
  /** The movement that returned the money; null if there is none. */
  returnMovementId: string | null;
}

export type WithdrawalList = Page<Withdrawal>;

export interface WithdrawalQuote {
  quoteId: string;
  addressId: string;
  asset: "USDT";
  network: "TRC20" | "ERC20" | "BEP20";
  address: string;
  /** The amount to send, before fees, in the account's currency. */
  amount: Amount;
  fee: Amount;
  feeBasisPoints: number;
  networkFee: Amount;
  /** The total amount that leaves the account. */
  total: Amount;
  currency: Currency;
  /** The amount that arrives at the address, in the asset. */
  receiveAmount: Amount;
  /** Units of `currency` per unit of the asset, including the spread. */
  rate: string;
  /** The time of the rate, as reported by its source. */
  ratedAt: Timestamp;
  /** Publisher of the rate; null for quotes created before publishers were recorded. */
  rateSource: string | null;
  /** The spread: how much worse the customer's rate is than the source's rate. */
  spreadBasisPoints: number;
  /** What is available on the account afterwards: without the money that is on hold. */
  accountBalanceAfter: Amount;
  /** Whether an operator will review the withdrawal before it is sent. */
  needsReview: boolean;
  /**
   * Known addresses that the withdrawal's address could be confused with. Show them in full
   * before the withdrawal is confirmed.
   */
  lookalikes: ({
    /**
     * `book`: from the address book, where it may have been removed; `deposit`: one of the
     * addresses that the customer's deposits were paid to; `sender`: one that they were paid
     * from.
     */
    kind: "book" | "deposit" | "sender";
    label: string | null;
    address: string;
  })[];
  expiresAt: Timestamp;
}

/** Current costs and limits for withdrawals. */
export interface WithdrawalTerms {
  feeBasisPoints: number;
  asset: "USDT";
  networks: ({
    network: "TRC20" | "ERC20" | "BEP20";
    /** What the network charges for a payout, in the asset. */
    cost: Amount;
    /** The smallest payout, in the asset. */
    minimum: Amount;
    confirmationsRequired: number;
  })[];
  /** The maximum for a single withdrawal, in the asset. */
  maximum: Amount;
  /**
   * How much may be withdrawn in a day, including all costs. `dayUsed` is how much has been
   * withdrawn today. Both are in `USD`.
   */
  dayLimit: Amount;
  dayUsed: Amount;
  dayCount: number;
  dayMaxCount: number;
  dayEndsAt: Timestamp;
  /** Whether the customer has a second factor, which raises the daily limit. */
  hasSecondFactor: boolean;
  /**
   * When withdrawals become possible again after a change of password or second factor; null
   * if they are possible now.
   */
  lockedUntil: Timestamp | null;
  /** Whether there is a security hold. Nothing can be withdrawn until an operator lifts it. */
  onHold: boolean;
  cancelSeconds: number;
}
