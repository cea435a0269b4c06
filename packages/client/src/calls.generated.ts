// Written by `npm run client:generate` from packages/contract. Do not edit.

import { List } from "./list.ts";
import type {
  AlertsSeenBody,
  AnswerBody,
  Asset,
  AssetsAnswer,
  AssetsQuery,
  AutoTopUp,
  AutoTopUpRun,
  Backtest,
  BacktestBody,
  BankDetailsList,
  Card,
  CardApplication,
  CardHolds,
  CardListQuery,
  CardSegment,
  CaseDetail,
  ChangeMandateBody,
  CheckAddressBody,
  CheckedAddress,
  CloseBody,
  CreateDepositBody,
  CreateExchangeBody,
  CreateExportBody,
  CreateGrantBody,
  CreateStrategyBody,
  CurrentFreezeAll,
  DeclineBudget,
  DeclineExplanation,
  Deposit,
  DocumentQuery,
  Exchange,
  ExchangeQuote,
  ExportQuery,
  FreezeAll,
  FreezeAllResult,
  FreezeAllUndo,
  FundingReceipt,
  Grant,
  GrantQuery,
  HeldReview,
  Holdings,
  HoldingsQuery,
  Insight,
  InsightQuery,
  LabelBody,
  LikelyCharge,
  LikelyCharges,
  ListCardTransactionsQuery,
  ListQuery,
  LogDetail,
  LogEntry,
  LogExportBody,
  LogPage,
  LogQuery,
  Mandate,
  MandateDetail,
  MandateQuery,
  Movement,
  MovementDetail,
  MovementPage,
  MovementQuery,
  OpenHold,
  OwnLimitsBody,
  PaymentNote,
  PaymentNoteBody,
  PaymentPapers,
  PaymentReview,
  PayoutAddress,
  PreflightAnswer,
  PreflightBody,
  ProposeMandateBody,
  Quote,
  QuoteBody,
  QuoteExchangeBody,
  QuoteWithdrawalBody,
  RateHistory,
  RateHistoryQuery,
  RatesAnswer,
  Receipt,
  ReceiptDetail,
  ReceiptFactsBody,
  ReceiptLinkBody,
  ReceiptQuery,
  ReconciliationExport,
  RenameAddressBody,
  ReplayEventBody,
  ReplaySinceBody,
  Replayed,
  ReviewDetail,
  ReviewListQuery,
  ReviseStrategyBody,
  SafeToSpend,
  ScheduleBody,
  SpendQuoteBody,
  Spending,
  SpendingQuery,
  Strategy,
  StrategyDetail,
  StrategyHit,
  StrategyHitQuery,
  StrategyList,
  StrategyStatusBody,
  UploadReceiptQuery,
  UsedTag,
  Wallet,
  WalletQuery,
  Webhook,
  WebhookAttempt,
  WebhookEvent,
  WebhookEventQuery,
  WebhookExampleBody,
  WebhookTried,
  WebhookTypeList,
  Withdrawal,
  WithdrawalQuote,
  WithdrawalTerms,
} from "./schemas.generated.ts";
import { at, Transport } from "./transport.ts";
import type {
  CallOptions,
  ClientOptions,
  FileBody,
  WriteOptions,
} from "./transport.ts";

/** The calls of the scope `bills`. */
export class BillsCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * What happened on the customer's cards, newest first.
   *
   * `GET /api/transactions`. Keys need `bills: read`.
   */
  listTransactions(query: MovementQuery = {}, options?: CallOptions): List<Movement, MovementPage> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/transactions`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One movement with its timeline.
   *
   * `GET /api/transactions/:id`. Keys need `bills: read`.
   */
  getTransaction(id: string, options?: CallOptions): Promise<MovementDetail> {
    return this.#transport.json(
      { method: "GET", path: at`/api/transactions/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Every movement of the customer's money, newest first.
   *
   * `GET /api/bills`. Keys need `bills: read`.
   */
  list(query: MovementQuery = {}, options?: CallOptions): List<Movement, MovementPage> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/bills`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }
}

/** The calls of the scope `receipts`. */
export class ReceiptsCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The customer's receipts, newest first; with `state=open`, those without a payment.
   *
   * `GET /api/receipts`. Keys need `receipts: read`.
   */
  list(query: ReceiptQuery = {}, options?: CallOptions): List<Receipt> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/receipts`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Upload a receipt: the bytes of a PDF, JPEG or PNG of at most 5 MB. A file that was
   * uploaded before is not stored again: the response is the receipt it became.
   *
   * `POST /api/receipts`. Keys need `receipts: write`. Codes: `file_storage_unavailable`,
   * `not_found`, `too_many_receipts`.
   */
  upload(file: FileBody<"application/pdf" | "image/jpeg" | "image/png">, query: UploadReceiptQuery = {}, options?: WriteOptions): Promise<Receipt> {
    return this.#transport.json(
      { method: "POST", path: at`/api/receipts`, repeatable: "with key", file, query },
      options,
    );
  }

  /**
   * One receipt, with the payments that it may be for.
   *
   * `GET /api/receipts/:id`. Keys need `receipts: read`.
   */
  get(id: string, options?: CallOptions): Promise<ReceiptDetail> {
    return this.#transport.json(
      { method: "GET", path: at`/api/receipts/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * A receipt's file, as a download.
   *
   * `GET /api/receipts/:id/file`. Keys need `receipts: read`. Codes:
   * `file_storage_unavailable`.
   */
  getFile(id: string, options?: CallOptions): Promise<Response> {
    return this.#transport.response(
      { method: "GET", path: at`/api/receipts/${id}/file`, repeatable: "safe" },
      options,
    );
  }

  /**
   * State what a receipt says, so that its payment can be found.
   *
   * `PUT /api/receipts/:id`. Keys need `receipts: write`.
   */
  setFacts(id: string, body: ReceiptFactsBody, options?: WriteOptions): Promise<ReceiptDetail> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/receipts/${id}`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Attach a receipt to a payment; attaching it again changes nothing.
   *
   * `POST /api/receipts/:id/attach`. Keys need `receipts: write`. Codes: `too_many_receipts`.
   */
  attach(id: string, body: ReceiptLinkBody, options?: WriteOptions): Promise<Receipt> {
    return this.#transport.json(
      { method: "POST", path: at`/api/receipts/${id}/attach`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Detach a receipt from a payment; the receipt stays.
   *
   * `POST /api/receipts/:id/detach`. Keys need `receipts: write`.
   */
  detach(id: string, body: ReceiptLinkBody, options?: WriteOptions): Promise<Receipt> {
    return this.#transport.json(
      { method: "POST", path: at`/api/receipts/${id}/detach`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Delete a receipt and its file.
   *
   * `DELETE /api/receipts/:id`. Keys need `receipts: write`.
   */
  delete(id: string, options?: WriteOptions): Promise<void> {
    return this.#transport.json(
      { method: "DELETE", path: at`/api/receipts/${id}`, repeatable: "with key" },
      options,
    );
  }

  /**
   * A payment's receipts, and the note about it.
   *
   * `GET /api/transactions/:id/papers`. Keys need `receipts: read`.
   */
  getPaymentPapers(id: string, options?: CallOptions): Promise<PaymentPapers> {
    return this.#transport.json(
      { method: "GET", path: at`/api/transactions/${id}/papers`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Note a payment's purpose, project and tax code.
   *
   * `PUT /api/transactions/:id/note`. Keys need `receipts: write`. Codes:
   * `payment_note_changed`.
   */
  setPaymentNote(id: string, body: PaymentNoteBody, options?: WriteOptions): Promise<PaymentNote> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/transactions/${id}/note`, repeatable: "with key", body },
      options,
    );
  }
}

/** The calls of the scope `cards`. */
export class CardsCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * A card's movements, newest first.
   *
   * `GET /api/cards/:id/transactions`. Keys need `cards: read`.
   */
  listTransactions(id: string, query: ListCardTransactionsQuery = {}, options?: CallOptions): List<Movement, MovementPage> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/cards/${id}/transactions`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * The customer's cards, closed ones last; no PAN, no CVV.
   *
   * `GET /api/cards`. Keys need `cards: read`.
   */
  list(query: CardListQuery = {}, options?: CallOptions): List<Card> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/cards`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One card; no PAN, no CVV.
   *
   * `GET /api/cards/:id`. Keys need `cards: read`.
   */
  get(id: string, options?: CallOptions): Promise<Card> {
    return this.#transport.json(
      { method: "GET", path: at`/api/cards/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * A quote for loading or unloading an amount; valid for 5 minutes.
   *
   * `POST /api/cards/:id/quote`. Keys need `cards: write`. Codes: `insufficient_funds`,
   * `card_frozen`, `card_frozen_risk`, `card_frozen_verification`, `card_frozen_operator`,
   * `card_closing`, `card_closed`, `card_expired`, `card_used`, `card_of_mandate`,
   * `acceptance_required`.
   */
  quote(id: string, body: QuoteBody, options?: WriteOptions): Promise<Quote> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/${id}/quote`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Add funds to a card as quoted.
   *
   * `POST /api/cards/:id/deposit`. Keys need `cards: write`. Codes:
   * `api_key_ceiling_exceeded`, `insufficient_funds`, `card_frozen`, `card_frozen_risk`,
   * `card_frozen_verification`, `card_frozen_operator`, `card_closing`, `card_closed`,
   * `quote_expired`, `quote_used`, `account_suspended`, `acceptance_required`.
   */
  deposit(id: string, body: SpendQuoteBody, options?: WriteOptions): Promise<FundingReceipt> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/${id}/deposit`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Transfer funds from a card to the account as quoted.
   *
   * `POST /api/cards/:id/withdraw`. Keys need `cards: write`. Codes:
   * `api_key_ceiling_exceeded`, `insufficient_funds`, `card_frozen`, `card_frozen_risk`,
   * `card_frozen_verification`, `card_frozen_operator`, `card_closing`, `card_closed`,
   * `quote_expired`, `quote_used`, `account_suspended`.
   */
  withdraw(id: string, body: SpendQuoteBody, options?: WriteOptions): Promise<FundingReceipt> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/${id}/withdraw`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Freeze a card.
   *
   * `POST /api/cards/:id/freeze`. Keys need `cards: write`. Codes: `card_closed`,
   * `card_closing`.
   */
  freeze(id: string, options?: WriteOptions): Promise<Card> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/${id}/freeze`, repeatable: "with key" },
      options,
    );
  }

  /**
   * Lift the customer's freeze and one by a rule; `freezes` says what still blocks.
   *
   * `POST /api/cards/:id/unfreeze`. Keys need `cards: write`. Codes: `card_closed`,
   * `card_closing`.
   */
  unfreeze(id: string, options?: WriteOptions): Promise<Card> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/${id}/unfreeze`, repeatable: "with key" },
      options,
    );
  }

  /**
   * Set a card's blocked hours; an empty list removes them.
   *
   * `PUT /api/cards/:id/schedule`. Keys need `cards: write`. Codes: `card_changed`,
   * `card_closed`, `card_closing`.
   */
  setSchedule(id: string, body: ScheduleBody, options?: WriteOptions): Promise<Card> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/cards/${id}/schedule`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Close a card permanently; its balance returns to the account.
   *
   * `POST /api/cards/:id/close`. Keys need `cards: write`. Codes: `card_closed`,
   * `card_has_holds`, `card_frozen_operator`, `insufficient_funds`, `account_suspended`.
   */
  close(id: string, body: CloseBody = {}, options?: WriteOptions): Promise<Card> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/${id}/close`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * The tags of the customer's cards, in alphabetical order.
   *
   * `GET /api/card-tags`. Keys need `cards: read`.
   */
  listTags(query: ListQuery = {}, options?: CallOptions): List<UsedTag> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/card-tags`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Rename a card and set its tags.
   *
   * `PUT /api/cards/:id/label`. Keys need `cards: write`. Codes: `card_changed`.
   */
  setLabel(id: string, body: LabelBody, options?: WriteOptions): Promise<Card> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/cards/${id}/label`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Set a card's own limits (null removes one), and whether it pays in other currencies.
   *
   * `PUT /api/cards/:id/limits`. Keys need `cards: write`. Codes: `card_changed`,
   * `card_closed`, `card_closing`.
   */
  setLimits(id: string, body: OwnLimitsBody, options?: WriteOptions): Promise<Card> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/cards/${id}/limits`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * When a card is topped up by itself, and the fee in force.
   *
   * `GET /api/cards/:id/auto-top-up`. Keys need `cards: read`.
   */
  getAutoTopUp(id: string, options?: CallOptions): Promise<AutoTopUp> {
    return this.#transport.json(
      { method: "GET", path: at`/api/cards/${id}/auto-top-up`, repeatable: "safe" },
      options,
    );
  }

  /**
   * What automatic top-ups of a card did, newest first.
   *
   * `GET /api/cards/:id/auto-top-ups`. Keys need `cards: read`.
   */
  listAutoTopUps(id: string, query: ListQuery = {}, options?: CallOptions): List<AutoTopUpRun> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/cards/${id}/auto-top-ups`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Freeze all cards that the customer has not frozen yet.
   *
   * `POST /api/cards/freeze-all`. Keys need `cards: write`.
   */
  freezeAll(options?: WriteOptions): Promise<FreezeAllResult> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/freeze-all`, repeatable: "with key" },
      options,
    );
  }

  /**
   * The newest freeze of all cards that can still be undone.
   *
   * `GET /api/cards/freeze-all`. Keys need `cards: read`.
   */
  getFreezeAll(options?: CallOptions): Promise<CurrentFreezeAll> {
    return this.#transport.json(
      { method: "GET", path: at`/api/cards/freeze-all`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Undo a freeze of all cards, except for cards changed since.
   *
   * `POST /api/cards/freeze-all/:id/undo`. Keys need `cards: write`.
   */
  undoFreezeAll(id: string, options?: WriteOptions): Promise<FreezeAllUndo> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/freeze-all/${id}/undo`, repeatable: "with key" },
      options,
    );
  }

  /**
   * Dismiss the undo of a freeze of all cards; the cards stay frozen.
   *
   * `POST /api/cards/freeze-all/:id/dismiss`. Keys need `cards: write`.
   */
  dismissFreezeAll(id: string, options?: WriteOptions): Promise<FreezeAll> {
    return this.#transport.json(
      { method: "POST", path: at`/api/cards/freeze-all/${id}/dismiss`, repeatable: "with key" },
      options,
    );
  }

  /**
   * Card products to apply for; none if new cards are not offered.
   *
   * `GET /api/card-segments`. Keys need `cards: read`.
   */
  listSegments(query: ListQuery = {}, options?: CallOptions): List<CardSegment> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/card-segments`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * The customer's card applications, newest first.
   *
   * `GET /api/card-applications`. Keys need `cards: read`.
   */
  listApplications(query: ListQuery = {}, options?: CallOptions): List<CardApplication> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/card-applications`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }
}

/** The calls of the scope `mandates`. */
export class MandatesCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The customer's purchase mandates, newest first.
   *
   * `GET /api/mandates`. Keys need `mandates: read`.
   */
  listMandates(query: MandateQuery = {}, options?: CallOptions): List<Mandate> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/mandates`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * A purchase mandate, and what approving it would cost.
   *
   * `GET /api/mandates/:id`. Keys need `mandates: read`.
   */
  getMandate(id: string, options?: CallOptions): Promise<MandateDetail> {
    return this.#transport.json(
      { method: "GET", path: at`/api/mandates/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Propose one purchase: a merchant, a ceiling, until when, and what for.
   *
   * `POST /api/mandates`. Keys need `mandates: write`. Codes: `too_many_mandates`,
   * `account_closing_open`, `account_closed`.
   */
  proposeMandate(body: ProposeMandateBody, options?: WriteOptions): Promise<Mandate> {
    return this.#transport.json(
      { method: "POST", path: at`/api/mandates`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Change a proposed mandate; a key can change what it proposed itself.
   *
   * `PUT /api/mandates/:id`. Keys need `mandates: write`. Codes: `mandate_changed`,
   * `mandate_decided`, `mandate_of_another`.
   */
  changeMandate(id: string, body: ChangeMandateBody, options?: WriteOptions): Promise<Mandate> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/mandates/${id}`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Take back a mandate; if it was approved, its card closes and the money returns.
   *
   * `POST /api/mandates/:id/withdraw`. Keys need `mandates: write`. Codes: `mandate_decided`,
   * `mandate_of_another`, `card_frozen_operator`, `account_suspended`, `insufficient_funds`.
   */
  withdrawMandate(id: string, options?: WriteOptions): Promise<Mandate> {
    return this.#transport.json(
      { method: "POST", path: at`/api/mandates/${id}/withdraw`, repeatable: "with key" },
      options,
    );
  }
}

/** The calls of the scope `wallet`. */
export class WalletCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Balances, and their total converted for display.
   *
   * `GET /api/wallet`. Keys need `wallet: read`.
   */
  get(query: WalletQuery = {}, options?: CallOptions): Promise<Wallet> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet`, repeatable: "safe", query },
      options,
    );
  }

  /**
   * Exchange rates for display, their source and date.
   *
   * `GET /api/wallet/rates`. Keys need `wallet: read`. Codes: `rates_unavailable`,
   * `not_offered`.
   */
  getRates(options?: CallOptions): Promise<RatesAnswer> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet/rates`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Refresh the exchange rates.
   *
   * `POST /api/wallet/rates/refresh`. Keys need `wallet: write`. Codes: `rates_unavailable`,
   * `not_offered`.
   */
  refreshRates(options?: WriteOptions): Promise<RatesAnswer> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/rates/refresh`, repeatable: "with key" },
      options,
    );
  }

  /**
   * What the customer holds, account by account and card by card.
   *
   * `GET /api/wallet/assets`. Keys need `wallet: read`.
   */
  listAssets(query: AssetsQuery = {}, options?: CallOptions): List<Asset, AssetsAnswer> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/wallet/assets`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Deposits, withdrawals and exchanges, newest first.
   *
   * `GET /api/wallet/history`. Keys need `wallet: read`.
   */
  listHistory(query: MovementQuery = {}, options?: CallOptions): List<Movement, MovementPage> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/wallet/history`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Request an address for a deposit.
   *
   * `POST /api/wallet/deposits`. Keys need `wallet: write`. Codes: `deposit_out_of_bounds`,
   * `too_many_open_deposits`, `rates_unavailable`, `not_offered`, `deposit_not_watched`,
   * `provider_unavailable`, `rates_not_current`, `asset_depegged`, `exchange_paused`,
   * `acceptance_required`, `account_closing_open`.
   */
  createDeposit(body: CreateDepositBody, options?: WriteOptions): Promise<Deposit> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/deposits`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * One deposit and how far its payment is confirmed.
   *
   * `GET /api/wallet/deposits/:id`. Keys need `wallet: read`. Codes: `not_offered`,
   * `deposit_not_watched`.
   */
  getDeposit(id: string, options?: CallOptions): Promise<Deposit> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet/deposits/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Cancel a deposit before a payment is seen.
   *
   * `POST /api/wallet/deposits/:id/cancel`. Keys need `wallet: write`. Codes:
   * `deposit_not_cancellable`.
   */
  cancelDeposit(id: string, options?: WriteOptions): Promise<Deposit> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/deposits/${id}/cancel`, repeatable: "with key" },
      options,
    );
  }

  /**
   * A quote for an exchange between two own accounts; valid for one minute.
   *
   * `POST /api/wallet/exchanges/quote`. Keys need `wallet: write`. Codes:
   * `exchange_out_of_bounds`, `exchange_paused`, `insufficient_funds`, `rates_unavailable`,
   * `rates_not_current`, `not_offered`, `acceptance_required`, `account_closed`,
   * `withdrawals_on_hold`.
   */
  quoteExchange(body: QuoteExchangeBody, options?: WriteOptions): Promise<ExchangeQuote> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/exchanges/quote`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Exchange as quoted: both amounts move, or neither does.
   *
   * `POST /api/wallet/exchanges`. Keys need `wallet: write`. Codes: `not_found`,
   * `api_key_ceiling_exceeded`, `quote_expired`, `quote_used`, `insufficient_funds`,
   * `exchange_paused`, `rates_unavailable`, `not_offered`, `account_suspended`,
   * `account_closed`, `withdrawals_on_hold`, `acceptance_required`.
   */
  createExchange(body: CreateExchangeBody, options?: WriteOptions): Promise<Exchange> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/exchanges`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * One exchange: both amounts, the rate and the spread.
   *
   * `GET /api/wallet/exchanges/:id`. Keys need `wallet: read`.
   */
  getExchange(id: string, options?: CallOptions): Promise<Exchange> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet/exchanges/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * The rate between two currencies over the last 30 days, before any spread.
   *
   * `GET /api/wallet/rates/history`. Keys need `wallet: read`. Codes: `not_offered`.
   */
  getRateHistory(query: RateHistoryQuery, options?: CallOptions): Promise<RateHistory> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet/rates/history`, repeatable: "safe", query },
      options,
    );
  }
}

/** The calls of the scope `bank`. */
export class BankCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Where to transfer money from a bank, and the reference to write, for each currency.
   *
   * `GET /api/wallet/bank-details`. Keys need `bank: read`. Codes: `not_offered`.
   */
  getDetails(options?: CallOptions): Promise<BankDetailsList> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet/bank-details`, repeatable: "safe" },
      options,
    );
  }
}

/** The calls of the scope `withdrawals`. */
export class WithdrawalsCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The address book: where money may be withdrawn to.
   *
   * `GET /api/wallet/addresses`. Keys need `withdrawals: read`.
   */
  listAddresses(query: ListQuery = {}, options?: CallOptions): List<PayoutAddress> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/wallet/addresses`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Check an address as it is typed: its checksum, its network, and what it looks like.
   *
   * `POST /api/wallet/addresses/check`. Keys need `withdrawals: read`. Codes:
   * `address_malformed`, `address_checksum`, `address_network`, `address_own`, `not_offered`.
   */
  checkAddress(body: CheckAddressBody, options?: CallOptions): Promise<CheckedAddress> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/addresses/check`, repeatable: "safe", body },
      options,
    );
  }

  /**
   * Rename an address.
   *
   * `PUT /api/wallet/addresses/:id`. Keys need `withdrawals: write`.
   */
  renameAddress(id: string, body: RenameAddressBody, options?: WriteOptions): Promise<PayoutAddress> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/wallet/addresses/${id}`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Remove an address from the address book.
   *
   * `DELETE /api/wallet/addresses/:id`. Keys need `withdrawals: write`.
   */
  removeAddress(id: string, options?: WriteOptions): Promise<void> {
    return this.#transport.json(
      { method: "DELETE", path: at`/api/wallet/addresses/${id}`, repeatable: "with key" },
      options,
    );
  }

  /**
   * Current costs and limits of withdrawals.
   *
   * `GET /api/wallet/withdrawals/terms`. Keys need `withdrawals: read`. Codes: `not_offered`,
   * `provider_unavailable`.
   */
  getTerms(options?: CallOptions): Promise<WithdrawalTerms> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet/withdrawals/terms`, repeatable: "safe" },
      options,
    );
  }

  /**
   * A withdrawal quote: what it costs and what arrives; valid for five minutes.
   *
   * `POST /api/wallet/withdrawals/quote`. Keys need `withdrawals: write`. Codes: `not_found`,
   * `withdrawal_out_of_bounds`, `insufficient_funds`, `address_cooling`, `exchange_paused`,
   * `rates_unavailable`, `not_offered`, `provider_unavailable`, `rates_not_current`,
   * `asset_depegged`.
   */
  quote(body: QuoteWithdrawalBody, options?: WriteOptions): Promise<WithdrawalQuote> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/withdrawals/quote`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Withdrawals in progress, and the latest finished ones.
   *
   * `GET /api/wallet/withdrawals`. Keys need `withdrawals: read`.
   */
  list(query: ListQuery = {}, options?: CallOptions): List<Withdrawal> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/wallet/withdrawals`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One withdrawal and its progress.
   *
   * `GET /api/wallet/withdrawals/:id`. Keys need `withdrawals: read`.
   */
  get(id: string, options?: CallOptions): Promise<Withdrawal> {
    return this.#transport.json(
      { method: "GET", path: at`/api/wallet/withdrawals/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Cancel a withdrawal before it is sent; the money returns immediately.
   *
   * `POST /api/wallet/withdrawals/:id/cancel`. Keys need `withdrawals: write`. Codes:
   * `withdrawal_not_cancellable`.
   */
  cancel(id: string, options?: WriteOptions): Promise<Withdrawal> {
    return this.#transport.json(
      { method: "POST", path: at`/api/wallet/withdrawals/${id}/cancel`, repeatable: "with key" },
      options,
    );
  }
}

/** The calls of the scope `figures`. */
export class FiguresCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Spending by category and by day.
   *
   * `GET /api/figures/spending`. Keys need `figures: read`.
   */
  getSpending(query: SpendingQuery = {}, options?: CallOptions): Promise<Spending> {
    return this.#transport.json(
      { method: "GET", path: at`/api/figures/spending`, repeatable: "safe", query },
      options,
    );
  }

  /**
   * What the customer had at the end of each day.
   *
   * `GET /api/figures/holdings`. Keys need `figures: read`.
   */
  getHoldings(query: HoldingsQuery = {}, options?: CallOptions): Promise<Holdings> {
    return this.#transport.json(
      { method: "GET", path: at`/api/figures/holdings`, repeatable: "safe", query },
      options,
    );
  }
}

/** The calls of the scope `outlook`. */
export class OutlookCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * What is safe to spend on a card, term by term.
   *
   * `GET /api/cards/:id/safe-to-spend`. Keys need `outlook: read`.
   */
  getSafeToSpend(id: string, options?: CallOptions): Promise<SafeToSpend> {
    return this.#transport.json(
      { method: "GET", path: at`/api/cards/${id}/safe-to-spend`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Pending payments of a card: what changed them, and when they are released.
   *
   * `GET /api/cards/:id/holds`. Keys need `outlook: read`.
   */
  getCardHolds(id: string, query: ListQuery = {}, options?: CallOptions): List<OpenHold, CardHolds> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/cards/${id}/holds`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Declines of this month on a card, by reason, and what the next one costs.
   *
   * `GET /api/cards/:id/decline-budget`. Keys need `outlook: read`.
   */
  getDeclineBudget(id: string, options?: CallOptions): Promise<DeclineBudget> {
    return this.#transport.json(
      { method: "GET", path: at`/api/cards/${id}/decline-budget`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Merchants likely to charge a card next.
   *
   * `GET /api/cards/:id/likely-charges`. Keys need `outlook: read`.
   */
  getLikelyCharges(id: string, query: ListQuery = {}, options?: CallOptions): List<LikelyCharge, LikelyCharges> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/cards/${id}/likely-charges`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }
}

/** The calls of the scope `risk`. */
export class RiskCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The customer's strategies, newest first; retired ones are left out.
   *
   * `GET /api/risk/strategies`. Keys need `risk: read`.
   */
  listStrategies(query: ListQuery = {}, options?: CallOptions): List<Strategy, StrategyList> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/risk/strategies`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One strategy, retired or not, with its versions.
   *
   * `GET /api/risk/strategies/:id`. Keys need `risk: read`.
   */
  getStrategy(id: string, options?: CallOptions): Promise<StrategyDetail> {
    return this.#transport.json(
      { method: "GET", path: at`/api/risk/strategies/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Draft a strategy; it is not evaluated until it is a shadow or active.
   *
   * `POST /api/risk/strategies`. Keys need `risk: write`. Codes: `too_many_strategies`,
   * `not_found`.
   */
  createStrategy(body: CreateStrategyBody, options?: WriteOptions): Promise<Strategy> {
    return this.#transport.json(
      { method: "POST", path: at`/api/risk/strategies`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Save a new version of a strategy, which takes effect immediately.
   *
   * `PUT /api/risk/strategies/:id`. Keys need `risk: write`. Codes: `not_found`,
   * `strategy_retired`, `strategy_changed`.
   */
  reviseStrategy(id: string, body: ReviseStrategyBody, options?: WriteOptions): Promise<Strategy> {
    return this.#transport.json(
      { method: "PUT", path: at`/api/risk/strategies/${id}`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Set a strategy to shadow, active or paused, or retire it permanently.
   *
   * `POST /api/risk/strategies/:id/status`. Keys need `risk: write`. Codes:
   * `strategy_retired`.
   */
  setStrategyStatus(id: string, body: StrategyStatusBody, options?: WriteOptions): Promise<Strategy> {
    return this.#transport.json(
      { method: "POST", path: at`/api/risk/strategies/${id}/status`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Payments on which strategies acted, newest first.
   *
   * `GET /api/risk/strategy-hits`. Keys need `risk: read`.
   */
  listStrategyHits(query: StrategyHitQuery = {}, options?: CallOptions): List<StrategyHit> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/risk/strategy-hits`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * A backtest of a rule on the customer's own payments; writes nothing.
   *
   * `POST /api/risk/backtests`. Keys need `risk: read`. Codes: `not_found`.
   */
  backtestRule(body: BacktestBody, options?: CallOptions): Promise<Backtest> {
    return this.#transport.json(
      { method: "POST", path: at`/api/risk/backtests`, repeatable: "safe", body },
      options,
    );
  }

  /**
   * Whether a payment would go through, for a card or a segment; writes nothing.
   *
   * `POST /api/risk/preflight`. Keys need `risk: read`. Codes: `not_found`.
   */
  preflight(body: PreflightBody, options?: CallOptions): Promise<PreflightAnswer> {
    return this.#transport.json(
      { method: "POST", path: at`/api/risk/preflight`, repeatable: "safe", body },
      options,
    );
  }

  /**
   * Why a payment was declined, check by check, and what lets it pass.
   *
   * `GET /api/risk/declines/:id`. Keys need `risk: read`.
   */
  explainDecline(id: string, options?: CallOptions): Promise<DeclineExplanation> {
    return this.#transport.json(
      { method: "GET", path: at`/api/risk/declines/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Let a declined payment pass once, or raise the limit it hit for some time.
   *
   * `POST /api/risk/grants`. Keys need `risk: write`. Codes: `not_found`, `not_grantable`.
   */
  createGrant(body: CreateGrantBody, options?: WriteOptions): Promise<Grant> {
    return this.#transport.json(
      { method: "POST", path: at`/api/risk/grants`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Recent one-time exceptions and raised limits, newest first.
   *
   * `GET /api/risk/grants`. Keys need `risk: read`.
   */
  listGrants(query: GrantQuery = {}, options?: CallOptions): List<Grant> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/risk/grants`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Revoke an unused one-time exception or raised limit.
   *
   * `POST /api/risk/grants/:id/revoke`. Keys need `risk: write`.
   */
  revokeGrant(id: string, options?: WriteOptions): Promise<Grant> {
    return this.#transport.json(
      { method: "POST", path: at`/api/risk/grants/${id}/revoke`, repeatable: "with key" },
      options,
    );
  }

  /**
   * Decline the payment for good.
   *
   * `POST /api/reviews/:id/decline`. Keys need `risk: write`. Codes: `review_decided`.
   */
  declineReview(id: string, options?: WriteOptions): Promise<PaymentReview> {
    return this.#transport.json(
      { method: "POST", path: at`/api/reviews/${id}/decline`, repeatable: "with key" },
      options,
    );
  }

  /**
   * The risk score with its factors, alerts, and suggestions to raise it.
   *
   * `GET /api/risk/insight`. Keys need `risk: read`.
   */
  getInsight(query: InsightQuery = {}, options?: CallOptions): Promise<Insight> {
    return this.#transport.json(
      { method: "GET", path: at`/api/risk/insight`, repeatable: "safe", query },
      options,
    );
  }

  /**
   * Record that the customer has seen the alerts up to a time. Has no effect if a later time
   * has already been recorded.
   *
   * `POST /api/risk/insight/seen`. Keys need `risk: write`.
   */
  markAlertsSeen(body: AlertsSeenBody, options?: WriteOptions): Promise<void> {
    return this.#transport.json(
      { method: "POST", path: at`/api/risk/insight/seen`, repeatable: "with key", body },
      options,
    );
  }
}

/** The calls of the scope `reviews`. */
export class ReviewsCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Held payments and cases that wait for a decision, newest first.
   *
   * `GET /api/reviews`. Keys need `reviews: read`.
   */
  list(query: ReviewListQuery = {}, options?: CallOptions): List<HeldReview> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/reviews`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One case: who has to act, what is missing and by when, and its history.
   *
   * `GET /api/reviews/:id`. Keys need `reviews: read`.
   */
  get(id: string, options?: CallOptions): Promise<ReviewDetail> {
    return this.#transport.json(
      { method: "GET", path: at`/api/reviews/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Upload a document: the bytes of a PDF, JPEG or PNG of at most 5 MB.
   *
   * `POST /api/reviews/:id/documents`. Keys need `reviews: write`. Codes: `too_many_files`,
   * `case_decided`.
   */
  sendDocument(id: string, file: FileBody<"application/pdf" | "image/jpeg" | "image/png">, query: DocumentQuery = {}, options?: WriteOptions): Promise<CaseDetail> {
    return this.#transport.json(
      { method: "POST", path: at`/api/reviews/${id}/documents`, repeatable: "with key", file, query },
      options,
    );
  }

  /**
   * Answer a request for an explanation.
   *
   * `POST /api/reviews/:id/answer`. Keys need `reviews: write`. Codes: `case_decided`.
   */
  answerQuestion(id: string, body: AnswerBody, options?: WriteOptions): Promise<CaseDetail> {
    return this.#transport.json(
      { method: "POST", path: at`/api/reviews/${id}/answer`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * A document that the customer sent, as a download.
   *
   * `GET /api/review-documents/:id`. Keys need `reviews: read`. Codes:
   * `file_storage_unavailable`.
   */
  getDocument(id: string, options?: CallOptions): Promise<Response> {
    return this.#transport.response(
      { method: "GET", path: at`/api/review-documents/${id}`, repeatable: "safe" },
      options,
    );
  }
}

/** The calls of the scope `logs`. */
export class LogsCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * What happened on the customer's account, newest first.
   *
   * `GET /api/logs`. Keys need `logs: read`.
   */
  list(query: LogQuery = {}, options?: CallOptions): List<LogEntry, LogPage> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/logs`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One record with what it changed.
   *
   * `GET /api/logs/:id`. Keys need `logs: read`.
   */
  get(id: string, options?: CallOptions): Promise<LogDetail> {
    return this.#transport.json(
      { method: "GET", path: at`/api/logs/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * The filtered log as CSV, up to 100,000 rows; the export is audited.
   *
   * `POST /api/logs/export`. Keys need `logs: write`.
   */
  exportCsv(body: LogExportBody = {}, options?: CallOptions): Promise<Response> {
    return this.#transport.response(
      { method: "POST", path: at`/api/logs/export`, repeatable: "never", body },
      options,
    );
  }
}

/** The calls of the scope `reconciliation`. */
export class ReconciliationCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Request a statement of accounts and cards, created in the background.
   *
   * `POST /api/reconciliation/exports`. Keys need `reconciliation: write`. Codes: `not_found`,
   * `too_many_exports`.
   */
  createExport(body: CreateExportBody, options?: WriteOptions): Promise<ReconciliationExport> {
    return this.#transport.json(
      { method: "POST", path: at`/api/reconciliation/exports`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * The customer's exports, newest first.
   *
   * `GET /api/reconciliation/exports`. Keys need `reconciliation: read`.
   */
  listExports(query: ExportQuery = {}, options?: CallOptions): List<ReconciliationExport> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/reconciliation/exports`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One export: its progress and its result.
   *
   * `GET /api/reconciliation/exports/:id`. Keys need `reconciliation: read`.
   */
  getExport(id: string, options?: CallOptions): Promise<ReconciliationExport> {
    return this.#transport.json(
      { method: "GET", path: at`/api/reconciliation/exports/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Stop an export that waits or runs.
   *
   * `POST /api/reconciliation/exports/:id/cancel`. Keys need `reconciliation: write`. Codes:
   * `export_over`.
   */
  cancelExport(id: string, options?: WriteOptions): Promise<ReconciliationExport> {
    return this.#transport.json(
      { method: "POST", path: at`/api/reconciliation/exports/${id}/cancel`, repeatable: "with key" },
      options,
    );
  }

  /**
   * The file of a completed export, until it expires.
   *
   * `GET /api/reconciliation/exports/:id/file`. Keys need `reconciliation: read`. Codes:
   * `export_not_ready`, `export_expired`.
   */
  getExportFile(id: string, options?: CallOptions): Promise<Response> {
    return this.#transport.response(
      { method: "GET", path: at`/api/reconciliation/exports/${id}/file`, repeatable: "safe" },
      options,
    );
  }
}

/** The calls of the scope `webhooks`. */
export class WebhooksCalls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The customer's webhook endpoints, newest first.
   *
   * `GET /api/webhooks`. Keys need `webhooks: read`.
   */
  list(query: ListQuery = {}, options?: CallOptions): List<Webhook> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/webhooks`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Every type of event, with what it means and a sample.
   *
   * `GET /api/webhooks/types`. Keys need `webhooks: read`.
   */
  listTypes(options?: CallOptions): Promise<WebhookTypeList> {
    return this.#transport.json(
      { method: "GET", path: at`/api/webhooks/types`, repeatable: "safe" },
      options,
    );
  }

  /**
   * The customer's events within 30 days, newest first.
   *
   * `GET /api/webhooks/events`. Keys need `webhooks: read`.
   */
  listEvents(query: WebhookEventQuery = {}, options?: CallOptions): List<WebhookEvent> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/webhooks/events`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * One webhook endpoint.
   *
   * `GET /api/webhooks/:id`. Keys need `webhooks: read`.
   */
  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#transport.json(
      { method: "GET", path: at`/api/webhooks/${id}`, repeatable: "safe" },
      options,
    );
  }

  /**
   * Every attempt to send to an endpoint within 30 days, newest first.
   *
   * `GET /api/webhooks/:id/attempts`. Keys need `webhooks: read`.
   */
  listAttempts(id: string, query: ListQuery = {}, options?: CallOptions): List<WebhookAttempt> {
    return new List((cursor) =>
      this.#transport.json(
        { method: "GET", path: at`/api/webhooks/${id}/attempts`, repeatable: "safe", query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Send one event to an endpoint again.
   *
   * `POST /api/webhooks/:id/replay`. Keys need `webhooks: write`. Codes: `webhook_not_active`.
   */
  replayEvent(id: string, body: ReplayEventBody, options?: WriteOptions): Promise<Webhook> {
    return this.#transport.json(
      { method: "POST", path: at`/api/webhooks/${id}/replay`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Send all events to an endpoint again, from a time or a sequence. Sends the events that the
   * endpoint's filter lets through, the oldest first.
   *
   * `POST /api/webhooks/:id/replay-since`. Keys need `webhooks: write`. Codes:
   * `webhook_not_active`.
   */
  replaySince(id: string, body: ReplaySinceBody, options?: WriteOptions): Promise<Replayed> {
    return this.#transport.json(
      { method: "POST", path: at`/api/webhooks/${id}/replay-since`, repeatable: "with key", body },
      options,
    );
  }

  /**
   * Send an example of a type of event, once. The example's id is new with each call, and its
   * object does not exist.
   *
   * `POST /api/webhooks/:id/example`. Keys need `webhooks: write`. Codes:
   * `webhook_not_active`.
   */
  sendExample(id: string, body: WebhookExampleBody, options?: WriteOptions): Promise<WebhookTried> {
    return this.#transport.json(
      { method: "POST", path: at`/api/webhooks/${id}/example`, repeatable: "with key", body },
      options,
    );
  }
}

/** The calls of Tessera's API that an API key can make, by scope. */
export class Tessera {
  readonly bills: BillsCalls;
  readonly receipts: ReceiptsCalls;
  readonly cards: CardsCalls;
  readonly mandates: MandatesCalls;
  readonly wallet: WalletCalls;
  readonly bank: BankCalls;
  readonly withdrawals: WithdrawalsCalls;
  readonly figures: FiguresCalls;
  readonly outlook: OutlookCalls;
  readonly risk: RiskCalls;
  readonly reviews: ReviewsCalls;
  readonly logs: LogsCalls;
  readonly reconciliation: ReconciliationCalls;
  readonly webhooks: WebhooksCalls;

  /** @throws TypeError if the key or the address cannot be used */
  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.bills = new BillsCalls(transport);
    this.receipts = new ReceiptsCalls(transport);
    this.cards = new CardsCalls(transport);
    this.mandates = new MandatesCalls(transport);
    this.wallet = new WalletCalls(transport);
    this.bank = new BankCalls(transport);
    this.withdrawals = new WithdrawalsCalls(transport);
    this.figures = new FiguresCalls(transport);
    this.outlook = new OutlookCalls(transport);
    this.risk = new RiskCalls(transport);
    this.reviews = new ReviewsCalls(transport);
    this.logs = new LogsCalls(transport);
    this.reconciliation = new ReconciliationCalls(transport);
    this.webhooks = new WebhooksCalls(transport);
  }
}
