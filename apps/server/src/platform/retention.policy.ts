/** How long a class of data is kept. */
type Period =
  /**
   * A number of days, counted from a timestamp in each row. A job deletes the row within an hour
   * after the period ends, unless the row is deleted immediately.
   */
  | { readonly days: number; readonly from: string }
  /** Until the row expires. A job deletes the row within an hour of its expiry. */
  | { readonly until: string }
  /**
   * Until the customer is erased, which happens `ERASE_AFTER_CLOSING_DAYS` after the account is
   * closed.
   */
  | "erasure"
  /**
   * The amounts are kept permanently; fields that identify their owner are removed when the
   * customer is erased.
   */
  | "money"
  /** The program's settings and state, which contain no personal data. */
  | "program";

/** A class of data, with the reason for keeping it. */
interface RetentionClass {
  readonly what: string;
  /**
   * Table names, qualified with the schema unless it is `public`. Partitions belong to their table.
   */
  readonly tables: readonly string[];
  readonly period: Period;
  readonly why: string;
}

const YEAR_DAYS = 365;

/**
 * Number of days after the closure of an account during which accounting must be able to show who
 * moved which money.
 */
export const ERASE_AFTER_CLOSING_DAYS = 7 * YEAR_DAYS;

/** Number of days after a queued job's end during which its result is kept. */
export const ENDED_JOB_DAYS = 7;

/** Returns the cutoff for erasures: a customer whose account was closed before this time is due. */
export function closedBefore(now: Date): Date {
  return new Date(now.getTime() - ERASE_AFTER_CLOSING_DAYS * DAY_MS);
}

/**
 * All stored data, how long it is kept, and why. Jobs use these periods, a test compares the list
 * with the tables of a migrated database, and docs/operations.md repeats the list.
 */
export const RETENTION = {
  money: {
    what: "Money: movements, balances, holds, quotes, fees charged, withdrawals and deposits",
    tables: [
      ...["ledger.account", "ledger.balance", "ledger.counter", "ledger.hold", "ledger.hold_step"],
      ...["ledger.movement", "ledger.movement_history", "ledger.movement_state"],
      ...["ledger.rollup", "ledger.seal", "ledger.seal_head"],
      ...["ledger.transfer", "customer", "customer_account"],
      ...["purchase_mandate"],
      ...["card_quote", "card_debt", "card_replacement", "correction", "deposit"],
      ...["deposit_debt", "deposit_retraction", "evm_address", "evm_transfer", "tron_address"],
      ...["evm_payout", "evm_payout_transaction", "evm_sweep"],
      ...["deposit_payment", "withdrawal", "withdrawal_step", "withdrawal_appeal"],
      ...["withdrawal_quote", "payout_instruction", "payout_event", "network_message"],
      ...["exchange_quote", "currency_exchange", "bank_trade", "asset_booking", "asset_dust"],
      ...["programme_rule_hit"],
      ...["network_unmatched", "risk_hit", "risk_grant", "payment_review", "risk_counter_base"],
      ...["custodian_transfer", "stripe_authorisation", "stripe_event", "stripe_order"],
      ...["stripe_transaction", "sandbox_chain_transfer", "sandbox_payout"],
      ...["bank_account", "bank_entry", "bank_reference", "bank_statement"],
      ...["sandbox_payout_message", "sandbox_payout_outcome", "account_closing_amount"],
    ],
    period: "money",
    why: "bookkeeping law requires seven years; the ledger's rows are sealed and never change",
  },
  reconciliation: {
    what: "Reconciliation: runs, breaks with their history, and readings of reserves",
    tables: [
      ...["reconciliation_run", "reconciliation_break", "reconciliation_event"],
      "reserve_reading",
    ],
    period: "program",
    why: "evidence of what was compared and found; it names no customer",
  },
  bankPayers: {
    what: "Payers of bank transfers: names, accounts and what they wrote",
    tables: [],
    period: { days: 7 * YEAR_DAYS, from: "the last decision" },
    why: "bookkeeping law requires seven years; a customer’s own end with their erasure",
  },
  statementImports: {
    what: "Imports of bank statements: who imported, and why a file was refused",
    tables: ["bank_import"],
    period: { days: 90, from: "the import" },
    why: "to see what became of a file; the statements themselves are kept with the money",
  },
  records: {
    what: "Audit events: who did what, when, and from where",
    tables: ["ledger.audit"],
    period: "money",
    why: "evidence of what was done; personal fields end with the person's key",
  },
  keys: {
    what: "Personal keys, and who was erased when",
    tables: ["person_key", "erasure"],
    period: "money",
    why: "a destroyed key stays destroyed, and a restored backup is erased again",
  },
  account: {
    what: "The account: names, email addresses, password hash, second factors, acceptances",
    tables: [
      ...["person", "legal_acceptance", "passkey", "totp_factor", "recovery_code", "email_change"],
      ...["factor_reset", "security_hold", "account_stop", "review_flag", "customer_note"],
      ...["insight_reader", "asset_snapshot", "support_article_vote"],
      ...["account_closing", "account_closing_link", "directory_name", "company"],
      ...["api_key", "api_key_text", "api_key_ceiling", "company_acceptance", "membership"],
      ...["webhook_endpoint", "webhook_feed", "webhook_secret"],
    ],
    period: "erasure",
    why: "the contract, and evidence of identity for as long as money records are kept",
  },
  cards: {
    what: "Cards: names, billing addresses, cardholder details, sealed numbers, rules",
    tables: [
      ...["card", "card_secret", "card_application", "card_closing", "card_freeze", "card_holder"],
      ...["card_freeze_all", "directory_card"],
      ...["stripe_cardholder", "issuer_card", "risk_strategy", "risk_strategy_change"],
      ...["risk_strategy_version", "auto_top_up", "auto_top_up_run"],
    ],
    period: "erasure",
    why: "late clearings and refunds refer to the card",
  },
  receipts: {
    what: "Receipts of payments, and notes about payments",
    tables: ["receipt", "receipt_payment", "payment_note"],
    period: "erasure",
    why: "the customer’s bookkeeping, until the customer deletes them",
  },
  addresses: {
    what: "The address book for withdrawals",
    tables: ["payout_address"],
    period: "erasure",
    why: "evidence of where money was sent",
  },
  cases: {
    what: "Review cases: questions, answers and decisions",
    tables: ["review_case", "review_step", "review_approval"],
    period: "erasure",
    why: "evidence of why money was held or released",
  },
  exports: {
    what: "Requests for reconciliation exports",
    tables: ["reconciliation_export"],
    period: "erasure",
    why: "the console lists them",
  },
  documents: {
    what: "Documents of review cases",
    tables: ["review_document"],
    period: { days: 5 * YEAR_DAYS, from: "the case’s decision" },
    why: "anti-money-laundering law requires five years",
  },
  conversations: {
    what: "Conversations with support, including files",
    tables: ["support_conversation", "support_message", "support_attachment"],
    period: { days: 3 * YEAR_DAYS, from: "the last message" },
    why: "claims can be made for three years",
  },
  unsentFiles: {
    what: "Files sent to support that no message includes",
    tables: [],
    period: { days: 1, from: "the upload" },
    why: "a draft may still include them",
  },
  orphanedFiles: {
    what: "Objects in the file storage without a row",
    tables: ["file_orphan"],
    period: { until: "an hour after they were given up" },
    why: "an upload may be in progress",
  },
  exportFiles: {
    what: "Files of reconciliation exports",
    tables: ["reconciliation_chunk"],
    period: { until: "the export’s expiry" },
    why: "to be downloaded",
  },
  archives: {
    what: "Requests for archives of the customer’s data",
    tables: ["data_archive"],
    period: "erasure",
    why: "the console lists them",
  },
  archiveFiles: {
    what: "Files of archives of the customer’s data",
    tables: ["data_archive_chunk"],
    period: { until: "the archive’s expiry" },
    why: "to be downloaded",
  },
  sessions: {
    what: "Sessions, with address and browser, and their step-up tokens",
    tables: ["session", "session_proof", "totp_enrolment", "passkey_challenge"],
    period: { until: "the session’s end" },
    why: "to stay signed in, and to list the devices",
  },
  signIns: {
    what: "Sign-ins in progress, captchas, mailed codes and links",
    tables: ["sign_in_challenge", "captcha", "mailed_code", "withdrawal_alarm"],
    period: { until: "the code’s end" },
    why: "to complete what was started",
  },
  registrations: {
    what: "Incomplete registrations",
    tables: ["registration"],
    period: { until: "the mailed link’s end" },
    why: "to complete the registration",
  },
  memberInvitations: {
    what: "Invitations to companies, and handovers, that nobody has accepted",
    tables: ["membership_invitation", "ownership_handover"],
    period: { until: "the invitation’s or the handover’s expiry" },
    why: "to be accepted",
  },
  signInFailures: {
    what: "Counts of failed sign-ins, by keyed hash of the name",
    tables: ["sign_in_failure", "factor_failure"],
    period: { days: 30, from: "the last failure" },
    why: "to slow down guessing",
  },
  signInNetworks: {
    what: "Networks of sign-ins, by keyed hash",
    tables: ["sign_in_network"],
    period: { days: 90, from: "the last sign-in" },
    why: "to let owners sign in while somebody guesses",
  },
  visitors: {
    what: "Addresses and browsers of visitors without an account, in audit events",
    tables: [],
    period: { days: YEAR_DAYS, from: "the month’s first record" },
    why: "to investigate an attack; their month's key is destroyed",
  },
  wrongTries: {
    what: "Wrong card details in payments, and unknown card numbers by BIN",
    tables: ["card_wrong_try", "unknown_number_try", "unknown_number_burst"],
    period: { until: "the end of the window that counts them" },
    why: "to hold a card whose details somebody guesses",
  },
  keepAliveNotices: {
    what: "Emails about refused payments of merchants that an owner wants kept paid",
    tables: ["keep_alive_notice"],
    period: { days: 2, from: "the email" },
    why: "to send one email, not one for each time that the merchant tries again",
  },
  openQuestions: {
    what: "Declined payments whose hold may exist",
    tables: ["open_hold_question"],
    period: { until: "the outcome is known" },
    why: "to release what is held",
  },
  rateLimits: {
    what: "Rate limits, by keyed hash",
    tables: ["rate_limit"],
    period: { until: "the window’s end" },
    why: "to limit how often a caller may call",
  },
  answers: {
    what: "Responses stored under idempotency keys",
    tables: ["idempotency_answer"],
    period: { days: 30, from: "the first answer" },
    why: "to return the first response to a retry",
  },
  apiKeyCalls: {
    what: "Calls made with API keys: the call, its result, and from where",
    tables: ["api_key_call"],
    period: { days: 30, from: "the call" },
    why: "so that owners see what their software did",
  },
  webhookEvents: {
    what: "Webhooks: events, and the attempts to send them",
    tables: ["webhook_event", "webhook_delivery", "webhook_attempt"],
    period: { days: 30, from: "the event or the attempt" },
    why: "to send them again, and so that owners see what became of them",
  },
  events: {
    what: "Events sent to open screens",
    tables: ["customer_event", "ledger.outbox", "event_presence"],
    period: { days: 1, from: "the event" },
    why: "to catch up after a lost connection",
  },
  jobs: {
    what: "Queued jobs, such as mails (sealed), and their results",
    tables: [
      ...["jobs.bam", "jobs.job", "jobs.job_dependency", "jobs.queue", "jobs.queue_stats"],
      ...["jobs.schedule", "jobs.subscription", "jobs.version", "jobs.warning"],
    ],
    period: { days: 14, from: `the request, or ${daysInWords(ENDED_JOB_DAYS)} from its end` },
    why: "to run each once, and to retry",
  },
  operators: {
    what: "Operator invitations, and proposals for two administrators",
    tables: ["operator_invitation", "proposal", "programme_rule_proposal"],
    period: "program",
    why: "evidence of who gave whom which rights",
  },
  invitees: {
    what: "Emails in operator invitations that were not accepted, and in proposals to invite",
    tables: [],
    period: { days: YEAR_DAYS, from: "the invitation’s or the proposal’s end" },
    why: "to see who was invited; a removed operator’s are replaced at once",
  },
  views: {
    what: "Which operator last viewed which customer",
    tables: ["customer_view"],
    period: { days: 90, from: "the look" },
    why: "a second view within the hour is not recorded again",
  },
  serviceHours: {
    what: "How many minutes of an hour each service was up, for the status page",
    tables: ["service_hour"],
    period: { days: 91, from: "the hour" },
    why: "the page shows 90 days",
  },
  sandboxMails: {
    what: "Mails in the sandbox",
    tables: ["sandbox_mail"],
    period: { days: 30, from: "the mail" },
    why: "to be read in the sandbox’s mailbox",
  },
  program: {
    what: "The program: card products, fees, limits, announcements, saved replies, rates, checks",
    tables: [
      ...["auto_top_up_progress"],
      ...["announcement", "announcement_text", "board_hour", "board_progress", "card_segment"],
      ...["cell", "directory_cell", "directory_head", "directory_range"],
      ...["directory_setting", "program_copy"],
      ...["card_stock_change", "custodian_feed", "evm_block", "evm_chain", "evm_count"],
      ...["evm_sweep_progress", "evm_wallet", "database_mark", "demo_seed", "event_sequencer"],
      ...["fee_schedule", "fee_schedule_cancellation", "legal_version", "programme_setting"],
      ...["programme_rule", "programme_rule_version"],
      ...["rate_sheet", "rate_source", "regular_work_failure", "root_key", "sandbox_clock"],
      ...["seal_verification"],
      ...["server_process", "standing_check"],
      ...["support_answer", "tessera_migration", "usdt_rate", "webhook_progress", "write_probe"],
    ],
    period: "program",
    why: "the program needs it",
  },
} as const satisfies Readonly<Record<string, RetentionClass>>;

type Named<P> = {
  [K in keyof typeof RETENTION]: (typeof RETENTION)[K]["period"] extends P ? K : never;
}[keyof typeof RETENTION];

/** The classes whose rows are deleted a fixed number of days after one of their timestamps. */
export type DatedClass = Named<{ readonly days: number }>;

const DAY_MS = 86_400_000;

/**
 * Returns the cutoff time for a class: rows with an earlier timestamp are past their retention
 * period.
 */
export function overBefore(name: DatedClass, now: Date): Date {
  return new Date(now.getTime() - RETENTION[name].period.days * DAY_MS);
}

function daysInWords(days: number): string {
  if (days % YEAR_DAYS === 0) {
    return days === YEAR_DAYS ? "1 year" : `${days / YEAR_DAYS} years`;
  }
  return days === 1 ? "1 day" : `${days} days`;
}

/** Returns a period as it is worded in the operations guide. */
function periodInWords(period: Period): string {
  if (period === "erasure") {
    return `${daysInWords(ERASE_AFTER_CLOSING_DAYS)} after the account is closed`;
  }
  if (period === "money") {
    return `Amounts stay, anonymous after ${daysInWords(ERASE_AFTER_CLOSING_DAYS)}`;
  }
  if (period === "program") {
    return "For as long as the program runs";
  }
  return "until" in period
    ? `Until ${period.until}`
    : `${daysInWords(period.days)} from ${period.from}`;
}

/** Returns all periods as a Markdown table. */
export function retentionTable(): string {
  const rows = Object.values(RETENTION).map(
    ({ what, period, why }) => `| ${what} | ${periodInWords(period)} | ${why} |`,
  );
  return ["| What | How long | Why |", "|---|---|---|", ...rows].join("\n");
}
