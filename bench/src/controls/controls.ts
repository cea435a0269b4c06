/** A bug that is planted on purpose, and the test that must find it. */
export interface Control {
  /** The name of its patch in `bench/controls`, without the extension. */
  readonly name: string;
  /** The numbered promise of SECURITY.md that the bug breaks. */
  readonly promise: string;
  /** What the patched code does wrong, as a sentence without a subject. */
  readonly bug: string;
  /**
   * The test that must fail, as `path › name`, with the name as written in the source; or
   * {@link FAULT_LAB}, for a bug that only faults reveal.
   */
  readonly test: string;
}

/** The command that must find a bug, instead of a test. */
export const FAULT_LAB = "npm run lab -- --quick";

/** Returns the name of a test in a file of the server. */
const inServer = (file: string, name: string) => `apps/server/src/${file} › ${name}`;

const inLedger = (file: string, name: string) => `packages/ledger/test/${file} › ${name}`;

const inDatabase = (file: string, name: string) => `packages/database/src/${file} › ${name}`;

const inWeb = (file: string, name: string) => `apps/web/src/${file} › ${name}`;

/** Every planted bug; each numbered promise has at least one. */
export const CONTROLS: readonly Control[] = [
  {
    name: "durability-unchecked",
    promise: "P1",
    bug: "accepts any value of fsync and synchronous_commit",
    test: inDatabase(
      "embedded/embedded-server.test.ts",
      "assertDurable: rejects a server that could lose money, naming each reason",
    ),
  },
  {
    name: "replication-warning-ignored",
    promise: "P1",
    bug: "reports a commit as done although PostgreSQL warned that it was not replicated",
    test: inDatabase(
      "in-transaction.test.ts",
      "inTransaction: a warning about replication leaves the outcome unknown",
    ),
  },
  {
    name: "debit-too-small",
    promise: "P2",
    bug: "debits at most 1 from an account in a batch, and credits the full amount",
    test: inLedger(
      "snapshot-reads.test.ts",
      "snapshots: the balances in each snapshot sum to zero while writers post",
    ),
  },
  {
    name: "key-in-progress-ignored",
    promise: "P3",
    bug: "runs a request again while the first one with its idempotency key is running",
    test: inServer(
      "platform/http/route.test.ts",
      "has a single effect if it is used 50 times in parallel",
    ),
  },
  {
    name: "charge-under-a-new-id",
    promise: "P3",
    bug: "charges a quote under a new id and without its key, so that a retry charges it again",
    test: FAULT_LAB,
  },
  {
    name: "accounts-unconstrained",
    promise: "P4",
    bug: "opens accounts and cards that may be spent below zero",
    test: inLedger(
      "concurrency.test.ts",
      "concurrency: exactly one of 20 concurrent spends succeeds, 200 times",
    ),
  },
  {
    name: "updates-allowed",
    promise: "P5",
    bug: "lets the owner of the schema update rows of the append-only tables",
    test: inLedger(
      "append-only.test.ts",
      "append-only: the owner cannot update a row, not even in a partition",
    ),
  },
  {
    name: "lost-commit-reported-as-failed",
    promise: "P6",
    bug: "reports a commit whose response was lost as failed",
    test: inDatabase(
      "in-transaction.test.ts",
      "inTransaction: losing the connection during commit leaves the outcome unknown",
    ),
  },
  {
    name: "write-blamed-for-its-value",
    promise: "P6",
    bug: "answers a payment whose hold is open as malformed if PostgreSQL then rejects a value",
    test: inServer(
      "authorization/messages/network-messages.test.ts",
      "is undecided if a value is rejected after its hold was opened",
    ),
  },
  {
    name: "expired-quote-redeemed",
    promise: "P7",
    bug: "charges a quote that has expired",
    test: inServer(
      "cards/funding/redeem-quote.test.ts",
      "is rejected with nothing charged if the quote has expired",
    ),
  },
  {
    name: "fee-not-as-quoted",
    promise: "P7",
    bug: "charges a fee that is one cent higher than the quoted one",
    test: inServer("cards/funding/redeem-quote.test.ts", "charges what was quoted, for any amount"),
  },
  {
    name: "credited-one-block-early",
    promise: "P8",
    bug: "credits a deposit one block before its payment is final",
    test: inServer(
      "money-movement/deposits/deposits.test.ts",
      "is credited as soon as its payment is final, and not one block earlier",
    ),
  },
  {
    name: "missing-payout-taken-as-unsent",
    promise: "P9",
    bug: "takes any 404 as evidence that the custodian never received an order",
    test: inServer(
      "testing/custodian-double.test.ts",
      "custodian: a 404 without never_seen does not prove that an order never arrived",
    ),
  },
  {
    name: "stop-without-block",
    promise: "P10",
    bug: "records that an account is stopped without blocking it in the ledger",
    test: inServer(
      "back-office/dashboard/account-stops.test.ts",
      "account stops: only an account with a broken balance is stopped, until lifted",
    ),
  },
  {
    name: "card-number-as-index",
    promise: "P11",
    bug: "stores the card number itself as its index",
    test: inServer(
      "cards/vault/vault.test.ts",
      "seals without leaving a digit of the PAN in plain text",
    ),
  },
  {
    name: "cvv-without-expiry",
    promise: "P12",
    bug: "derives the same CVV for every expiry date of a card number",
    test: inServer(
      "cards/vault/vault.test.ts",
      "is derived only from the PAN, the expiry and the key",
    ),
  },
  {
    name: "recovery-codes-in-plain-text",
    promise: "P13",
    bug: "stores recovery codes instead of their hashes",
    test: inServer(
      "identity/second-factor/second-factor.test.ts",
      "are stored only in a form that does not reveal them",
    ),
  },
  {
    name: "step-up-token-lives-too-long",
    promise: "P14",
    bug: "accepts a step-up token for fifty minutes",
    test: inServer(
      "identity/sessions/proofs.test.ts",
      "step-up tokens: a token expires after five minutes by the server's clock",
    ),
  },
  {
    name: "any-customers-card-readable",
    promise: "P15",
    bug: "returns a card to any customer who knows its id",
    test: inServer(
      "cards/lifecycle/card-secrecy.test.ts",
      "card secrecy: another customer's card gets the same response as a missing card",
    ),
  },
  {
    name: "roles-unchecked",
    promise: "P16",
    bug: "checks the role of auditors only",
    test: inServer(
      "platform/http/route.test.ts",
      "keeps customers from operators' calls, and operators from customers' calls",
    ),
  },
  {
    name: "response-not-filtered",
    promise: "P17",
    bug: "sends fields that the response's schema does not have",
    test: inServer("platform/http/route.test.ts", "contains only the fields in its schema"),
  },
  {
    name: "session-survives-logout",
    promise: "P18",
    bug: "leaves the session in the database when its owner logs out",
    test: inServer("identity/people/account-flows.test.ts", "ends right away on logout"),
  },
  {
    name: "unknown-name-answered-at-once",
    promise: "P19",
    bug: "hashes no password for a name that does not exist",
    test: inServer(
      "identity/people/account-attacks.test.ts",
      "is not revealed by the response time of %s",
    ),
  },
  {
    name: "code-attempts-uncounted",
    promise: "P20",
    bug: "compares an emailed code up to 500 times",
    test: inServer(
      "identity/people/account-attacks.test.ts",
      "is compared at most five times, no matter how many attempts are concurrent",
    ),
  },
  {
    name: "captcha-kept-after-use",
    promise: "P21",
    bug: "keeps a captcha after it was answered",
    test: inServer(
      "identity/people/account-attacks.test.ts",
      "works only once in 100 concurrent uses",
    ),
  },
  {
    name: "event-handlers-kept-in-html",
    promise: "P22",
    bug: "keeps event handlers and styles in the HTML of an announcement",
    test: inServer(
      "back-office/announcements/sanitize-html.test.ts",
      "removes everything executable from %s",
    ),
  },
  {
    name: "redirect-to-another-host",
    promise: "P23",
    bug: "follows a redirect with consecutive slashes",
    test: inWeb("lib/navigation/safe-redirect.test.ts", "returns home for %j"),
  },
  {
    name: "formula-in-csv",
    promise: "P24",
    bug: "removes the apostrophe that keeps a cell from being a formula",
    test: inServer(
      "platform/files/csv.test.ts",
      "is written as text if it would otherwise start a formula: %j",
    ),
  },
  {
    name: "full-disk-is-a-server-error",
    promise: "P25",
    bug: "does not recognize PostgreSQL's error for a full disk",
    test: inServer(
      "platform/database/database-faults.test.ts",
      "database faults: SQLSTATE %s returns 503 with Retry-After",
    ),
  },
  {
    name: "seal-head-unchecked",
    promise: "P26",
    bug: "does not compare the newest seal with the recorded head",
    test: inLedger(
      "verify.test.ts",
      "verify: the recorded head reveals that the newest seal was removed",
    ),
  },
  {
    name: "plain-mail-accepted-live",
    promise: "P27",
    bug: "lets a live server send mail unencrypted",
    test: inServer(
      "platform/config/unsafe-surroundings.test.ts",
      "are rejected as unsafe with %s = %s",
    ),
  },
  {
    name: "own-proposal-approved",
    promise: "P5",
    bug: "lets an operator approve an adjustment that the same operator proposed",
    test: inServer(
      "back-office/customers/adjustments.test.ts",
      "prevents everyone, even administrators, from deciding their own proposals",
    ),
  },
];
