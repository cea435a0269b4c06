// Written by `npm run schema` from a migrated database. Do not edit.
import type { Generated, GeneratedAlways } from "kysely";

/**
 * Requests to close a customer's account. A request ends when it is canceled or the account is
 * closed. Rows are kept for the record.
 */
interface AccountClosing {
  id: string;
  customer_id: string;
  person_id: string;
  /** The idempotency key of the requesting call. */
  client_key: string;
  factor: "password" | "totp" | "recovery" | "passkey";
  asked_at: Date;
  /** The end of the cooling period. */
  ends_at: Date;
  /** Canceled by the customer, or by an emailed link. */
  cancelled_at: Date | null;
  cancelled_by: string | null;
  /** When the reminder was emailed. */
  reminded_at: Date | null;
  /** When the end of the cooling period was noticed; from then on, cards are closed. */
  settling_at: Date | null;
  /**
   * When the customer was emailed that they must act before the account can be closed; null again
   * after new amounts arrive.
   */
  waiting_mailed_at: Date | null;
  closed_at: Date | null;
  /**
   * When closed_at was written, by the database's clock: a live program counts the years until
   * erasure from here, no matter what dates the application writes.
   */
  closed_recorded_at: Date | null;
  /**
   * The place among the closed accounts that are checked for erasure, if it is no longer
   * closed_at: the end of the retention period when money was found, or infinity once the customer
   * is erased.
   */
  erasure_order: Date | null;
}

/**
 * Balances that the customer agreed to leave behind, and balances left at closure, which support
 * pays out. They never change once the closure has ended.
 */
interface AccountClosingAmount {
  closing_id: string;
  currency: "USD" | "CNY" | "EUR";
  named_minor: bigint;
  /** Null until the account is closed. */
  left_minor: bigint | null;
}

/** Emailed links that cancel a closure, by the SHA-256 of their secrets. */
interface AccountClosingLink {
  token_hash: Buffer;
  closing_id: string;
}

/**
 * Accounts that were stopped because they failed a ledger invariant. A stop is never deleted, and
 * also records who lifted it, when and why.
 */
interface AccountStop {
  id: string;
  account_id: bigint;
  customer_id: string;
  check_name: string;
  /** The row that failed the check, as JSON, for operators and the log. */
  finding: string;
  stopped_at: Date;
  lifted_at: Date | null;
  lifted_by: string | null;
  note: string | null;
  /** When administrators were emailed about the stop. */
  mailed_at: Date | null;
}

/**
 * Announcements. A draft may have no start yet. A deleted announcement is kept, because the audit
 * log refers to it.
 */
interface Announcement {
  id: string;
  type: "info" | "warning" | "success" | "error";
  audience: "public" | "customers" | "operators";
  starts_at: Date | null;
  ends_at: Date | null;
  created_by: string;
  created_at: Date;
  is_draft: boolean;
  /** Used to reject an edit that was based on an earlier revision. */
  revision: number;
  changed_by: string;
  changed_at: Date;
  deleted_at: Date | null;
  /** The idempotency keys of the calls that created and deleted the announcement. */
  client_key: string | null;
  deleted_with: string | null;
}

/**
 * Content as written and as sanitized, with the sanitizer's version, so that existing content can
 * be sanitized again.
 */
interface AnnouncementText {
  announcement_id: string;
  locale: "zh-CN" | "zh-TW" | "en";
  title: string;
  content_raw: string;
  content_clean: string;
  sanitiser_version: number;
}

/**
 * Keys with which a customer's software calls the API. A key acts for its customer, within its
 * scopes, ceilings and addresses. Rows are kept for the record.
 */
interface ApiKey {
  id: string;
  customer_id: string;
  person_id: string;
  name: string;
  /** `test` in the sandbox, `live` elsewhere. A key of the other mode is not accepted. */
  mode: "live" | "test";
  scopes: string[];
  addresses: string[];
  calls_per_minute: number;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  /** The network (/24 or /48) of the last call; null if there is none that identifies a place. */
  last_used_network: string | null;
  revoked_at: Date | null;
  /**
   * `owner`: by the customer. `exposed`: the key was found in the URL of a request. `alarm`: by
   * the link of a “not me” mail.
   */
  revoked_because: "owner" | "exposed" | "alarm" | null;
}

/**
 * Calls made with API keys, for their owners, for 30 days. Has the route's template, never a path,
 * a parameter or a body. Rows are written in batches after the response.
 */
interface ApiKeyCall {
  id: string;
  key_id: string;
  at: Date;
  method: string;
  route: string;
  status: number;
  code: string | null;
  address: string;
  duration_ms: number;
  request_id: string;
}

/**
 * What an API key may move in a currency: in a call, and in a day (UTC). The ledger counts the day
 * with the movement itself. A key moves nothing in a currency without a row.
 */
interface ApiKeyCeiling {
  key_id: string;
  currency: "USD" | "CNY" | "EUR";
  per_call_minor: bigint;
  per_day_minor: bigint;
}

/**
 * The texts of API keys, as SHA-256: the current one, and former ones until they end. The hint is
 * the first and the last characters, which identify a key to its owner.
 */
interface ApiKeyText {
  token_hash: Buffer;
  key_id: string;
  hint: string;
  created_at: Date;
  ends_at: Date | null;
}

/**
 * Movements of assets: what the program holds of a token on a network. One row for each, written
 * in one transaction with it and with the movement in a currency. Never changed.
 */
interface AssetBooking {
  /** The movement in the asset. */
  id: string;
  kind: "deposit" | "reversal" | "payout" | "opening";
  /**
   * The movement in a currency that it belongs to: a credit, a reversal or a payout of a customer,
   * or the program's for an opening.
   */
  for_movement_id: string;
  asset: string;
  network: string;
  /** By how much the program's holding on the chain changed, in millionths of a token. */
  chain_micro: bigint;
  /** What is kept below a hundredth for the customer's next payment, in millionths. */
  dust_micro: bigint;
  /** What the program keeps, such as the cost of a recovery, in millionths. */
  fees_micro: bigint;
  /**
   * What customers sold to the program in the asset, in millionths; negative if they bought it.
   */
  sold_micro: bigint;
  currency: "USD" | "CNY" | "EUR";
  /**
   * What customers bought from the program for the asset, in minor units of the currency; negative
   * if they sold it.
   */
  bought_minor: bigint;
  created_at: Date;
}

/**
 * What customers' payments left below a hundredth of a token. It is credited with the next one.
 */
interface AssetDust {
  customer_id: string;
  asset: string;
  network: string;
  /** In millionths. Below zero if a payment was taken back whose remainder had been credited. */
  micro: bigint;
}

/** Snapshots of customers' holdings, refreshed after five minutes. */
interface AssetSnapshot {
  customer_id: string;
  taken_at: Date;
  holdings: unknown;
}

/**
 * Orders to top up a card by itself: when, by how much, and at which fee. A changed order is a new
 * row; a card has at most one that has not ended.
 */
interface AutoTopUp {
  id: string;
  customer_id: string;
  card_id: string;
  /** Who agreed. Top-ups stop until this person has accepted the legal texts in force. */
  person_id: string;
  trigger_kind: "balance" | "week" | "month" | "charge";
  below_minor: bigint | null;
  day: number | null;
  hour: number | null;
  hours_before: number | null;
  amount_kind: "fixed" | "target" | "charge";
  amount_minor: bigint | null;
  monthly_cap_minor: bigint;
  fee_basis_points: number;
  ends_on: string | null;
  next_at: Date | null;
  paused_by_fee: Generated<boolean>;
  /** The refusal about which the owner was sent an email; null after a top-up. */
  told_reason: string | null;
  /**
   * The database snapshot in which the order was made. Movements that it does not contain came
   * later, and can cause a top-up.
   */
  made_at_snapshot: Generated<string>;
  created_at: Date;
  ended_at: Date | null;
}

/**
 * One row, locked by the server that searches movements for balances below a threshold.
 * searched_to: the transaction up to which they were searched.
 */
interface AutoTopUpProgress {
  only_row: Generated<boolean>;
  searched_to: Generated<bigint>;
}

/**
 * What was done for each cause of an automatic top-up. A cause is unique within its order, so that
 * it is acted on once, however often and by however many servers it is seen.
 */
interface AutoTopUpRun {
  id: string;
  auto_top_up_id: string;
  customer_id: string;
  card_id: string;
  /**
   * "below:" and a movement, "start" for a balance that was below the threshold when the order was
   * made, "day:" and a day, or "charge:" with the expected day and the merchant.
   */
  cause: string;
  merchant: string | null;
  charge_minor: bigint | null;
  outcome: Generated<"waiting" | "funded" | "not_needed" | "refused">;
  reason: string | null;
  movement_id: string | null;
  amount_minor: bigint | null;
  fee_minor: bigint | null;
  created_at: Date;
  ended_at: Date | null;
}

/** The program's accounts at banks whose statements are imported, with their last balance. */
interface BankAccount {
  account: string;
  currency: "USD" | "CNY" | "EUR";
  opening_minor: bigint;
  closing_minor: bigint;
  closing_on: string;
  imported_at: Date;
}

/** Booked transactions of bank statements, and what became of each. */
interface BankEntry {
  id: string;
  bank_statement_id: string;
  account: string;
  /** The bank's reference of the entry, with its kind, unique within the account. */
  entry_key: string;
  n: number;
  currency: "USD" | "CNY" | "EUR";
  amount_minor: bigint;
  is_credit: boolean;
  is_reversal: boolean;
  booked_on: string;
  valued_on: string | null;
  end_to_end_id: string | null;
  transaction_ids: string[];
  creditor_references: string[];
  remittance: string;
  party_name: string | null;
  party_account: string | null;
  /**
   * A credit waits, then is `credited`, `reviewing`, or `unmatched`; an unmatched one is
   * `returning` and `returned`. `reversed` credits were taken back by the bank. A debit waits,
   * then is an `outflow` that nothing explains, the payment of a return, or a `reversal`. The
   * bank's side of a recorded trade is `traded`, in both directions.
   */
  state: "waiting" | "credited" | "reviewing" | "unmatched" | "returning" | "returned" | "reversed" | "traded" | "outflow" | "return_paid" | "reversal";
  reason: string | null;
  customer_id: string | null;
  movement_id: string | null;
  counterpart_id: string | null;
  return_reference: string | null;
  decided_by: string | null;
  changed_at: Date;
}

/**
 * Imports of bank statements, while they run and afterwards: one row for each file, also for those
 * that were refused. Deleted after 90 days.
 */
interface BankImport {
  id: string;
  imported_by: string;
  state: "reading" | "imported" | "refused";
  /** Transactions read so far. */
  entries: number;
  statements: unknown;
  /** Why the file was refused: line, code and an excerpt for each problem. */
  problems: unknown;
  started_at: Date;
  updated_at: Date;
}

/**
 * The creditor reference (ISO 11649) by which a customer's bank transfers of a currency are
 * recognized.
 */
interface BankReference {
  reference: string;
  customer_id: string;
  currency: "USD" | "CNY" | "EUR";
  created_at: Date;
}

/** Imported bank statements, one per account and import that added anything. */
interface BankStatement {
  id: string;
  account: string;
  currency: "USD" | "CNY" | "EUR";
  format: "camt.053" | "csv";
  statement_id: string;
  opening_minor: bigint;
  closing_minor: bigint;
  closing_on: string;
  added: number;
  known: number;
  pending: number;
  credits_minor: bigint;
  debits_minor: bigint;
  movement_id: string | null;
  imported_at: Date;
  imported_by: string;
}

/**
 * Trades with a bank that offset an open position, approved by two administrators. The id is that
 * of the movement in the sold currency. Never changed.
 */
interface BankTrade {
  id: string;
  bought_movement_id: string;
  sold_currency: "USD" | "CNY" | "EUR";
  /** What the program gave to the bank, in minor units. */
  sold_minor: bigint;
  bought_currency: "USD" | "CNY" | "EUR";
  /** What the program got from the bank, in minor units. */
  bought_minor: bigint;
  /** What the bank calls the trade. A trade is recorded once. */
  bank_reference: string;
  proposal_id: string;
  created_at: Date;
}

/**
 * The dashboard's figures by hour, so that a month needs only hundreds of rows instead of all
 * movements. For the measure `authorisation`, code is the decline code or `approved`; for
 * `volume`, the movement's type. amount: minor units, never negative.
 */
interface BoardHour {
  hour: Date;
  measure: "authorisation" | "volume";
  code: string;
  currency: string;
  count: bigint;
  amount: string;
}

/**
 * board_hour includes the movements of transactions below counted_to. The counting job locks this
 * row.
 */
interface BoardProgress {
  only_row: Generated<boolean>;
  counted_to: Generated<bigint>;
  /** When the last check of the ledger invariants started, by the database's clock. */
  checks_begun_at: Generated<Date>;
}

/**
 * A captcha is a picture, whose answer is stored as a hash, or a proof of work of proof_parts
 * parts, each with proof_bits leading zero bits after proof_rounds rounds.
 */
interface Captcha {
  id: string;
  /** The hash of a picture's answer; null for a proof of work, which uses the columns proof_*. */
  answer_hash: Buffer | null;
  expires_at: Date;
  proof_parts: number | null;
  proof_bits: number | null;
  proof_rounds: number | null;
}

/**
 * A card and its three accounts in the ledger. The PAN is in the vault (card_secret); CVVs are
 * never stored.
 */
interface Card {
  id: string;
  customer_id: string;
  segment_id: string;
  /**
   * The ledger accounts that hold its money, that fund it, and that hold debt from force posts.
   */
  card_account: bigint;
  funding_account: bigint;
  receivable_account: bigint;
  nickname: string | null;
  network: string;
  type: string;
  currency: "USD" | "CNY" | "EUR";
  last4: string;
  expiry_month: number;
  expiry_year: number;
  status: Generated<"active" | "frozen" | "closing" | "closed">;
  /** A card keeps the limits it was issued with. */
  per_transaction_limit_minor: bigint;
  daily_limit_minor: bigint;
  monthly_limit_minor: bigint;
  billing_address: unknown;
  created_at: Date;
  frozen_at: Date | null;
  closed_at: Date | null;
  usage: Generated<"standard" | "single_use" | "merchant_locked">;
  /**
   * The merchant that a merchant-locked card pays, written once: the key for comparisons, and the
   * name for display.
   */
  locked_merchant_key: string | null;
  locked_merchant_name: string | null;
  /** A contract `{ windows: ScheduleWindow[] }`; null for a card without a schedule. */
  schedule: unknown;
  /**
   * The cards that this card replaced, newest first. Rules that name one of them also apply to
   * this card.
   */
  predecessors: Generated<string[]>;
  /** Counts changes to the owner's settings. An edit based on an earlier revision is rejected. */
  revision: Generated<number>;
  tags: Generated<string[]>;
  /** Each tag in the form used for comparison: case-folded, in Unicode's compatibility form. */
  tag_keys: Generated<string[]>;
  /**
   * The limits set by the owner; null if not set. The lower of these and the product's limits
   * applies.
   */
  own_per_transaction_limit_minor: bigint | null;
  own_daily_limit_minor: bigint | null;
  own_monthly_limit_minor: bigint | null;
  /** Whether the owner has blocked payments in other currencies. */
  blocks_foreign: Generated<boolean>;
  /**
   * The most that may leave the account for this card in a day, fees included, in minor units;
   * null if the card does not draw on the account.
   */
  draw_daily_minor: bigint | null;
  /**
   * The fee on what is drawn that the owner has agreed to. A higher one in force stops drawing.
   */
  draw_fee_basis_points: number | null;
  /** The only merchants that may be paid from the account; null for every merchant. */
  draw_merchants: string[] | null;
  /**
   * The most that the merchants to keep paid may draw on the account in a day, in addition to
   * draw_daily_minor, fees included, in minor units; null if there are none.
   */
  keep_alive_daily_minor: bigint | null;
  /** The fee on what these merchants draw that the owner has agreed to. */
  keep_alive_fee_basis_points: number | null;
  /** The merchants to keep paid, by name: each also matches names that begin with it. */
  keep_alive_merchants: string[] | null;
  /** The purchase mandate whose terms the card's payments are checked against. */
  mandate_id: string | null;
}

/**
 * Applications for a card. The id is also the id of the movement that charged the opening fee. The
 * fee of an application under review is held until the decision.
 */
interface CardApplication {
  id: string;
  customer_id: string;
  segment_id: string;
  nickname: string | null;
  opening_fee_minor: bigint;
  fee_schedule_version: number;
  status: "processing" | "reviewing" | "completed" | "failed" | "rejected" | "cancelled" | "expired";
  card_id: string | null;
  /** The client's Idempotency-Key, by which a retry after a lost response finds its card. */
  client_key: string;
  created_at: Date;
  usage: Generated<"standard" | "single_use" | "merchant_locked">;
  /** "auto", or the address as entered. */
  billing_address: unknown;
  /** The hold for the opening fee; null if there is none. */
  hold_id: string | null;
}

/**
 * Requests to close a card, which take effect once its holds have ended. client_key is the key of
 * the requesting call.
 */
interface CardClosing {
  card_id: string;
  customer_id: string;
  client_key: string | null;
  actor: string;
  request_id: string;
  asked_at: Date;
  /** The body of the call, so that the key is refused with a different body. */
  when_settled: boolean | null;
}

/**
 * Cards with a negative balance, collected as soon as there is money. The amount is in the
 * receivable account, where an index on the balance would slow down every posting.
 */
interface CardDebt {
  card_id: string;
}

/**
 * Who froze a card, one row per layer. While any row exists, card.status is `frozen` and the
 * card's account takes no debits. A schedule has no row, because its freezes follow from the
 * clock.
 */
interface CardFreeze {
  card_id: string;
  layer: "customer" | "risk" | "verification" | "operator";
  reason: string;
  /** Only for the record. */
  reason_detail: unknown;
  starts_at: Date;
  actor: string;
  /**
   * The call that froze all cards, if it froze this one. Checked at commit, because the call's row
   * lists the frozen cards and is therefore written after them.
   */
  freeze_all_id: string | null;
}

/** Calls that froze all of a customer's cards. Each call can be undone as a unit. */
interface CardFreezeAll {
  id: string;
  customer_id: string;
  /** The call's idempotency key. */
  client_key: string;
  /** The cards that the call froze; empty if all cards were already frozen. */
  card_ids: string[];
  frozen_at: Date;
  /**
   * When the call was undone and how many cards that unfroze, or when the owner dismissed the
   * notice about it.
   */
  undone_at: Date | null;
  unfrozen_cards: number | null;
  dismissed_at: Date | null;
}

/**
 * Cardholder data that the issuer needs: name, birth date, address, phone and acceptance of its
 * terms, as one text sealed under a separate key.
 */
interface CardHolder {
  customer_id: string;
  /**
   * The key-encryption key that wraps the key. With its id, keys can be replaced while old rows
   * can still be opened.
   */
  key_id: string;
  wrapped_key: Buffer;
  facts_sealed: Buffer;
  /** Counts changes. If an issuer has an earlier revision, the current one is sent to it. */
  revision: number;
  changed_at: Date;
}

/**
 * Quotes for loading and unloading a card. A quote's id is the id of the movement that redeems it,
 * so the ledger redeems it at most once.
 */
interface CardQuote {
  id: string;
  customer_id: string;
  card_id: string;
  operation: "deposit" | "withdraw";
  amount_minor: bigint;
  fee_minor: bigint;
  fee_basis_points: number;
  fee_schedule_version: number;
  currency: "USD" | "CNY" | "EUR";
  created_at: Date;
  expires_at: Date;
}

/** Replacements. The id is also the id of the new card's first movement. */
interface CardReplacement {
  id: string;
  customer_id: string;
  replaced_card_id: string;
  card_id: string;
  reason: "lost" | "stolen" | "compromised" | "damaged" | "expired";
  /** Amounts spent in the current day and month, carried over to the new card. */
  carried_day_minor: bigint;
  carried_month_minor: bigint;
  client_key: string;
  created_at: Date;
}

/** The vault: PANs, each sealed under a separate key that the key-encryption key wraps. */
interface CardSecret {
  card_id: string;
  customer_id: string;
  /**
   * The key-encryption key that wraps the key. With its id, keys can be replaced while old rows
   * can still be opened.
   */
  key_id: string;
  wrapped_key: Buffer;
  pan_sealed: Buffer;
  /**
   * HMAC of the PAN under a separate key. Used to find a card by its number, and reveals nothing
   * else.
   */
  pan_index: Buffer;
}

/** Card products: one BIN in one currency, its limits and its stock. */
interface CardSegment {
  id: string;
  /** The order in which customers see the products. */
  position: number;
  network: "visa" | "mastercard" | "amex" | "unionpay" | "jcb" | "discover";
  bin: string;
  type: "premium" | "business" | "standard";
  currency: "USD" | "CNY" | "EUR";
  per_transaction_limit_minor: bigint;
  daily_limit_minor: bigint;
  monthly_limit_minor: bigint;
  stock: number;
  description_en: string;
  description_zh_cn: string;
  description_zh_tw: string;
  active: Generated<boolean>;
  /**
   * The product's own fees apply if they are lower than the published ones: the legal pages state
   * the maximum.
   */
  opening_fee_minor: bigint | null;
  deposit_basis_points: number | null;
  /** Used to reject an edit that was based on an earlier revision. */
  revision: number;
  changed_by: string;
  changed_at: Date;
  /** The idempotency key of the call that created the product. */
  client_key: string | null;
  /**
   * The BINs of the sandbox's products belong to real banks. A product that was edited, or whose
   * BIN was replaced, belongs to the program.
   */
  origin: Generated<"programme" | "sandbox">;
}

/** A card with its balances, in one snapshot and without summing up its history. */
interface CardStanding {
  id: string | null;
  customer_id: string | null;
  segment_id: string | null;
  card_account: bigint | null;
  funding_account: bigint | null;
  receivable_account: bigint | null;
  nickname: string | null;
  network: string | null;
  type: string | null;
  currency: string | null;
  last4: string | null;
  expiry_month: number | null;
  expiry_year: number | null;
  status: string | null;
  per_transaction_limit_minor: bigint | null;
  daily_limit_minor: bigint | null;
  monthly_limit_minor: bigint | null;
  billing_address: unknown;
  created_at: Date | null;
  posted_minor: bigint | null;
  held_minor: bigint | null;
  account_status: number | null;
  suspended: boolean | null;
  funding_posted_minor: bigint | null;
  funding_available_minor: bigint | null;
  owed_minor: bigint | null;
  risk_revision: bigint | null;
  usage: string | null;
  locked_merchant_key: string | null;
  locked_merchant_name: string | null;
  schedule: unknown;
  predecessors: string[] | null;
  freezes: unknown;
  revision: number | null;
  tags: string[] | null;
  tag_keys: string[] | null;
  own_per_transaction_limit_minor: bigint | null;
  own_daily_limit_minor: bigint | null;
  own_monthly_limit_minor: bigint | null;
  blocks_foreign: boolean | null;
  draw_daily_minor: bigint | null;
  keep_alive_daily_minor: bigint | null;
  draw: unknown;
  mandate_id: string | null;
  mandate: unknown;
}

/** Manual stock changes. client_key ensures that a repeated call changes nothing. */
interface CardStockChange {
  id: string;
  segment_id: string;
  /** Positive for an addition, negative for a removal. */
  change: number;
  stock_after: number;
  reason: string;
  changed_by: string;
  changed_at: Date;
  client_key: string;
}

/**
 * Payments with a wrong expiry date or CVV, until they freeze the card or leave the counting
 * window. Neither the PAN nor the incorrect values are stored.
 */
interface CardWrongTry {
  /** The declined payment, so that a repeated message is counted once. */
  movement_id: string;
  card_id: string;
  tried_at: Date;
}

/**
 * The cells of the program: each is one database with its customers and everything that belongs to
 * them. A program on one machine has one cell, number 1.
 */
interface Cell {
  id: number;
  /** Whether new customers are opened in the cell. */
  is_open: Generated<boolean>;
  created_at: Generated<Date>;
}

/** Companies: customers that are nobody's own account and have members instead. */
interface Company {
  customer_id: string;
  name: string;
  created_by: string;
  created_at: Date;
  /** The idempotency key of the call that created the company. */
  client_key: string;
}

/**
 * Which versions of the legal texts were accepted for a company, and by whom. Rows never change.
 */
interface CompanyAcceptance {
  customer_id: string;
  text: "terms" | "privacy" | "security" | "agreement";
  version: number;
  person_id: string;
  locale: "en" | "zh-CN" | "zh-TW";
  /** SHA-256 of the text in the language in which it was shown. */
  text_sha256: string;
  accepted_at: Date;
  network: string | null;
  device: string;
}

/**
 * Adjustments: one operator proposes, and another operator's approval moves the money. An expired
 * adjustment keeps the status `waiting`; compare expires_at.
 */
interface Correction {
  id: string;
  customer_id: string;
  card_id: string | null;
  /** The ledger account that the adjustment changes. */
  account: bigint;
  currency: string;
  direction: "credit" | "debit";
  amount_minor: bigint;
  reason: string;
  reference: string;
  status: "waiting" | "approved" | "refused" | "withdrawn";
  revision: number;
  proposer_id: string;
  proposed_by: string;
  client_key: string;
  proposed_at: Date;
  expires_at: Date;
  decider_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  /** The movement that executed the adjustment, and the available amount before and after it. */
  movement_id: string | null;
  before_minor: bigint | null;
  after_minor: bigint | null;
}

/**
 * Exchanges that took place. Written in one transaction with both movements, and never changed.
 */
interface CurrencyExchange {
  id: string;
  customer_id: string;
  client_key: string;
  created_at: Date;
}

/**
 * How far each custodian feed was read. Written in the same transaction as the transfers that were
 * read.
 */
interface CustodianFeed {
  feed: string;
  cursor: string;
  read_at: Date;
  /** When the feed last contained an invalid or contradictory row; null if it never did. */
  faulty_at: Date | null;
  /** Rows of the feed that were not transfers as the protocol describes them. */
  skipped_invalid: Generated<bigint>;
  /** Rows of the feed about another network, asset or token contract. */
  skipped_foreign: Generated<bigint>;
  /** Rows of the feed with another address or amount than the stored transfer. */
  skipped_contradictory: Generated<bigint>;
}

/**
 * Transfers that a custodian's feed reported, with their confirmations and whether they were
 * acknowledged.
 */
interface CustodianTransfer {
  id: GeneratedAlways<bigint>;
  network: "TRC20" | "ERC20" | "BEP20";
  transaction_hash: string;
  log_index: number;
  address: string;
  amount_minor: bigint;
  confirmations: number;
  acknowledged_at: Date | null;
  amount_exact: string | null;
}

/** A customer of the program. Everything the customer owns refers to this id. */
interface Customer {
  id: string;
  suspended_at: Date | null;
  created_at: Date;
  /**
   * Increases with every change to the rules that apply to the customer's payments, so that
   * servers know whether their compiled rules are current.
   */
  risk_revision: Generated<bigint>;
}

/** The ledger accounts that belong to customers. */
interface CustomerAccount {
  customer_id: string;
  kind: "account" | "receivable";
  currency: string;
  account_id: bigint;
}

/**
 * Who stands behind each customer: the person whose account it is, or a company's owner. The name
 * is the person's username or the company's name.
 */
interface CustomerContact {
  customer_id: string | null;
  person_id: string | null;
  name: string | null;
  email: string | null;
  locale: string | null;
  is_company: boolean | null;
}

/** Events sent to open screens. */
interface CustomerEvent {
  id: GeneratedAlways<bigint>;
  customer_id: string;
  topic: string;
  body: unknown;
  created_at: Generated<Date>;
}

/**
 * Operators' notes about a customer. Nobody can change a note, not even the owner of the schema.
 */
interface CustomerNote {
  id: string;
  customer_id: string;
  author_id: string;
  author: string;
  text: string;
  client_key: string;
  created_at: Date;
}

/**
 * When an operator's view of a customer was last audited. Views are audited at most once an hour.
 */
interface CustomerView {
  operator_id: string;
  customer_id: string;
  viewed_at: Date;
}

/**
 * An archive of everything stored about a customer, requested by that customer. The file is stored
 * in sealed chunks under a separate key and is deleted when it expires.
 */
interface DataArchive {
  id: string;
  customer_id: string;
  /** The idempotency key of the requesting call. */
  client_key: string;
  /** The language of the archive's README. */
  locale: "en" | "zh-CN" | "zh-TW";
  status: Generated<"queued" | "processing" | "completed" | "failed" | "cancelled" | "expired">;
  /** Each takeover begins a new attempt. Chunks belong to the attempt that wrote them. */
  attempt: Generated<number>;
  /**
   * Until when one server has the exclusive right to create the archive, or from when creation may
   * be retried. By the database's clock.
   */
  leased_until: Date | null;
  entries_done: Generated<bigint>;
  entries_total: bigint | null;
  bytes: bigint | null;
  sha256: Buffer | null;
  /**
   * The root key that wraps the file's key, and the wrapped key. Set only for a completed archive:
   * without them, its chunks cannot be opened.
   */
  key_id: string | null;
  wrapped_key: Buffer | null;
  failure: "too_large" | "internal" | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

/** The sealed file in chunks. */
interface DataArchiveChunk {
  archive_id: string;
  attempt: number;
  n: number;
  sealed: Buffer;
}

/**
 * Whether this database is for sandbox, live or practice use, and the deployment that it belongs
 * to. This is the first table of a new database, so that a database is never used for a different
 * purpose. The owner fills the table after the last migration. The application only reads it.
 */
interface DatabaseMark {
  only_row: Generated<boolean>;
  kind: "sandbox" | "live" | "practice";
  deployment_id: string;
  marked_at: Generated<Date>;
  /** The cell that this database is. Checked whenever a server opens the database. */
  cell: Generated<number>;
}

/** Progress of the sandbox's demo data, so that an interrupted start resumes where it stopped. */
interface DemoSeed {
  one_row: Generated<boolean>;
  customer_id: string;
  /** The end of the demo's year. Everything is planned backward from it. */
  ends_at: Date;
  /** Number of completed events of the plan, and the references that later events need. */
  done: Generated<number>;
  refs: Generated<unknown>;
  finished_at: Date | null;
}

/** Deposits: an address on a chain, the amount expected there, and the account to credit. */
interface Deposit {
  id: string;
  customer_id: string;
  client_key: string;
  /**
   * A customer has at most five deposits waiting for a payment. Null once a payment was seen or
   * the deposit stopped waiting.
   */
  slot: number | null;
  asset: "USDT" | "USDC";
  network: "TRC20" | "ERC20" | "BEP20" | "BASE" | "POLYGON";
  address: string;
  amount_minor: bigint;
  currency: "USD" | "CNY" | "EUR";
  /** Units of the account's currency per USDT, times 10^8, at the rates of `rated_at`. */
  rate_scaled: bigint;
  rated_at: Date;
  credit_minor: bigint;
  status: "pending" | "completed" | "expired" | "cancelled";
  /** The movement that represents the deposit in lists. */
  movement_id: string;
  created_at: Date;
  expires_at: Date;
  seen_at: Date | null;
  closed_at: Date | null;
  /** The number required by the provider when the deposit was created. */
  confirmations_required: number;
  /** The parts of rate_scaled as the quote showed them; null if the source is unknown. */
  rate_source: string | null;
  spread_basis_points: Generated<number>;
  /** The provider account that owns the address. Other accounts do not know it. */
  chain_account: string | null;
}

/**
 * Customers who owe because a credited payment left the chain, or the bank reversed a credited
 * transfer, after they had spent it. What is owed is the balance of the receivable.
 */
interface DepositDebt {
  customer_id: string;
  currency: "USD" | "CNY" | "EUR";
}

/**
 * Transfers to a deposit's address. The chain identifies each transfer uniquely, so that it is
 * credited at most once.
 */
interface DepositPayment {
  id: string;
  deposit_id: string;
  customer_id: string;
  network: string;
  transaction_hash: string;
  log_index: number;
  amount_minor: bigint;
  rate_scaled: bigint;
  credit_minor: bigint;
  /** Any of underpaid, overpaid, late, canceled, extra, retracted, other_network, other_token. */
  notes: string[];
  confirmations: number;
  /**
   * The movement that represents the payment in lists: the deposit's movement, or a separate one
   * for an extra payment.
   */
  movement_id: string;
  /** The step that moved the money; null until the transfer is final. */
  credit_movement_id: string | null;
  seen_at: Date;
  credited_at: Date | null;
  /** Under review, or returned to its sender after a review. */
  held: "reviewing" | "returned" | null;
  /**
   * Whether the transfer arrived after its agreed rate had expired and while no other rate was in
   * force. A review sets the price.
   */
  unpriced: Generated<boolean>;
  /** When its block left the chain; null while the payment is on the chain. */
  retracted_at: Date | null;
  /** What the provider required for the payment's amount; null if only the deposit says it. */
  confirmations_required: number | null;
  /** The token that arrived; null if it is the deposit's. */
  asset: string | null;
  /** The network on which the deposit expects its payment; null if it arrived there. */
  expected_network: "TRC20" | "ERC20" | "BEP20" | "BASE" | "POLYGON" | null;
  /** What the customer pays for recovering a misdirected payment, in hundredths of the token. */
  recovery_cost_minor: Generated<bigint>;
  /**
   * The exact amount in the token's smallest unit; null if the server that recorded it did not
   * keep it.
   */
  amount_raw: string | null;
  token_decimals: number | null;
  /**
   * What earlier payments left below a hundredth and was credited with this one, in hundredths.
   */
  carried_minor: Generated<bigint>;
  /**
   * The address from which it was sent, in the network's spelling; null if the provider does not
   * report it.
   */
  sender: string | null;
}

/**
 * Payments whose block left the chain. Rows never change. If the payment had been credited, the
 * row names the movement that credited it and the one that took the credit back.
 */
interface DepositRetraction {
  id: string;
  payment_id: string;
  retracted_at: Date;
  credit_movement_id: string | null;
  reversal_movement_id: string | null;
}

/**
 * Which cell a card belongs to, by its number or by its id at the issuer. Both are unique in the
 * whole program, and this table decides.
 */
interface DirectoryCard {
  kind: "number" | "issuer_card";
  /** The keyed hash of the number (card_secret.pan_index), or SHA-256 of the issuer and its id. */
  key_hash: Buffer;
  cell: number;
  card_id: string;
}

/**
 * The database that each cell of the program is. A server registers its databases when it starts,
 * so that no second database takes a cell's number, and no database of another program is served.
 */
interface DirectoryCell {
  cell: number;
  /** From the mark of the cell's database. */
  deployment_id: string;
  registered_at: Generated<Date>;
}

/**
 * The newest seal of each cell, recorded after it was sealed, so that a cell whose chain was cut
 * off is noticed elsewhere. Written only in a program with several cells.
 */
interface DirectoryHead {
  cell: number;
  n: bigint;
  hash: string;
  recorded_at: Generated<Date>;
}

/**
 * Which cell a person belongs to, by each name that the person signs in with. A name is unique in
 * the whole program, and this table decides. In a cluster it is distributed by key_hash over
 * databases of their own, so it refers to no other table and holds no name in plain text.
 */
interface DirectoryName {
  kind: "username" | "email";
  /** HMAC-SHA-256 of the kind and the name in lowercase. */
  key_hash: Buffer;
  cell: number;
  person_id: string;
}

/**
 * Ranges of card numbers, each of one cell: the BIN and the two digits after it. A network's
 * message finds its cell by the number alone. A range never changes its cell.
 */
interface DirectoryRange {
  prefix: string;
  cell: number;
  claimed_at: Generated<Date>;
}

/**
 * What one cell tells the others, as documents: the first cell what is set once for all, such as
 * fees, which the others copy into their own tables; each cell the access of its operators. Empty
 * in a program with one cell.
 */
interface DirectorySetting {
  part: string;
  /** Increases with every change. */
  version: bigint;
  document: string;
  /**
   * HMAC-SHA-256 of the part, version and document, so that only a server of the program can
   * change the settings of other cells. Null if the readers do not check it.
   */
  proof: Buffer | null;
  recorded_at: Generated<Date>;
}

/**
 * A customer's request to change the email. It begins with a code emailed to the new address. A
 * customer who has money or cards then waits for an operator. Rows are kept for the record.
 */
interface EmailChange {
  id: string;
  customer_id: string;
  person_id: string;
  old_email: string;
  new_email: string;
  status: "code_sent" | "reviewing" | "applied" | "rejected" | "cancelled" | "expired" | "taken" | "restored";
  /**
   * The session that stays signed in when all others end: first the requesting session, then the
   * confirming one.
   */
  session_id: string;
  factor: "password" | "totp" | "recovery" | "passkey";
  requested_at: Date;
  /** When the emailed code expires. */
  expires_at: Date;
  case_id: string | null;
  ended_at: Date | null;
}

/**
 * Erased customers. The list is also kept outside the database: after an older backup is restored,
 * these customers are erased again.
 */
interface Erasure {
  customer_id: string;
  erased_at: Date;
  reason: "period_over" | "sandbox" | "replay";
}

/**
 * Who has a screen open, and on which server, refreshed every few seconds. Customers and operators
 * who are online do not need an email about a new message.
 */
interface EventPresence {
  process_id: string;
  addresses: string[];
  seen_at: Date;
}

/**
 * Orders customer_event. Writers lock this row until they commit, so event ids become visible in
 * order: a reader that has seen an id has seen all lower ids. relayed_to: the transaction up to
 * which events about cards in movements were written.
 */
interface EventSequencer {
  only_row: Generated<boolean>;
  relayed_to: Generated<bigint>;
}

/**
 * Addresses for deposits, derived from the program's extended public key at the path
 * <cell>/<path_index>. No index is ever used twice.
 */
interface EvmAddress {
  deposit_id: string;
  /** The deposit's network. The address is valid, and watched, on every other chain, too. */
  network: "ERC20" | "BEP20" | "BASE" | "POLYGON" | "TRC20";
  /** The extended public key from which the address was derived, as a digest. */
  wallet: string;
  cell: number;
  path_index: number;
  address: string;
  created_at: Date;
  /** The asset that the address's deposit expects. Operators decide on payments of another one. */
  asset: Generated<string>;
}

/**
 * The newest blocks that were read. If the chain has another block at one of these heights, it was
 * reorganized.
 */
interface EvmBlock {
  chain_id: bigint;
  number: bigint;
  hash: string;
}

/** EVM chains that the server reads itself, and how far it has read. */
interface EvmChain {
  chain_id: bigint;
  network: "ERC20" | "BEP20" | "BASE" | "POLYGON" | "TRC20";
  /** The newest block whose transfers are stored. Confirmations count from it. */
  scanned_to: bigint;
  /** The newest block that a source named, which may be ahead of what was read. */
  head: bigint;
  /** The newest block that the chain calls safe; null if that is not read. */
  safe_to: bigint | null;
  /** The newest block that the chain calls finalized; null if that is not read. */
  finalized_to: bigint | null;
  /**
   * Increases with every change, so that of two servers that read the same blocks one stores them.
   */
  revision: Generated<bigint>;
  /** When a new block was last stored. */
  advanced_at: Date;
  /** Why nothing is read until an operator resumes it; null while the chain is read. */
  halted: "reorganized_too_deeply" | null;
  /** Why the last attempt to read the chain failed; null if it succeeded. */
  fault: string | null;
  leased_by: string | null;
  /** Until when one server has the exclusive right to read the chain, by the database's clock. */
  leased_until: Date | null;
}

/** How often something happened on a chain that operators should know of. */
interface EvmCount {
  chain_id: bigint;
  what: string;
  n: bigint;
  last_at: Date;
}

/** Payouts that the server sends on EVM chains itself, each with the nonce that it alone has. */
interface EvmPayout {
  id: string;
  chain_id: bigint;
  wallet: string;
  network: "ERC20" | "BEP20";
  token: string;
  destination: string;
  amount_minor: bigint;
  /** The exact amount, in the token's smallest unit. */
  amount_raw: string;
  /**
   * When the withdrawal had passed every check and review. Part of what the signer authenticates.
   */
  approved_at: Date;
  received_at: Date;
  state: "waiting" | "assigned" | "signed" | "completed" | "failed" | "declined";
  /**
   * The nonce of all its transactions, recorded before the signer is asked; null before that, and
   * if the payout was declined without a signature.
   */
  nonce: bigint | null;
  /** Why it waits, or how it ended. */
  reason: string | null;
  /** The transaction that decided the outcome. */
  transaction_hash: string | null;
  confirmations: Generated<number>;
  ended_at: Date | null;
  /** The number of the withdrawal's step with which it was approved. */
  revision: number | null;
  /** The operator who approved it, or `system` if no review was needed. */
  approved_by: string | null;
  /**
   * The MAC of the instruction with the key that the signer shares. Made once, when the order was
   * accepted: the signer refuses a payout whose row was changed afterwards.
   */
  approval: string | null;
}

/** A payout's transaction, and those that replace it with the same nonce and higher fees. */
interface EvmPayoutTransaction {
  payout_id: string;
  attempt: number;
  gas_limit: bigint;
  max_fee_per_gas: string;
  max_priority_fee_per_gas: string;
  /** When the signer was first asked. The row is written before that. */
  requested_at: Date;
  hash: string | null;
  /** The signed transaction; null until the signer has answered. */
  serialized: string | null;
  signed_at: Date | null;
}

/**
 * Transfers of tokens from deposit addresses to the hot or cold wallet, in final blocks. They
 * change nobody's balance. Rows never change.
 */
interface EvmSweep {
  chain_id: bigint;
  transaction_hash: string;
  log_index: number;
  block_number: bigint;
  contract: string;
  /** The deposit address that was emptied. */
  address: string;
  /** The hot or cold wallet that the settings then named. */
  destination: string;
  /** The exact amount, in the token's smallest unit. */
  amount_raw: string;
  seen_at: Date;
}

/** How far each chain has been read for tokens that leave deposit addresses. */
interface EvmSweepProgress {
  chain_id: bigint;
  /** The newest final block that was read. */
  read_to: bigint;
  read_at: Date;
}

/**
 * Transfers of a chain's tokens to our addresses. A transaction that is mined again in another
 * block is another row, and the former row is retracted.
 */
interface EvmTransfer {
  id: GeneratedAlways<bigint>;
  chain_id: bigint;
  network: "ERC20" | "BEP20" | "BASE" | "POLYGON" | "TRC20";
  contract: string;
  block_number: bigint;
  block_hash: string;
  transaction_hash: string;
  /** The log's index within its block, which changes if the transaction is mined again. */
  log_index: number;
  /**
   * The transfer's place among the transaction's transfers of the tokens that are read, which does
   * not change.
   */
  place: number;
  address: string;
  sender: string;
  /** The exact amount, in the token's smallest unit. */
  amount_raw: string;
  /**
   * The amount in hundredths, rounded down; 0 if it is too small, or too large, to be credited.
   */
  amount_minor: bigint;
  confirmations_required: number;
  tag_required: "safe" | "finalized" | null;
  /** Whether two sources must report the transfer before it is credited. */
  needs_second: boolean;
  seen_at: Date;
  /** When its sources proved the transfer by its receipt, after its confirmations. */
  verified_at: Date | null;
  acknowledged_at: Date | null;
  /** When its block turned out to have left the chain. */
  retracted_at: Date | null;
  /** When the deposit's payment was taken back. */
  retraction_settled_at: Date | null;
  /** The token that was transferred. */
  asset: Generated<string>;
}

/**
 * The hot wallet on each chain on which the server sends payouts itself. Its key is not here: a
 * process apart signs.
 */
interface EvmWallet {
  chain_id: bigint;
  address: string;
  network: "ERC20" | "BEP20";
  /** The nonce of the next payout. Given out by the server that holds the lease. */
  next_nonce: bigint;
  leased_by: string | null;
  /** Until when one server alone gives out nonces and sends, by the database's clock. */
  leased_until: Date | null;
  /** What the wallet held when it was last read, in the token's smallest unit. */
  token_raw: string | null;
  /** What the wallet held of the chain's own coin, which pays fees, in its smallest unit. */
  coin_wei: string | null;
  read_at: Date | null;
  /** Why payouts wait or cannot be followed; null if they are not held up. */
  fault: string | null;
}

/**
 * Quotes for exchanges between a customer's own accounts, which can be redeemed for a minute. The
 * id is also that of the exchange and of the movement that takes the sold amount, so a quote is
 * redeemed at most once.
 */
interface ExchangeQuote {
  id: string;
  customer_id: string;
  /** The movement that credits the bought amount. */
  bought_movement_id: string;
  /** The side that the customer fixed. The other one follows from the rate. */
  fixed_side: "sell" | "buy";
  sold_currency: "USD" | "CNY" | "EUR";
  sold_minor: bigint;
  bought_currency: "USD" | "CNY" | "EUR";
  bought_minor: bigint;
  /** The source's rate: units of the sold currency per euro, times 10^8. */
  sold_per_euro: bigint;
  /** The source's rate: units of the bought currency per euro, times 10^8. */
  bought_per_euro: bigint;
  /** Units of the bought currency per unit of the sold one, times 10^8, before the spread. */
  mid_scaled: bigint;
  /** Units of the bought currency per unit of the sold one, times 10^8, after the spread. */
  rate_scaled: bigint;
  spread_basis_points: number;
  rate_source: string;
  rated_at: Date;
  created_at: Date;
  expires_at: Date;
}

/**
 * Consecutive wrong codes. An attempt is counted before its code is checked, so that parallel
 * attempts gain no advantage.
 */
interface FactorFailure {
  person_id: string;
  failures: number;
  last_at: Date;
}

/**
 * 2FA recovery under dual control: one operator proposes the reset and gives a reason, and another
 * operator decides its review case, which records the outcome. Rows never change.
 */
interface FactorReset {
  id: string;
  customer_id: string;
  reason: string;
  proposer_id: string;
  proposed_by: string;
  proposed_at: Date;
}

/**
 * Fee schedules by version. Quotes, charges, statements and the legal pages all read this table. A
 * published version never changes; it may be canceled until it takes effect. After a cancellation,
 * another version may start at the same time, so the table cannot require distinct start times.
 * Publishing checks this under a lock.
 */
interface FeeSchedule {
  version: number;
  effective_from: Date;
  /**
   * For a card in US dollars, and in any currency whose own fee is null: the same number of minor
   * units.
   */
  card_opening_fee_minor: bigint;
  card_opening_fee_currency: "USD" | "CNY" | "EUR";
  card_deposit_basis_points: number;
  withdrawal_basis_points: number;
  created_at: Generated<Date>;
  published_by: Generated<string>;
  client_key: string | null;
  card_opening_fee_cny_minor: bigint | null;
  card_opening_fee_eur_minor: bigint | null;
  /**
   * The markup on purchases in other currencies that Tessera converts; null, in fees published
   * before it existed, means one percent.
   */
  foreign_markup_basis_points: number | null;
  /**
   * How much more than its price is held for such a purchase until it is cleared; null, in fees
   * published before it was one of their terms, means three percent.
   */
  foreign_hold_buffer_basis_points: number | null;
}

/** Fee schedules that were canceled before they took effect, and by whom. */
interface FeeScheduleCancellation {
  version: number;
  cancelled_by: string;
  cancelled_at: Date;
}

/**
 * Objects in object storage that no row refers to: from uploads in progress, from abandoned
 * uploads, and from deleted files. They are deleted an hour later.
 */
interface FileOrphan {
  key: string;
  since: Date;
  /**
   * The upload that wrote the object can no longer claim it, because it may be deleted at any
   * moment.
   */
  is_deleting: Generated<boolean>;
}

/** Responses to calls with an Idempotency-Key. A key is unique per owner and operation. */
interface IdempotencyAnswer {
  owner: string;
  operation: string;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  created_at: Generated<Date>;
}

/** The point up to which a customer has read the risk insight alerts. */
interface InsightReader {
  customer_id: string;
  seen_at: Date;
}

/** Cards whose PAN only the issuer stores, with the issuer's id for the card. */
interface IssuerCard {
  card_id: string;
  customer_id: string;
  issuer: "stripe";
  issuer_card_id: string;
  /**
   * Counts changes to the card's status. The status is due until the issuer has the latest
   * version.
   */
  status_version: Generated<number>;
  status_due: Generated<boolean>;
  /** Until when one server has the exclusive right to send the status. */
  leased_until: Date | null;
}

/**
 * About which refused payments of the merchants to keep paid an owner was sent an email: one a day
 * for each merchant and reason.
 */
interface KeepAliveNotice {
  card_id: string;
  day: string;
  /** The merchant as its owner named it, in the form in which names are compared. */
  merchant_key: string;
  decline_code: string;
  told_at: Date;
}

/**
 * Which version of which legal text a person accepted. Rows are never changed or deleted, and a
 * person accepts a version only once.
 */
interface LegalAcceptance {
  person_id: string;
  customer_id: string;
  text: "terms" | "privacy" | "security" | "agreement";
  version: number;
  /** The language in which the text was shown, and the SHA-256 of the text in that language. */
  locale: "en" | "zh-CN" | "zh-TW";
  text_sha256: string | null;
  accepted_at: Date;
  /** The client's network (/24 or /48), and its User-Agent as in session.device. */
  network: string | null;
  device: string;
  source: "registration" | "console" | "before_records";
}

/**
 * From when each version of a legal text is in force in this program: its published date or, if
 * the program learned of it later, a day after the first server that knows it started. Rows never
 * change.
 */
interface LegalVersion {
  text: "terms" | "privacy" | "security" | "agreement";
  version: number;
  in_force_from: Date;
}

/**
 * The current emailed code for an address and a purpose, as a keyed hash. A new code replaces it.
 */
interface MailedCode {
  purpose: "register" | "reset" | "email_change";
  address_hash: Buffer;
  id: string;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Date;
  used_at: Date | null;
}

/**
 * Who acts for a company, and in which role. A row is deleted when the person leaves; the audit
 * log shows who was a member.
 */
interface Membership {
  id: string;
  customer_id: string;
  person_id: string;
  role: "owner" | "admin" | "manager" | "bookkeeper" | "auditor";
  /** Whose invitation was accepted; null for the person who created the company. */
  invited_by: string | null;
  joined_at: Date;
  /** Increases with every change of the role. A change states the revision that it is based on. */
  revision: Generated<number>;
}

/**
 * Invitations that can be accepted, until they expire. A row is deleted when the invitation is
 * accepted, withdrawn or replaced, so a link works once.
 */
interface MembershipInvitation {
  id: string;
  customer_id: string;
  email: string;
  role: "admin" | "manager" | "bookkeeper" | "auditor";
  locale: "zh-CN" | "zh-TW" | "en";
  token_hash: Buffer;
  /** The idempotency key of the call that sent the invitation. */
  client_key: string;
  invited_by: string;
  invited_at: Date;
  expires_at: Date;
}

/**
 * Messages of the card network by their unique reference, each with one content and one response.
 * They are never deleted. The fingerprint is keyed, because it covers PANs. The response is null
 * while an authorization is in progress.
 */
interface NetworkMessage {
  name: string;
  fingerprint: Buffer;
  answer: unknown;
  received_at: Date;
}

/**
 * Messages without a matching authorization (yet). state: waiting; applied to its authorization;
 * posted without one (a clearing); dropped, because it no longer had any effect; dismissed by an
 * operator.
 */
interface NetworkUnmatched {
  id: string;
  network_reference: string;
  kind: "clearing" | "reversal" | "advice";
  customer_id: string;
  card_id: string;
  currency: string;
  merchant: unknown;
  amount_minor: bigint | null;
  final: boolean;
  state: Generated<"waiting" | "applied" | "posted" | "dropped" | "dismissed">;
  received_at: Date;
  settled_at: Date | null;
  decided_by: string | null;
  reason: string | null;
  authorisation_id: string | null;
  /**
   * The merchant's amount in another currency; amount_minor is then its worth in the card's
   * currency when the message arrived.
   */
  merchant_amount: unknown;
}

/**
 * Declines that may have been sent to the card network while it is unknown whether their hold was
 * committed. A row is deleted once the hold is known not to exist, or has ended, or was approved.
 */
interface OpenHoldQuestion {
  /** The hold and its payment share this id. */
  movement_id: string;
  /** The server process that settles it. */
  process_id: string;
  /** The decline as a movement of the ledger, with amounts as text. */
  decline: unknown;
  asked_at: Generated<Date>;
}

/**
 * Invitations to become an operator. The emailed link contains a token of 256 random bits, stored
 * as its SHA-256. An expired invitation keeps the status `waiting`; compare expires_at. The email
 * is replaced when its retention period ends, or when the operator is removed.
 */
interface OperatorInvitation {
  id: string;
  email: string;
  role: "support" | "reviewer" | "administrator" | "auditor";
  locale: "zh-CN" | "zh-TW" | "en";
  token_hash: Buffer;
  status: "waiting" | "accepted" | "withdrawn";
  revision: number;
  /** The administrator who invited the person; null for the command line. */
  inviter_id: string | null;
  invited_by: string;
  /**
   * The second administrator, if one was required; the command line itself for its invitations.
   */
  approved_by: string | null;
  invited_at: Date;
  sent_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  person_id: string | null;
}

/**
 * Requests of owners to hand their company over, which the new owner has not answered. At most one
 * for each company.
 */
interface OwnershipHandover {
  customer_id: string;
  from_id: string;
  to_id: string;
  asked_at: Date;
  expires_at: Date;
}

/** Passkeys: a WebAuthn credential of a person, with its public key. */
interface Passkey {
  id: string;
  person_id: string;
  credential_id: string;
  public_key: Buffer;
  /** The authenticator's last signature count, which must never decrease once it is above zero. */
  counter: bigint;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Challenges for a passkey in a session: 32 random bytes, stored as their SHA-256. */
interface PasskeyChallenge {
  challenge_hash: Buffer;
  session_id: string;
  purpose: "enrol" | "proof";
  expires_at: Date;
}

/** What a customer's bookkeeping notes about a payment: its purpose, project and tax code. */
interface PaymentNote {
  movement_id: string;
  customer_id: string;
  memo: string | null;
  project: string | null;
  tax_code: string | null;
  revision: number;
  changed_by: string;
  changed_at: Date;
}

/** Step-up approvals: payments that a rule set declined, and whose owner may approve a retry. */
interface PaymentReview {
  id: string;
  customer_id: string;
  card_id: string;
  movement_id: string;
  strategies: string[];
  strategy_name: string;
  amount_minor: bigint;
  currency: string;
  merchant: unknown;
  status: Generated<"waiting" | "approved" | "declined" | "expired">;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  grant_id: string | null;
}

/** Customers' payout addresses. A removed address is kept for past withdrawals to it. */
interface PayoutAddress {
  id: string;
  customer_id: string;
  client_key: string;
  label: string;
  network: "TRC20" | "ERC20" | "BEP20";
  address: string;
  created_at: Date;
  /** The end of a new address's cooling period. */
  usable_at: Date;
  removed_at: Date | null;
}

/** Signed events from the payout provider, each stored once. */
interface PayoutEvent {
  id: string;
  payout_id: string;
  body_hash: Buffer;
  received_at: Date;
  settled_at: Date | null;
}

/**
 * Instructions to the payout provider, written before they are sent: one per withdrawal. sent_at,
 * asked_at and leased_until use the database's clock.
 */
interface PayoutInstruction {
  withdrawal_id: string;
  network: string;
  address: string;
  amount_minor: bigint;
  /** `ready` to be sent, `sent` at least once, or `settled`. */
  state: "ready" | "sent" | "settled";
  sends: Generated<number>;
  sent_at: Date | null;
  asked_at: Date | null;
  /** Until when one server has the exclusive right to call the provider about the payout. */
  leased_until: Date | null;
  created_at: Date;
  /** The provider account that the instruction was sent to. Other accounts do not know it. */
  payout_account: string | null;
  /** The number of the withdrawal's step with which it was approved. */
  revision: number | null;
  /** The operator who approved it, or `system` if no review was needed. */
  decided_by: string | null;
  decided_at: Date | null;
  /**
   * An HMAC of what was decided, made in the decision's transaction with a key that is not in the
   * database. A row that differs from it is not sent.
   */
  approval: Buffer | null;
}

/** A person who signs in: a customer's user, or an operator, who has no customer. */
interface Person {
  id: string;
  customer_id: string | null;
  username: string;
  email: string;
  role: "customer" | "support" | "reviewer" | "administrator" | "auditor";
  password_hash: string;
  locale: "zh-CN" | "zh-TW" | "en";
  created_at: Date;
  /** When the password or a second factor last changed. */
  security_changed_at: Date | null;
  /**
   * When the password was last set using an emailed code. A security hold ends only after that:
   * someone who stole the password can change it and enroll factors, but cannot read the owner's
   * email.
   */
  password_reset_at: Date | null;
  /**
   * Operators only; a customer is suspended in customer.suspended_at. A removed operator keeps
   * this row, because the audit log refers to it, but loses the email, the password and every
   * factor.
   */
  suspended_at: Date | null;
  removed_at: Date | null;
  revision: Generated<number>;
  changed_by: string | null;
  changed_at: Date | null;
  /**
   * The administrator whose invitation was accepted; null for an operator who was added on the
   * server.
   */
  invited_by_id: string | null;
  /**
   * The cell where an operator signs in, if it is another one: the row is then a copy, which what
   * the operator does in this cell refers to. Null for everybody else.
   */
  home_cell: number | null;
  /** The administrator who invited an operator of another cell, who need not have a row here. */
  home_inviter_id: string | null;
}

/**
 * The data key of each person. Rows that never change contain personal fields sealed under this
 * key, so that destroying the key erases those fields without breaking any seal of the ledger.
 */
interface PersonKey {
  /** A customer, an operator's person, a month of visitors without an account, or the program. */
  owner_id: string;
  owner_kind: "customer" | "operator" | "visitors" | "program";
  /**
   * The root key that wraps this key. With its id, root keys can be replaced while older rows can
   * still be opened.
   */
  key_id: string | null;
  wrapped_key: Buffer | null;
  created_at: Generated<Date>;
  destroyed_at: Date | null;
  /**
   * The transaction that created the key. Other sessions may cache the key only after that
   * transaction commits.
   */
  made_by: Generated<string>;
}

/**
 * Marks a practice database. The mark is created before everything else, so that practice is never
 * set up in a database that was not empty, such as the real one.
 */
interface PracticeMark {
  made_at: Generated<Date>;
}

/**
 * Steps played, in order. scenario, take and step are null when only the clock was advanced.
 * outcome is the response that was returned; the effects are in the ledger.
 */
interface PracticePlay {
  session_id: string;
  number: number;
  scenario: string | null;
  take: number | null;
  step: number | null;
  from_at: Date;
  to_at: Date;
  outcome: unknown;
}

/**
 * Practice sessions: a customer and a card of this database, with their own clock. owner_id: the
 * customer in the real database. rules: the copied rule sets, by both ids. playing_until: the
 * deadline for the step in progress.
 */
interface PracticeSession {
  id: string;
  owner_id: string;
  customer_id: string;
  card_id: string;
  currency: string;
  with_drafts: boolean;
  rules: unknown;
  started_at: Date;
  clock_at: Date;
  played: Generated<number>;
  playing_until: Generated<Date>;
  ended_at: Date | null;
}

/** The documents of directory_setting that this cell has copied. */
interface ProgramCopy {
  part: string;
  version: bigint;
  /** Why the cell's own rows still differ from the document; null if they are equal. */
  problem: string | null;
  copied_at: Date;
}

/**
 * Rules of the program, which apply to every customer's payments, billing addresses and new cards.
 * A rule's newest version is in force; versions never change, so that they record who set what.
 * Servers compare the newest revision with the one they have compiled.
 */
interface ProgrammeRule {
  id: string;
  kind: "payments" | "new_cards";
  created_by: string;
  created_at: Date;
  client_key: string | null;
}

/**
 * What rules declined, or would have declined if not in shadow mode. Payments have a movement;
 * billing addresses and new cards do not.
 */
interface ProgrammeRuleHit {
  id: string;
  rule_id: string;
  version: number;
  subject: "payment" | "address" | "new_card";
  shadow: boolean;
  customer_id: string;
  card_id: string | null;
  movement_id: string | null;
  amount_minor: bigint | null;
  currency: string | null;
  merchant: unknown;
  at: Date;
}

/**
 * Rule changes under maker-checker control: one administrator proposes, and another decides. The
 * terms never change. An expired proposal keeps the status `waiting`; compare expires_at.
 */
interface ProgrammeRuleProposal {
  id: string;
  rule_id: string;
  terms: unknown;
  reason: string;
  status: "waiting" | "approved" | "rejected" | "withdrawn";
  proposer_id: string;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
  client_key: string;
  decider_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
}

/**
 * The versions of each program rule: its names, terms and mode, the reason, and the administrators
 * involved.
 */
interface ProgrammeRuleVersion {
  rule_id: string;
  version: number;
  /** Increases by one with each version of any rule. */
  revision: number;
  name_en: string;
  name_zh_cn: string;
  name_zh_tw: string;
  mode: "active" | "shadow" | "off";
  terms: unknown;
  reason: string;
  changed_by: string;
  /** The second administrator, if one was required. */
  approved_by: string | null;
  changed_at: Date;
}

/**
 * The program's limits and thresholds by version. The newest version is in force. Amounts are in
 * US cents. Versions never change, so that they record who set what.
 */
interface ProgrammeSetting {
  version: number;
  /** A withdrawal above this amount needs the approval of one operator. */
  withdrawal_review_above_minor: bigint;
  /** A withdrawal above this amount needs the approval of two operators. */
  withdrawal_two_above_minor: bigint;
  /** How much a customer without a second factor may withdraw in a day. */
  withdrawal_day_limit_without_factor_minor: bigint;
  /** How much a customer with a second factor may withdraw in a day. */
  withdrawal_day_limit_minor: bigint;
  /** An application with a higher opening fee needs an operator's approval. */
  application_review_above_minor: bigint;
  /** The maximum amount of one adjustment. */
  correction_max_amount_minor: bigint;
  changed_by: string;
  changed_at: Date;
  /** Number of payments with wrong card details within 24 hours that freezes a card. */
  wrong_tries_per_card: Generated<number>;
  /** Number of unknown PANs in one BIN within ten minutes that alerts operators. */
  unknown_numbers_per_bin: Generated<number>;
  /** What the program takes on an exchange, for each day begun since the rate was published. */
  exchange_spread_basis_points: Generated<number>;
  /** The most that the open position in one currency may be worth. */
  exchange_position_limit_minor: Generated<bigint>;
}

/**
 * Changes under maker-checker control: one administrator proposes, and another decides. The terms
 * never change, except that the email of an invited person is replaced when its retention period
 * ends. An expired proposal keeps the status `waiting`; compare expires_at.
 */
interface Proposal {
  id: string;
  kind: "operator_invite" | "operator_role" | "operator_suspend" | "operator_resume" | "operator_remove" | "settings" | "bank_trade";
  terms: unknown;
  /** The operator that the change is about; null for an invitation and for settings. */
  operator_id: string | null;
  reason: string;
  status: "waiting" | "approved" | "rejected" | "withdrawn";
  proposer_id: string;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
  client_key: string;
  /** Null if the proposal ended because its proposer lost their access. */
  decider_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
}

/**
 * Permission for one payment: to one merchant, up to an amount, until a time. Proposed by a
 * customer or the customer's software, approved by a person. The terms never change afterwards.
 */
interface PurchaseMandate {
  id: string;
  customer_id: string;
  person_id: string;
  key_id: string | null;
  key_name: string | null;
  /** The idempotency key of the proposal, in the ledger's format. A retry finds the mandate. */
  client_key: string;
  merchant_name: string;
  merchant_key: string;
  ceiling_minor: bigint;
  currency: "USD" | "CNY" | "EUR";
  until: Date;
  purpose: string;
  /**
   * How many invisible characters were removed from the texts of this revision. The person who
   * decides sees the number.
   */
  hidden_characters: Generated<number>;
  revision: Generated<number>;
  status: Generated<"proposed" | "approved" | "refused" | "withdrawn" | "expired" | "completed">;
  card_id: string | null;
  opening_fee_minor: bigint | null;
  load_fee_minor: bigint | null;
  approval_key: string | null;
  created_at: Date;
  changed_at: Date;
  decided_at: Date | null;
  ended_at: Date | null;
}

/**
 * Hits per key in the current window, and in a shorter one if the bucket has a limit on bursts.
 * Keys are stored as keyed hashes.
 */
interface RateLimit {
  bucket: string;
  key_hash: string;
  started_at: Date;
  ends_at: Date;
  hits: number;
  burst_ends_at: Date | null;
  burst_hits: number | null;
}

/**
 * Exchange rates from each source, EUR-based, times 10^8. A source's newest sheet is in force.
 * Older sheets are kept, because deposits were priced with them.
 */
interface RateSheet {
  provider: string;
  rated_at: Date;
  source: string;
  usd_per_euro: bigint;
  cny_per_euro: bigint;
  fetched_at: Date;
  /**
   * Rates per euro of the currencies without a column of their own, by ISO 4217 code, times 10^8;
   * null for a sheet stored by an earlier release.
   */
  others_per_euro: unknown;
  /**
   * Rates of such currencies that jumped, with the ones before, until a later sheet confirms them;
   * null for a sheet stored by an earlier release.
   */
  held_back_per_euro: unknown;
}

/** When a source was last queried, and whether it responded. */
interface RateSource {
  provider: string;
  asked_at: Date;
  failed_at: Date | null;
  /**
   * Why the source's last response is not in force, and the rates waiting for a second sheet to
   * confirm them: {"ratedAt": "...", "values": ["..."]}, values times 10^8.
   */
  fault: "invalid" | "future" | "older" | "jump" | null;
  held_back: unknown;
}

/** Receipts of payments, sealed. The file is in the row or in object storage. */
interface Receipt {
  id: string;
  customer_id: string;
  /** Who uploaded it. */
  person_id: string;
  name: string;
  kind: "application/pdf" | "image/jpeg" | "image/png";
  bytes: number;
  /** A blind index of the content: equal for two receipts of the same file. */
  content_index: Buffer;
  sealed: Buffer | null;
  /** The wrapped key for bytes outside the database; null if the bytes are in the row. */
  wrapped_key: Buffer | null;
  /** What the receipt says, in minor units of its own currency; null if nobody has entered it. */
  amount_minor: bigint | null;
  currency: string | null;
  paid_on: string | null;
  merchant: string | null;
  created_at: Date;
}

/**
 * The payments that receipts are for. A receipt can be for several, and a payment can have
 * several.
 */
interface ReceiptPayment {
  receipt_id: string;
  movement_id: string;
  customer_id: string;
  attached_by: string;
  attached_at: Date;
}

/**
 * Differences between the ledger and a source. One that is found again is the same row; a run that
 * covers it and does not find it closes it.
 */
interface ReconciliationBreak {
  id: string;
  source: "bank" | "chain" | "card_network";
  /** What was compared, such as a transaction of a bank statement. */
  break_key: string;
  kind: "missing_in_ledger" | "missing_outside" | "amount_differs" | "duplicate" | "late";
  /** A currency or a token. */
  asset: string;
  /**
   * What the ledger says, in minor units or hundredths, positive if the program received it; null
   * if it says nothing.
   */
  ledger_minor: bigint | null;
  /** What the source says, like `ledger_minor`. */
  outside_minor: bigint | null;
  /** What the system knows about it, such as that a review is open. */
  reason: string | null;
  ledger_lines: unknown;
  outside_lines: unknown;
  /** The time of its earliest line. */
  occurred_at: Date;
  state: "open" | "explained" | "resolved";
  first_seen_at: Date;
  last_seen_at: Date;
  last_run_id: string;
  /** The username of an operator. */
  assigned_to: string | null;
  explanation: string | null;
  explained_by: string | null;
  resolved_at: Date | null;
}

/** The file in chunks: servers share only the database. */
interface ReconciliationChunk {
  export_id: string;
  attempt: number;
  n: number;
  body: Buffer;
}

/** What happened to each break. Rows never change. */
interface ReconciliationEvent {
  break_id: string;
  n: number;
  event: "found" | "found_again" | "changed" | "assigned" | "unassigned" | "explained" | "closed";
  /** The operator; null for a run. */
  actor: string | null;
  note: string | null;
  at: Date;
}

/** Statements requested by customers, and their progress. */
interface ReconciliationExport {
  id: string;
  customer_id: string;
  /** The idempotency key of the requesting call. */
  client_key: string;
  question: unknown;
  starts_at: Date;
  ends_at: Date;
  status: Generated<"queued" | "processing" | "completed" | "failed" | "cancelled" | "expired">;
  /** Counts attempts. Chunks belong to the attempt that wrote them. */
  attempt: Generated<number>;
  /**
   * Until when one server has the exclusive right to create the archive, or from when creation may
   * be retried. By the database's clock.
   */
  leased_until: Date | null;
  rows_done: Generated<bigint>;
  rows_total: bigint | null;
  bytes: bigint | null;
  sha256: Buffer | null;
  totals: unknown;
  failure: "unbalanced" | "too_large" | "internal" | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

/**
 * Comparisons of the ledger with what a bank, a chain or the card network reports. One per source
 * at a time.
 */
interface ReconciliationRun {
  id: string;
  source: "bank" | "chain" | "card_network";
  state: "waiting" | "running" | "completed" | "failed";
  /** The operator who asked for it; null if the daily job did. */
  requested_by: string | null;
  requested_at: Date;
  /**
   * Increases whenever a server begins the run, so that an earlier attempt can write nothing more.
   */
  attempt: Generated<number>;
  period_from: Date | null;
  period_to: Date | null;
  /** How many items have been compared so far. */
  compared: Generated<number>;
  found: Generated<number>;
  closed: Generated<number>;
  fault: string | null;
  ended_at: Date | null;
}

/** Recovery codes, as keyed hashes. Each code works once. */
interface RecoveryCode {
  person_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}

/**
 * Registrations waiting for their emailed link to be opened. They reserve neither an email nor a
 * username.
 */
interface Registration {
  token_hash: Buffer;
  email: string;
  password_hash: string;
  locale: string;
  expires_at: Date;
  used_at: Date | null;
  /** When, from which network and on which device the terms were accepted. */
  requested_at: Date | null;
  network: string | null;
  device: string | null;
}

/**
 * Scheduled jobs that are currently failing. A job that succeeds has no row. Times are by the
 * database's clock.
 */
interface RegularWorkFailure {
  name: string;
  /** Consecutive failures across all servers. */
  failures: number;
  /** The class of the last error, without its message, which may contain secrets. */
  last_error: string;
  first_failed_at: Date;
  last_failed_at: Date;
}

/** What the program holds and owes of each asset, read every hour. Rows never change. */
interface ReserveReading {
  asset: string;
  taken_at: Date;
  /** What is held in all places, in minor units or hundredths; null if one could not be read. */
  held_minor: bigint | null;
  /** What the ledger says is held at the places that it has accounts for. */
  booked_minor: bigint;
  /** What is held at those places. */
  held_booked_minor: bigint | null;
  /** What customers are owed. */
  owed_minor: bigint;
  position_minor: bigint;
  /** US dollars for one unit, times 10^8; null if there was no rate. */
  dollars_scaled: bigint | null;
  /** When all places were last known; null if they never were. */
  known_at: Date | null;
  places: unknown;
}

/** Approvals by revision; an approval does not carry over to a later revision. */
interface ReviewApproval {
  case_id: string;
  revision: number;
  operator_id: string;
  operator: string;
  at: Date;
}

/**
 * Review cases: what operators decide. A case is about one subject in another module, and its
 * decision acts on the subject in the same transaction.
 */
interface ReviewCase {
  id: string;
  kind: "withdrawal" | "card_application" | "deposit" | "profile_change" | "factor_reset" | "unanswered_hold" | "bank_transfer" | "bank_assignment" | "deposit_retraction";
  subject_id: string;
  customer_id: string;
  status: "open" | "in_review" | "waiting_customer" | "approved" | "rejected" | "withdrawn" | "expired";
  /** Increases with every change to the subject. A decision states the revision it is based on. */
  revision: number;
  amount_minor: bigint | null;
  currency: "USD" | "CNY" | "EUR" | null;
  /** Codes that say why the subject is under review. */
  reasons: string[];
  /** Maker-checker: a second operator must approve the same revision. */
  needs_two: boolean;
  assignee_id: string | null;
  assignee: string | null;
  opened_at: Date;
  /** The deadline, while operators have to act. */
  due_at: Date | null;
  /**
   * The time left until the deadline when the customer was asked, while the customer has to act.
   */
  left_seconds: number | null;
  /** Documents requested from the customer, those still missing, a note and the deadline. */
  asked: string[];
  missing: string[];
  asked_note: string | null;
  answer_due_at: Date | null;
  decided_at: Date | null;
  decided_by_id: string | null;
  decided_by: string | null;
  decision_reason: string | null;
  /**
   * When the customer appealed, and who had rejected the case: another operator decides the
   * appeal.
   */
  appealed_at: Date | null;
  appeal_note: string | null;
  rejected_by_id: string | null;
  changed_at: Date;
  changed_by: string;
  /** The customer's name for the subject, such as a nickname or an asset. Not secret. */
  label: string | null;
}

/**
 * Documents that customers submitted for a case, each sealed under a separate key that the
 * key-encryption key wraps. `sealed` is null if the file is in object storage.
 */
interface ReviewDocument {
  id: string;
  case_id: string;
  customer_id: string;
  item: "identity" | "proof_of_address" | "source_of_funds" | "invoice" | "explanation" | "other";
  name: string;
  type: "application/pdf" | "image/jpeg" | "image/png";
  bytes: number;
  /** A keyed hash of the content, so that a file sent twice is stored once. */
  content_index: Buffer;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer | null;
  created_at: Date;
}

/** Customers whose requests are always reviewed, regardless of the rules. */
interface ReviewFlag {
  customer_id: string;
  reason: string;
  flagged_by: string;
  flagged_at: Date;
}

/**
 * The history of each case. Notes are only for operators. The customer sees everything else,
 * without the operators' names.
 */
interface ReviewStep {
  id: GeneratedAlways<bigint>;
  case_id: string;
  at: Date;
  side: "customer" | "operator" | "system";
  actor: string;
  act: "opened" | "revised" | "assigned" | "unassigned" | "noted" | "asked" | "document_sent" | "answered" | "first_approval" | "approved" | "rejected" | "withdrawn" | "expired" | "appealed";
  /** The text of a note, a question, a reason or a reply. */
  note: string | null;
  data: unknown;
}

/**
 * Usage from before a ledger counter was created. The total usage is the sum of this and the
 * ledger's counter with the same subject and window.
 */
interface RiskCounterBase {
  subject: string;
  time_window: string;
  amount: bigint;
  count: bigint;
}

/**
 * Exceptions from the rule sets in `strategies` that a customer granted. allow_once: one payment
 * of at most amount_minor at the merchant. raise_until: the limits are raised by amount_minor on
 * the card. The ledger counts the use (subject: the id, window: `use`) in the same transaction as
 * the payment.
 */
interface RiskGrant {
  id: string;
  customer_id: string;
  card_id: string;
  kind: "allow_once" | "raise_until";
  strategies: string[];
  merchant_key: string | null;
  merchant_name: string | null;
  amount_minor: bigint;
  /** The increase of a limit on the number of payments. */
  extra_count: Generated<number>;
  currency: string;
  movement_id: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** The idempotency key of the call that granted the exception. */
  client_key: string | null;
}

/** Payments on which a rule set acted, or would have acted if it were not in shadow mode. */
interface RiskHit {
  id: string;
  customer_id: string;
  strategy_id: string;
  version: number;
  movement_id: string;
  card_id: string;
  action: "decline" | "review" | "freeze" | "notify";
  shadow: boolean;
  amount_minor: bigint;
  currency: string;
  merchant: unknown;
  at: Date;
}

/**
 * Customers' rule sets (“strategies” on screens). Versions never change; `version` is the one in
 * force.
 */
interface RiskStrategy {
  id: string;
  customer_id: string;
  status: "draft" | "shadow" | "active" | "paused" | "retired";
  status_since: Date;
  version: number;
  /** The idempotency key of the call that created the draft. */
  client_key: string | null;
  created_at: Date;
}

/** The history of versions and statuses, which tells a backtest what was in force at any time. */
interface RiskStrategyChange {
  id: GeneratedAlways<bigint>;
  strategy_id: string;
  version: number;
  status: string;
  at: Date;
}

/** rule: a StrategyRule from the contract. */
interface RiskStrategyVersion {
  strategy_id: string;
  version: number;
  name: string;
  rule: unknown;
  created_at: Date;
}

/** Identifies the root key under which this database's secrets are sealed, by a keyed hash. */
interface RootKey {
  only_row: Generated<boolean>;
  check_value: string;
}

/**
 * Transfers on the simulated chain, with their confirmations and whether they were acknowledged.
 */
interface SandboxChainTransfer {
  id: string;
  network: string;
  transaction_hash: string;
  log_index: number;
  address: string;
  amount_minor: bigint;
  confirmations: Generated<number>;
  acknowledged_at: Date | null;
  retracted_at: Date | null;
  retraction_settled_at: Date | null;
}

/** The sandbox's clock, so that a restart does not go back in time. */
interface SandboxClock {
  only_row: Generated<boolean>;
  offset_seconds: bigint;
}

/** Email sent in sandbox mode, for the mailbox page. Live mode never writes here. */
interface SandboxMail {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  sent_at: Date;
}

/**
 * The simulated payout provider: requested payouts, their planned outcomes, and undelivered
 * messages.
 */
interface SandboxPayout {
  id: string;
  network: string;
  address: string;
  amount_minor: bigint;
  outcome: string;
  status: string;
  confirmations: Generated<number>;
  transaction_hash: string | null;
  blocks: Generated<number>;
  /** How often the payout was requested. It is paid only once. */
  requests: Generated<number>;
  closed: Generated<boolean>;
  created_at: Date;
}

/**
 * The simulated payout provider's messages, with the number of deliveries still pending for each.
 */
interface SandboxPayoutMessage {
  id: string;
  payout_id: string;
  status: string;
  /** Number of deliveries that are still pending. */
  deliveries: number;
}

/** Outcomes planned for the simulated provider's payouts. Each outcome is used once. */
interface SandboxPayoutOutcome {
  id: string;
  outcome: string;
  used_at: Date | null;
}

/** How far the scheduled verification of the sealed log has come, and what it found. One row. */
interface SealVerification {
  only_row: Generated<boolean>;
  /**
   * When a server last worked on it, by the database's clock. Nobody starts again for 15 minutes.
   */
  worked_at: Generated<Date>;
  /** The last of the older blocks that was verified in turn. */
  verified_to: Generated<bigint>;
  /** A block whose rows are not what was sealed. Each run verifies it again. */
  broken_block: bigint | null;
  /** The checkpoint of a server, with its hash in hex, if the chain no longer contains it. */
  missing_block: bigint | null;
  missing_hash: string | null;
  /**
   * When the present finding was made, by the application's clock; null while the log is unbroken.
   */
  found_at: Date | null;
}

/**
 * Holds placed through the “not me” link in an email. Payouts and card numbers are blocked until
 * the password is reset and an operator lifts the hold. Rows are kept for the record.
 */
interface SecurityHold {
  id: string;
  customer_id: string;
  /** The subject of the email whose link placed the hold. */
  about_id: string;
  began_at: Date;
  lifted_at: Date | null;
  lifted_by: string | null;
  lift_reason: string | null;
}

/**
 * Running servers. One without a heartbeat for thirty seconds is dead, and another server takes
 * over its open payments and deletes the row.
 */
interface ServerProcess {
  id: string;
  /** Part of the ids of the holds that the server asks for. Free again once the row is deleted. */
  number: number;
  started_at: Generated<Date>;
  /** By the database's clock. */
  heartbeat_at: Generated<Date>;
  /** By the product's clock: every payment that the server began before this was answered. */
  answered_through: Date;
  /** The release of the server; null for releases that do not record it. */
  release: string | null;
}

/**
 * How many minutes of an hour a component of the status page was measured, degraded and down.
 * last_minute: the newest minute counted, so that a second server does not count it again.
 */
interface ServiceHour {
  component: string;
  hour: Date;
  measured: number;
  degraded: number;
  down: number;
  last_minute: Date;
}

/** Sign-ins. A token is 256 random bits, stored as its SHA-256. */
interface Session {
  id: string;
  token_hash: Buffer;
  person_id: string;
  idle_seconds: number;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip: string;
  device: string;
  /**
   * The person's own session in which this one was opened to act for a company; null for a
   * sign-in. Both end together.
   */
  parent_id: string | null;
  /**
   * The membership through which the session acts for a company; null for a sign-in. The session
   * ends with it.
   */
  membership_id: string | null;
}

/** Step-up tokens: proof that the person authenticated again during a session. */
interface SessionProof {
  token_hash: Buffer;
  session_id: string;
  expires_at: Date;
  /** How the person authenticated for the step-up token. */
  factor: Generated<"password" | "totp" | "recovery" | "passkey">;
  /**
   * SHA-256 of what the token's owner was shown and agreed to; null if the token is not bound to
   * anything.
   */
  subject_hash: Buffer | null;
}

/** Sign-ins with a correct password that are waiting for a second factor. */
interface SignInChallenge {
  challenge_hash: Buffer;
  person_id: string;
  /** The account name entered, as a keyed hash. Wrong attempts are throttled by it. */
  tried_name_hash: Buffer;
  remember: boolean;
  expires_at: Date;
}

/** Consecutive wrong passwords per account name entered, whether or not the account exists. */
interface SignInFailure {
  name_hash: Buffer;
  failures: number;
  last_at: Date;
}

/**
 * Sign-in attempts by account name and network, whether or not the account exists. Both are stored
 * as keyed hashes. sign_in_failure counts only by name, across all networks.
 */
interface SignInNetwork {
  name_hash: Buffer;
  network_hash: Buffer;
  /** Consecutive wrong passwords. */
  failures: number;
  last_at: Date;
  /** When the right password was last entered from this network. */
  succeeded_at: Date | null;
}

/** The latest result for each ledger invariant, by the application's clock. */
interface StandingCheck {
  name: string;
  holds: boolean;
  /** The first row that fails the invariant, as JSON. */
  first_broken: string | null;
  checked_at: Date;
  duration_ms: number;
}

/** The ledger's id for a Stripe authorization, assigned before the decision. */
interface StripeAuthorisation {
  id: string;
  movement_id: string;
  created_at: Date;
}

/** A customer's cardholder at Stripe. */
interface StripeCardholder {
  customer_id: string;
  stripe_cardholder_id: string | null;
  /** The revision of card_holder last sent to Stripe, written before sending; null if none was. */
  asked_revision: number | null;
  asked_at: Date | null;
  /** The last revisions that Stripe accepted and refused. */
  told_revision: Generated<number>;
  refused_revision: Generated<number>;
  /** Until when one server has the exclusive right to call Stripe about the cardholder. */
  leased_until: Date | null;
}

/** Signed events from Stripe, each stored once. The application cannot delete any. */
interface StripeEvent {
  id: string;
  type: string;
  /** Stripe's id for the object that the event is about. */
  object_id: string;
  body_hash: Buffer;
  state: Generated<"received" | "done" | "failed">;
  tries: Generated<number>;
  /** The response to an authorization request. The first one written is final. */
  answer: unknown;
  received_at: Date;
  settled_at: Date | null;
}

/**
 * Card orders at Stripe by idempotency key, written before the call, so that a retry sends the
 * same order and finds the card even if the response was lost.
 */
interface StripeOrder {
  order_key: string;
  stripe_card_id: string | null;
  created_at: Date;
}

/** The ledger's id for a Stripe transaction, assigned before posting. */
interface StripeTransaction {
  id: string;
  movement_id: string;
  chosen_at: Date;
}

/** Saved replies, with the text in each language. */
interface SupportAnswer {
  id: string;
  name: string;
  texts: unknown;
  revision: number;
  changed_by: string;
  changed_at: Date;
  deleted_at: Date | null;
  client_key: string;
}

/** Whether a help article was helpful: each customer's latest vote. */
interface SupportArticleVote {
  article: string;
  customer_id: string;
  helped: boolean;
  locale: "zh-CN" | "zh-TW" | "en";
  voted_at: Date;
}

/**
 * Sealed files attached to messages. A file without a message is deleted after a day. `sealed` is
 * null if the file is in object storage.
 */
interface SupportAttachment {
  id: string;
  /** The sender: a customer, or an operator's person. */
  owner_id: string;
  message_id: string | null;
  place: number | null;
  name: string | null;
  kind: "application/pdf" | "image/jpeg" | "image/png" | "text/plain";
  bytes: number;
  sealed: Buffer | null;
  created_at: Date;
  /** The wrapped key for bytes outside the database; null if the bytes are in the row. */
  wrapped_key: Buffer | null;
}

/**
 * Customers' conversations with support. `facts` describes the subject of the conversation as it
 * was when the conversation began. Unread counts are stored, so that lists and badges do not need
 * to read messages.
 */
interface SupportConversation {
  id: string;
  customer_id: string;
  subject: string;
  status: "open" | "pending" | "snoozed" | "resolved";
  /** From low to urgent. */
  priority: Generated<number>;
  assignee_id: string | null;
  snoozed_until: Date | null;
  facts: unknown;
  article: string | null;
  /** The number of messages and notes. */
  last_seq: number;
  /** The last message that both sides see. */
  last_message_id: string;
  last_at: Date;
  customer_read_seq: Generated<number>;
  desk_read_seq: Generated<number>;
  customer_unread: Generated<number>;
  desk_unread: Generated<number>;
  /**
   * When to email the customer about a reply, and when the email was sent. Both are null once the
   * reply is read.
   */
  mail_due_at: Date | null;
  mailed_at: Date | null;
  created_at: Date;
  resolved_at: Date | null;
  client_key: string;
}

/** Messages and operators' notes in a conversation, numbered from 1. */
interface SupportMessage {
  id: string;
  conversation_id: string;
  seq: number;
  /** Notes are only for operators. */
  kind: "message" | "note";
  from_desk: boolean;
  person_id: string;
  text: string;
  created_at: Date;
  client_key: string;
}

/**
 * Migrations that were run, with the checksum of their text and, if repeatable, their generation.
 */
interface TesseraMigration {
  id: string;
  checksum: string;
  generation: number | null;
  ran_at: Generated<Date>;
}

/** Authenticator secrets that were shown during a session and are waiting for their first code. */
interface TotpEnrolment {
  session_id: string;
  sealed_secret: Buffer;
  expires_at: Date;
}

/** Authenticator apps. The secret is sealed with the row's owner as associated data. */
interface TotpFactor {
  person_id: string;
  sealed_secret: Buffer;
  /**
   * The time step of the last accepted code. Codes for this step and for earlier steps are
   * refused.
   */
  last_step: bigint;
  /** Whether this is a demo account, whose codes the sandbox shows. */
  is_demo: Generated<boolean>;
  created_at: Date;
  last_used_at: Date | null;
}

/** Addresses on TRON, and when their transfers are listed next. */
interface TronAddress {
  address: string;
  due_at: Date;
  /** The time of the newest transaction that was read, in milliseconds. */
  read_to: Generated<bigint>;
}

/** The latest burst of unknown PANs for each BIN. */
interface UnknownNumberBurst {
  bin: string | null;
  began_at: Date;
  last_at: Date;
  tries: bigint;
}

/**
 * Payment attempts with a PAN that belongs to no card, counted by BIN and minute. The BIN is null
 * for a PAN outside the program's BINs. PANs themselves are not stored.
 */
interface UnknownNumberTry {
  bin: string | null;
  minute: Date;
  tries: bigint;
}

/**
 * The prices of USDT and USDC in US dollars, times 10^8. Quotes record the price they were made
 * with, so one row per source is enough.
 */
interface UsdtRate {
  provider: string;
  rated_at: Date;
  source: string;
  dollars_scaled: bigint;
  fetched_at: Date;
}

/**
 * Every attempt to send to an endpoint, for its owner, for 30 days. Nothing of the response but
 * its status is stored.
 */
interface WebhookAttempt {
  id: string;
  endpoint_id: string;
  kind: "event" | "example" | "challenge";
  sequence: bigint | null;
  event_id: string | null;
  type: string | null;
  at: Date;
  duration_ms: number;
  outcome: string;
  status: number | null;
  next_at: Date | null;
}

/**
 * Which event is sent to which endpoint, and when next. Waits until it is delivered or the
 * schedule of attempts ends.
 */
interface WebhookDelivery {
  endpoint_id: string;
  sequence: bigint;
  customer_id: string;
  status: Generated<"waiting" | "delivered" | "failed">;
  attempts: Generated<number>;
  next_at: Date;
  claimed_until: Date | null;
  queued_at: Date;
}

/** Addresses of customers to which events are sent, with filters by type and card. */
interface WebhookEndpoint {
  id: string;
  customer_id: string;
  name: string;
  url: string;
  types: string[];
  card_ids: string[];
  /**
   * `unverified` and `disabled` get nothing before they have answered a challenge. `paused`:
   * events wait.
   */
  status: "unverified" | "active" | "paused" | "disabled";
  /**
   * `failing`: no attempt succeeded for five days. `gone`: it answered 410. `alarm`: by the link
   * of a “not me” mail.
   */
  disabled_because: "failing" | "gone" | "alarm" | null;
  failing_since: Date | null;
  created_at: Date;
}

/**
 * What happened to customers with webhooks, by the order of the ledger's chain. Names an object,
 * and contains nothing of it.
 */
interface WebhookEvent {
  customer_id: string;
  sequence: bigint;
  id: string;
  type: string;
  object_type: "movement" | "card";
  object_id: string;
  card_id: string | null;
  block: bigint;
  /**
   * "movement:" and an id, "status:" with a movement and the number of its change, or "audit:" and
   * an id. Unique, so that a row becomes an event once.
   */
  source: string;
  at: Date;
  created_at: Date;
}

/**
 * Customers whose events are derived: those who have or had a webhook endpoint. Every row of the
 * blocks after since_block that is an event gets the next sequence.
 */
interface WebhookFeed {
  customer_id: string;
  since_block: bigint;
  last_sequence: Generated<bigint>;
  created_at: Date;
}

/**
 * One row, locked by the server that derives events. derived_to: the block of the ledger's chain
 * up to which events were derived.
 */
interface WebhookProgress {
  only_row: Generated<boolean>;
  derived_to: bigint;
  derived_at: Generated<Date>;
}

/**
 * Secrets that sign what is sent to an endpoint, sealed: the current one, and the former for a
 * day.
 */
interface WebhookSecret {
  id: string;
  endpoint_id: string;
  sealed: Buffer;
  created_at: Date;
  ends_at: Date | null;
}

/**
 * Withdrawals: a redeemed quote, its state, and the movements that returned the money or paid it
 * out.
 */
interface Withdrawal {
  id: string;
  customer_id: string;
  client_key: string;
  state: "cooling" | "review" | "queued" | "sending" | "confirming" | "completed" | "cancelled" | "rejected" | "declined" | "failed" | "expired";
  review_reasons: string[];
  needs_two: boolean;
  /**
   * The day on the program's calendar whose limit the withdrawal counts toward, and the amount in
   * US cents.
   */
  limit_day: string;
  limit_minor: bigint;
  /** The factor of the step-up token that confirmed the withdrawal. */
  factor: "password" | "totp" | "recovery" | "passkey";
  cancel_until: Date;
  created_at: Date;
  /** When the withdrawal entered its current state. */
  state_at: Date;
  confirmations: Generated<number>;
  transaction_hash: string | null;
  /** A provider status that Tessera does not know, for the operators. */
  unknown_status: string | null;
  /** The movement that returned the money, or the step that paid it out. */
  return_movement_id: string | null;
  payout_movement_id: string | null;
  ended_at: Date | null;
}

/** Emailed “not me” links, by the SHA-256 of their secrets. Each link works once. */
interface WithdrawalAlarm {
  token_hash: Buffer;
  customer_id: string;
  /** What the email was about: a withdrawal, or an address that was added. */
  about_id: string;
  expires_at: Date;
  used_at: Date | null;
}

/**
 * Appeals against rejected withdrawals, at most one per withdrawal: the new hold, and the movement
 * that had returned the money.
 */
interface WithdrawalAppeal {
  withdrawal_id: string;
  hold_id: string;
  former_return_id: string;
  appealed_at: Date;
}

/**
 * Quotes for withdrawals. The id is also the id of the withdrawal, its movement and its hold, so
 * that a quote is redeemed at most once.
 */
interface WithdrawalQuote {
  id: string;
  customer_id: string;
  address_id: string;
  asset: "USDT";
  network: "TRC20" | "ERC20" | "BEP20";
  address: string;
  currency: "USD" | "CNY" | "EUR";
  amount_minor: bigint;
  fee_minor: bigint;
  fee_basis_points: number;
  fee_schedule_version: number;
  network_fee_minor: bigint;
  total_minor: bigint;
  /** Units of the account's currency per USDT, times 10^8, at the rates of `rated_at`. */
  rate_scaled: bigint;
  rated_at: Date;
  /** The amount that arrives, in hundredths of a USDT. */
  receive_minor: bigint;
  created_at: Date;
  expires_at: Date;
  /** The number required by the provider when the quote was created. */
  confirmations_required: number;
  /** The parts of rate_scaled as the quote showed them; null if the source is unknown. */
  rate_source: string | null;
  spread_basis_points: Generated<number>;
  network_cost_minor: bigint | null;
}

/** The states of each withdrawal, in order. Rows never change. */
interface WithdrawalStep {
  withdrawal_id: string;
  n: number;
  state: string;
  at: Date;
}

/**
 * The readiness check writes a row here and rolls it back, to see whether the database accepts
 * writes.
 */
interface WriteProbe {
  payload: Buffer;
}

interface JobsBam {
  id: Generated<string>;
  name: string;
  version: number;
  status: Generated<string>;
  queue: string | null;
  table_name: string;
  command: string;
  error: string | null;
  created_on: Generated<Date>;
  started_on: Date | null;
  completed_on: Date | null;
}

interface JobsJob {
  id: Generated<string>;
  name: string;
  priority: Generated<number>;
  data: unknown;
  state: Generated<"created" | "retry" | "active" | "completed" | "cancelled" | "failed">;
  retry_limit: Generated<number>;
  retry_count: Generated<number>;
  retry_delay: Generated<number>;
  retry_backoff: Generated<boolean>;
  retry_delay_max: number | null;
  expire_seconds: Generated<number>;
  deletion_seconds: Generated<number>;
  singleton_key: string | null;
  singleton_on: Date | null;
  group_id: string | null;
  group_tier: string | null;
  start_after: Generated<Date>;
  created_on: Generated<Date>;
  started_on: Date | null;
  completed_on: Date | null;
  keep_until: Generated<Date>;
  output: unknown;
  dead_letter: string | null;
  policy: string | null;
  heartbeat_on: Date | null;
  heartbeat_seconds: number | null;
  blocked: Generated<boolean>;
  blocking: Generated<boolean>;
  pending_dependencies: Generated<number>;
  source_name: string | null;
  source_id: string | null;
  source_created_on: Date | null;
  source_retry_count: number | null;
  source_output: unknown;
  source_root_id: string | null;
}

interface JobsJobDependency {
  child_name: string;
  child_id: string;
  parent_name: string;
  parent_id: string;
}

interface JobsQueue {
  name: string;
  policy: string;
  retry_limit: number;
  retry_delay: number;
  retry_backoff: boolean;
  retry_delay_max: number | null;
  expire_seconds: number;
  retention_seconds: number;
  deletion_seconds: number;
  dead_letter: string | null;
  partition: boolean;
  table_name: string;
  deferred_count: Generated<number>;
  queued_count: Generated<number>;
  ready_count: Generated<number>;
  warning_queued: Generated<number>;
  active_count: Generated<number>;
  failed_count: Generated<number>;
  total_count: Generated<number>;
  created_delta: Generated<number>;
  completed_delta: Generated<number>;
  failed_delta: Generated<number>;
  delta_on: Date | null;
  delta_seconds: number | null;
  ready_history: Generated<number[]>;
  heartbeat_seconds: number | null;
  notify: Generated<boolean>;
  singletons_active: string[] | null;
  monitor_claim_on: Date | null;
  monitor_on: Date | null;
  maintain_on: Date | null;
  created_on: Generated<Date>;
  updated_on: Generated<Date>;
}

interface JobsQueueStats {
  id: Generated<string>;
  name: string;
  deferred_count: Generated<number>;
  queued_count: Generated<number>;
  ready_count: Generated<number>;
  active_count: Generated<number>;
  failed_count: Generated<number>;
  total_count: Generated<number>;
  created_delta: number | null;
  completed_delta: number | null;
  failed_delta: number | null;
  delta_seconds: number | null;
  delta_on: Date | null;
  captured_on: Generated<Date>;
}

interface JobsSchedule {
  name: string;
  key: Generated<string>;
  kind: Generated<"cron" | "rrule">;
  cron: string;
  timezone: Generated<string | null>;
  data: unknown;
  options: unknown;
  created_on: Generated<Date>;
  updated_on: Generated<Date>;
  last_job_id: string | null;
}

interface JobsSubscription {
  event: string;
  name: string;
  created_on: Generated<Date>;
  updated_on: Generated<Date>;
}

interface JobsVersion {
  version: number;
  cron_on: Date | null;
  bam_on: Date | null;
  flow_on: Date | null;
  reindex_on: Date | null;
  monitor_backoff_on: Date | null;
}

interface JobsWarning {
  id: Generated<string>;
  type: string;
  message: string;
  data: unknown;
  created_on: Generated<Date>;
}

/**
 * Accounts. Ids below 1000 are internal accounts: currency * 100 + kind, and from 400 those of
 * assets, ten for each.
 */
interface LedgerAccount {
  id: bigint;
  customer_id: string | null;
  kind: "account" | "card" | "receivable" | "fees" | "network_settlement" | "chain_clearing" | "bank_clearing" | "fx_position" | "suspense" | "dust";
  /** The code of a currency, or of an asset as its token and network, such as USDT:TRC20. */
  currency: string;
  created_at: Generated<Date>;
}

/** Audit events: who did what. Append-only and sealed. */
interface LedgerAudit {
  id: GeneratedAlways<bigint>;
  action: string;
  actor: string;
  customer_id: string | null;
  object: string | null;
  outcome: "ok" | "refused";
  request_id: string | null;
  movement_id: string | null;
  data: unknown;
  created_at: Generated<Date>;
  xid: Generated<bigint>;
  ref: GeneratedAlways<string>;
}

/**
 * Balances of customers' accounts. Internal accounts have no row here: a row that every movement
 * locks would serialize all movements. Rows are narrow and pages are half full, so that an update
 * stays on its page. A receivable is not constrained: it may be negative.
 */
interface LedgerBalance {
  account_id: bigint;
  customer_id: string;
  posted: Generated<bigint>;
  held: Generated<bigint>;
  /** Increases by one with each transfer, in the order of the account's statement. */
  version: Generated<bigint>;
  currency: string;
  /** 1 open, 2 debits blocked, 3 blocked, 4 closed. */
  status: Generated<number>;
  constrained: boolean;
}

/**
 * Counters for velocity limits: how much a subject (such as a card) used in a window (such as a
 * month).
 */
interface LedgerCounter {
  id: GeneratedAlways<bigint>;
  subject: string;
  time_window: string;
  amount: Generated<bigint>;
  count: Generated<bigint>;
}

/** Holds: money set aside in an account. */
interface LedgerHold {
  id: string;
  account_id: bigint;
  customer_id: string;
  movement_id: string;
  amount: bigint;
  captured: Generated<bigint>;
  remaining: bigint;
  state: "open" | "captured" | "released" | "expired";
  expires_at: Date;
  created_at: Date;
}

/** Steps of a hold: amounts set aside, captured and released. Append-only. */
interface LedgerHoldStep {
  movement_id: string;
  n: number;
  hold_id: string;
  step: "hold" | "increase" | "capture" | "release" | "expire";
  amount: bigint;
  remaining_after: bigint;
}

/** Movements: balanced journal entries as a customer understands them. Append-only. */
interface LedgerMovement {
  id: string;
  customer_id: string;
  xid: Generated<bigint>;
  event_at: Date;
  created_at: Date;
  amount: bigint;
  fee: bigint;
  card_id: string | null;
  parent_id: string | null;
  kind: string;
  status: "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired";
  currency: string;
  title: string;
  client_key: string | null;
  content_hash: Buffer;
  /**
   * The result: the flattened (account, posted, held) of every customer account that the movement
   * touched.
   */
  touched: bigint[];
  /** The flattened (counter, amount, count) of every guard. */
  counted: bigint[] | null;
  data: unknown;
}

/** Later statuses of movements; n counts from 1 within each movement. Append-only. */
interface LedgerMovementHistory {
  movement_id: string;
  n: number;
  status: "processing" | "reviewing" | "queued" | "completed" | "failed" | "declined" | "rejected" | "cancelled" | "expired";
  amount: bigint;
  fee: bigint;
  by_movement_id: string;
  created_at: Date;
  xid: Generated<bigint>;
}

/**
 * Current status, amount and fee of movements that started pending or were changed. For all other
 * movements, the movement's own columns are current.
 */
interface LedgerMovementState {
  movement_id: string;
  customer_id: string;
  card_id: string | null;
  kind: string;
  status: string;
  amount: bigint;
  fee: bigint;
  event_at: Date;
  changes: number;
  changed_at: Date;
}

/** Every movement with its current status, amount and fee. Other modules read movements here. */
interface LedgerMovementView {
  id: string | null;
  customer_id: string | null;
  card_id: string | null;
  parent_id: string | null;
  kind: string | null;
  status: string | null;
  first_status: string | null;
  currency: string | null;
  amount: bigint | null;
  fee: bigint | null;
  first_amount: bigint | null;
  first_fee: bigint | null;
  title: string | null;
  data: unknown;
  event_at: Date | null;
  created_at: Date | null;
  changed_at: Date | null;
  client_key: string | null;
}

/**
 * Events for open screens and other listeners. The application deletes events after delivering
 * them.
 */
interface LedgerOutbox {
  id: GeneratedAlways<bigint>;
  topic: string;
  body: unknown;
  movement_id: string | null;
  xid: Generated<bigint>;
  created_at: Generated<Date>;
}

/** Balances of internal accounts at the end of the last sealed block. */
interface LedgerRollup {
  account_id: bigint;
  posted: bigint;
}

/**
 * The hash chain: one signed block for everything written by transactions [from_xid, to_xid).
 * Append-only.
 */
interface LedgerSeal {
  n: bigint;
  from_xid: bigint;
  to_xid: bigint;
  rows: bigint;
  prev_hash: Buffer;
  hash: Buffer;
  key_id: string;
  signature: Buffer;
  sealed_at: Generated<Date>;
}

/**
 * The newest seal of each cell, written in the transaction that appends the seal. A database
 * outside a cluster is cell 1.
 */
interface LedgerSealHead {
  cell: number;
  n: bigint;
  hash: Buffer;
}

/**
 * Transfers: money from one account to another. Append-only; each account's transfers are ordered
 * by version. Partitioned by the month in the movement's id, which is a UUIDv7.
 */
interface LedgerTransfer {
  movement_id: string;
  n: number;
  currency: string;
  debit_account: bigint;
  credit_account: bigint;
  amount: bigint;
  debit_after: bigint | null;
  debit_version: bigint | null;
  credit_after: bigint | null;
  credit_version: bigint | null;
  hold_id: string | null;
}

/** All tables and views. */
export interface DB {
  account_closing: AccountClosing;
  account_closing_amount: AccountClosingAmount;
  account_closing_link: AccountClosingLink;
  account_stop: AccountStop;
  announcement: Announcement;
  announcement_text: AnnouncementText;
  api_key: ApiKey;
  api_key_call: ApiKeyCall;
  api_key_ceiling: ApiKeyCeiling;
  api_key_text: ApiKeyText;
  asset_booking: AssetBooking;
  asset_dust: AssetDust;
  asset_snapshot: AssetSnapshot;
  auto_top_up: AutoTopUp;
  auto_top_up_progress: AutoTopUpProgress;
  auto_top_up_run: AutoTopUpRun;
  bank_account: BankAccount;
  bank_entry: BankEntry;
  bank_import: BankImport;
  bank_reference: BankReference;
  bank_statement: BankStatement;
  bank_trade: BankTrade;
  board_hour: BoardHour;
  board_progress: BoardProgress;
  captcha: Captcha;
  card: Card;
  card_application: CardApplication;
  card_closing: CardClosing;
  card_debt: CardDebt;
  card_freeze: CardFreeze;
  card_freeze_all: CardFreezeAll;
  card_holder: CardHolder;
  card_quote: CardQuote;
  card_replacement: CardReplacement;
  card_secret: CardSecret;
  card_segment: CardSegment;
  card_standing: CardStanding;
  card_stock_change: CardStockChange;
  card_wrong_try: CardWrongTry;
  cell: Cell;
  company: Company;
  company_acceptance: CompanyAcceptance;
  correction: Correction;
  currency_exchange: CurrencyExchange;
  custodian_feed: CustodianFeed;
  custodian_transfer: CustodianTransfer;
  customer: Customer;
  customer_account: CustomerAccount;
  customer_contact: CustomerContact;
  customer_event: CustomerEvent;
  customer_note: CustomerNote;
  customer_view: CustomerView;
  data_archive: DataArchive;
  data_archive_chunk: DataArchiveChunk;
  database_mark: DatabaseMark;
  demo_seed: DemoSeed;
  deposit: Deposit;
  deposit_debt: DepositDebt;
  deposit_payment: DepositPayment;
  deposit_retraction: DepositRetraction;
  directory_card: DirectoryCard;
  directory_cell: DirectoryCell;
  directory_head: DirectoryHead;
  directory_name: DirectoryName;
  directory_range: DirectoryRange;
  directory_setting: DirectorySetting;
  email_change: EmailChange;
  erasure: Erasure;
  event_presence: EventPresence;
  event_sequencer: EventSequencer;
  evm_address: EvmAddress;
  evm_block: EvmBlock;
  evm_chain: EvmChain;
  evm_count: EvmCount;
  evm_payout: EvmPayout;
  evm_payout_transaction: EvmPayoutTransaction;
  evm_sweep: EvmSweep;
  evm_sweep_progress: EvmSweepProgress;
  evm_transfer: EvmTransfer;
  evm_wallet: EvmWallet;
  exchange_quote: ExchangeQuote;
  factor_failure: FactorFailure;
  factor_reset: FactorReset;
  fee_schedule: FeeSchedule;
  fee_schedule_cancellation: FeeScheduleCancellation;
  file_orphan: FileOrphan;
  idempotency_answer: IdempotencyAnswer;
  insight_reader: InsightReader;
  issuer_card: IssuerCard;
  keep_alive_notice: KeepAliveNotice;
  legal_acceptance: LegalAcceptance;
  legal_version: LegalVersion;
  mailed_code: MailedCode;
  membership: Membership;
  membership_invitation: MembershipInvitation;
  network_message: NetworkMessage;
  network_unmatched: NetworkUnmatched;
  open_hold_question: OpenHoldQuestion;
  operator_invitation: OperatorInvitation;
  ownership_handover: OwnershipHandover;
  passkey: Passkey;
  passkey_challenge: PasskeyChallenge;
  payment_note: PaymentNote;
  payment_review: PaymentReview;
  payout_address: PayoutAddress;
  payout_event: PayoutEvent;
  payout_instruction: PayoutInstruction;
  person: Person;
  person_key: PersonKey;
  practice_mark: PracticeMark;
  practice_play: PracticePlay;
  practice_session: PracticeSession;
  program_copy: ProgramCopy;
  programme_rule: ProgrammeRule;
  programme_rule_hit: ProgrammeRuleHit;
  programme_rule_proposal: ProgrammeRuleProposal;
  programme_rule_version: ProgrammeRuleVersion;
  programme_setting: ProgrammeSetting;
  proposal: Proposal;
  purchase_mandate: PurchaseMandate;
  rate_limit: RateLimit;
  rate_sheet: RateSheet;
  rate_source: RateSource;
  receipt: Receipt;
  receipt_payment: ReceiptPayment;
  reconciliation_break: ReconciliationBreak;
  reconciliation_chunk: ReconciliationChunk;
  reconciliation_event: ReconciliationEvent;
  reconciliation_export: ReconciliationExport;
  reconciliation_run: ReconciliationRun;
  recovery_code: RecoveryCode;
  registration: Registration;
  regular_work_failure: RegularWorkFailure;
  reserve_reading: ReserveReading;
  review_approval: ReviewApproval;
  review_case: ReviewCase;
  review_document: ReviewDocument;
  review_flag: ReviewFlag;
  review_step: ReviewStep;
  risk_counter_base: RiskCounterBase;
  risk_grant: RiskGrant;
  risk_hit: RiskHit;
  risk_strategy: RiskStrategy;
  risk_strategy_change: RiskStrategyChange;
  risk_strategy_version: RiskStrategyVersion;
  root_key: RootKey;
  sandbox_chain_transfer: SandboxChainTransfer;
  sandbox_clock: SandboxClock;
  sandbox_mail: SandboxMail;
  sandbox_payout: SandboxPayout;
  sandbox_payout_message: SandboxPayoutMessage;
  sandbox_payout_outcome: SandboxPayoutOutcome;
  seal_verification: SealVerification;
  security_hold: SecurityHold;
  server_process: ServerProcess;
  service_hour: ServiceHour;
  session: Session;
  session_proof: SessionProof;
  sign_in_challenge: SignInChallenge;
  sign_in_failure: SignInFailure;
  sign_in_network: SignInNetwork;
  standing_check: StandingCheck;
  stripe_authorisation: StripeAuthorisation;
  stripe_cardholder: StripeCardholder;
  stripe_event: StripeEvent;
  stripe_order: StripeOrder;
  stripe_transaction: StripeTransaction;
  support_answer: SupportAnswer;
  support_article_vote: SupportArticleVote;
  support_attachment: SupportAttachment;
  support_conversation: SupportConversation;
  support_message: SupportMessage;
  tessera_migration: TesseraMigration;
  totp_enrolment: TotpEnrolment;
  totp_factor: TotpFactor;
  tron_address: TronAddress;
  unknown_number_burst: UnknownNumberBurst;
  unknown_number_try: UnknownNumberTry;
  usdt_rate: UsdtRate;
  webhook_attempt: WebhookAttempt;
  webhook_delivery: WebhookDelivery;
  webhook_endpoint: WebhookEndpoint;
  webhook_event: WebhookEvent;
  webhook_feed: WebhookFeed;
  webhook_progress: WebhookProgress;
  webhook_secret: WebhookSecret;
  withdrawal: Withdrawal;
  withdrawal_alarm: WithdrawalAlarm;
  withdrawal_appeal: WithdrawalAppeal;
  withdrawal_quote: WithdrawalQuote;
  withdrawal_step: WithdrawalStep;
  write_probe: WriteProbe;
  "jobs.bam": JobsBam;
  "jobs.job": JobsJob;
  "jobs.job_dependency": JobsJobDependency;
  "jobs.queue": JobsQueue;
  "jobs.queue_stats": JobsQueueStats;
  "jobs.schedule": JobsSchedule;
  "jobs.subscription": JobsSubscription;
  "jobs.version": JobsVersion;
  "jobs.warning": JobsWarning;
  "ledger.account": LedgerAccount;
  "ledger.audit": LedgerAudit;
  "ledger.balance": LedgerBalance;
  "ledger.counter": LedgerCounter;
  "ledger.hold": LedgerHold;
  "ledger.hold_step": LedgerHoldStep;
  "ledger.movement": LedgerMovement;
  "ledger.movement_history": LedgerMovementHistory;
  "ledger.movement_state": LedgerMovementState;
  "ledger.movement_view": LedgerMovementView;
  "ledger.outbox": LedgerOutbox;
  "ledger.rollup": LedgerRollup;
  "ledger.seal": LedgerSeal;
  "ledger.seal_head": LedgerSealHead;
  "ledger.transfer": LedgerTransfer;
}
