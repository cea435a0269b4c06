import { CARD_SECTIONS } from "./card-sections.repository.ts";
import { CONTACT_SECTIONS } from "./contact-sections.repository.ts";
import { IDENTITY_SECTIONS } from "./identity-sections.repository.ts";
import { MONEY_SECTIONS } from "./money-sections.repository.ts";

/** All sections of an archive, in output order. */
export const ARCHIVE_SECTIONS = [
  ...IDENTITY_SECTIONS,
  ...MONEY_SECTIONS,
  ...CARD_SECTIONS,
  ...CONTACT_SECTIONS,
] as const;

const PROGRAM = "The program's own settings, prices and state; nothing about a customer.";
const SECRET = "Hashes and tokens by which somebody signs in or confirms, valid for minutes.";
const BOOKS = "Bookkeeping behind the movements and balances, which the archive has.";
const SANDBOX = "Simulated counterparts of the sandbox; a live deployment never has rows in it.";
const PROVIDER = "Whether a provider's message was processed; what it led to is in the archive.";
const COPY = "Copies of what the archive has, deleted after days at most.";

/** Tables that an archive omits, each with a reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "ledger.counter": BOOKS,
  "ledger.hold_step": BOOKS,
  "ledger.outbox": BOOKS,
  "ledger.rollup": BOOKS,
  "ledger.seal": BOOKS,
  "ledger.seal_head": BOOKS,
  "ledger.transfer": BOOKS,
  account_closing_link: SECRET,
  announcement: "Written for everybody.",
  announcement_text: "Written for everybody.",
  board_hour: "Counts over all customers.",
  board_progress: PROGRAM,
  service_hour: "Counts minutes in which services were up.",
  captcha: SECRET,
  card_debt: "Marks cards that owe; the debt is a balance in `accounts`.",
  card_secret: "Card numbers, sealed; the archive has the last four digits.",
  card_segment: PROGRAM,
  card_stock_change: PROGRAM,
  cell: PROGRAM,
  custodian_feed: PROGRAM,
  custodian_transfer: "What the custodian reported; a customer's are in `deposit_payments`.",
  customer_account: "Which account is which; the archive has them in `accounts`.",
  customer_event: "Tells open consoles what changed, and is deleted within a day.",
  data_archive_chunk: COPY,
  database_mark: PROGRAM,
  demo_seed: SANDBOX,
  directory_name: "Where the names in `person` are found, as keyed hashes.",
  erasure: "Which customers were erased; they have no archive any more.",
  event_presence: "Which servers have open consoles, for a minute.",
  event_sequencer: PROGRAM,
  fee_schedule: PROGRAM,
  fee_schedule_cancellation: PROGRAM,
  file_orphan: "Files that are about to be deleted.",
  idempotency_answer: COPY,
  mailed_code: SECRET,
  network_message: PROVIDER,
  open_hold_question: "Declined payments whose hold may exist, until the outcome is known.",
  operator_invitation: "Invitations of operators, none to a customer.",
  passkey_challenge: SECRET,
  payout_event: PROVIDER,
  person_key: SECRET,
  programme_rule: PROGRAM,
  programme_rule_proposal: PROGRAM,
  programme_rule_version: PROGRAM,
  programme_setting: PROGRAM,
  proposal: "What administrators decide in twos, about operators and settings.",
  rate_limit: "Counts of calls under keyed hashes, for a day at most.",
  rate_sheet: PROGRAM,
  rate_source: PROGRAM,
  reconciliation_chunk: COPY,
  regular_work_failure: PROGRAM,
  risk_counter_base: BOOKS,
  root_key: PROGRAM,
  sandbox_chain_transfer: SANDBOX,
  sandbox_clock: SANDBOX,
  sandbox_mail: "The sandbox's mailbox, with codes and links; live mails are not stored.",
  sandbox_payout: SANDBOX,
  sandbox_payout_message: SANDBOX,
  sandbox_payout_outcome: SANDBOX,
  seal_verification: PROGRAM,
  server_process: PROGRAM,
  session_proof: SECRET,
  sign_in_challenge: SECRET,
  sign_in_failure: "Counts under a keyed hash of the name that was tried, for days.",
  sign_in_network: "Networks under keyed hashes, which cannot be turned back.",
  standing_check: PROGRAM,
  stripe_event: PROVIDER,
  stripe_order: "Which orders Stripe fulfilled, under hashes.",
  support_answer: "Support's prepared answers.",
  totp_enrolment: SECRET,
  unknown_number_burst: "Counts of numbers that no card has.",
  unknown_number_try: "Counts of numbers that no card has.",
  usdt_rate: PROGRAM,
  withdrawal_alarm: "Tokens of mailed links; what was done with one is among `acts`.",
  write_probe: PROGRAM,
};
