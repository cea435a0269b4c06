import type { CardFacts } from "./card-scenario.ts";
import type { Answer } from "./conformance.ts";
import type { Customer, Operator } from "./people.ts";

const REASON = "Conformance";
/** The amount that a recorded trade brings. No other transfer of the statement has it. */
const TRADED = "3.00";

/** Operators who decide, and the customer's id as operators write it. */
export interface Desk {
  readonly admin: Operator;
  readonly otherAdmin: Operator;
  readonly reviewer: Operator;
  readonly customerId: string;
}

/** Returns a one-page PDF that differs on every call. */
export function testPdf(): Buffer {
  const name = crypto.randomUUID().replaceAll("-", "");
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n` +
      `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Name(${name})>>endobj\n` +
      `trailer<</Root 1 0 R>>\n%%EOF\n`,
  );
}

/** Applies for a card, and returns the case that reviews the application. */
async function applyUnderReview(me: Customer): Promise<string> {
  const known = new Set((await me.ok("GET /api/reviews")).data.map(({ id }: { id: string }) => id));
  const { data } = await me.ok("GET /api/card-segments");
  const usable = data.find(
    (one: Answer["json"]) => one.currency === "USD" && one.inStock && one.openingFee === "1.50",
  );
  const body = { segmentId: usable.id, billingAddress: "auto", openingFee: "1.50" };
  await me.ok("POST /api/card-applications", { body });
  const query = { kind: "card_application" };
  const reviews = await me.ok("GET /api/reviews", { query });
  return reviews.data.find(({ id }: { id: string }) => !known.has(id)).id;
}

/** Flags a customer, so that operators review their applications, and decides these. */
export async function decideCases(me: Customer, { admin, reviewer, customerId }: Desk) {
  const flag = (flagged: boolean) =>
    reviewer.ok("POST /api/admin/review-flags", { body: { customerId, flagged, reason: REASON } });
  const path = "/api/admin/reviews";
  await flag(true);
  const id = await applyUnderReview(me);
  await reviewer.ok("GET /api/admin/review-queues");
  await reviewer.ok(`GET ${path}`, { query: { customerId } });
  const { revision } = await reviewer.ok(`GET ${path}/:id`, { id });
  await reviewer.ok(`POST ${path}/:id/assign`, { id });
  await reviewer.ok(`POST ${path}/:id/notes`, { id, body: { text: REASON } });
  const asked = { revision, items: ["identity", "explanation"], note: "Please", days: 3 };
  await reviewer.ok(`POST ${path}/:id/ask`, { id, body: asked });
  const sent = await me.ok("POST /api/reviews/:id/documents", {
    ...{ id, query: { item: "identity", name: "passport.pdf" } },
    file: { bytes: testPdf(), type: "application/octet-stream" },
  });
  const document = sent.documents[0].id;
  await me.ok("POST /api/reviews/:id/answer", { id, body: { text: "Here it is" } });
  await me.ok("GET /api/review-documents/:id", { id: document });
  await reviewer.ok("GET /api/admin/review-documents/:id", { id: document });
  await reviewer.ok(`POST ${path}/:id/unassign`, { id });
  const now = await admin.ok(`GET ${path}/:id`, { id });
  const rejected = { revision: now.revision, reason: REASON };
  await reviewer.ok(`POST ${path}/:id/reject`, { id, body: rejected });
  await me.ok("POST /api/reviews/:id/appeal", { id, body: { text: "Please look again" } });
  const appealed = await admin.ok(`GET ${path}/:id`, { id });
  const approved = { revision: appealed.revision };
  await admin.ok(`POST ${path}/:id/approve`, { id, body: approved });
  const other = await applyUnderReview(me);
  await me.ok("POST /api/reviews/:id/withdraw", { id: other });
  const late = { id: other, body: { text: "Too late" } };
  await me.refused("POST /api/reviews/:id/answer", "case_decided", late);
  await flag(false);
}

/** Reads and changes a customer as an operator does. */
export async function manageCustomer(
  me: Customer,
  desk: Desk,
  { cardId, movementId }: CardFacts,
): Promise<void> {
  const { admin, reviewer, customerId: id } = desk;
  const path = "/api/admin/customers";
  await admin.ok(`GET ${path}`, { query: { limit: "5" } });
  for (const what of ["", "/cards", "/movements", "/risk", "/records", "/acceptances"]) {
    await admin.ok(`GET ${path}/:id${what}`, { id });
  }
  await admin.ok("GET /api/admin/movements/:id", { id: movementId });
  await admin.ok(`POST ${path}/:id/notes`, { id, body: { text: "Called" } });
  await admin.ok(`GET ${path}/:id/notes`, { id });
  const freeze = { reason: "compliance", note: REASON };
  await admin.ok("POST /api/operator/cards/:id/freeze", { id: cardId, body: freeze });
  await me.refused("POST /api/cards/:id/deposit", "not_found", {
    ...{ id: cardId, body: { quoteId: "quo_00000000-0000-7000-8000-000000000000" } },
  });
  await admin.ok("POST /api/operator/cards/:id/unfreeze", { id: cardId, body: { note: REASON } });
  await adjust(admin, reviewer, id);
  await importBankStatement(me, desk);
  const suspended = { reason: "other", note: REASON };
  await admin.ok(`POST ${path}/:id/suspend`, { id, body: suspended });
  await me.refused("GET /api/auth/profile", "unauthenticated");
  await admin.ok(`POST ${path}/:id/restore`, { id, body: { note: REASON } });
  await me.signIn();
}

/** Records a trade in which the program bought money of a currency. */
async function trade({ admin, otherAdmin }: Desk, amount: string, currency: string): Promise<void> {
  const sold = { amount: "3.00", currency: currency === "USD" ? "EUR" : "USD" };
  const body = { sold, bought: { amount, currency }, reason: REASON };
  const { id } = await admin.proven("POST /api/admin/exchange/trades", {
    body: { ...body, bankReference: `Trade ${crypto.randomUUID().slice(0, 8)}` },
  });
  await otherAdmin.proven("POST /api/admin/proposals/:id/approve", { id });
}

/**
 * Imports a bank statement, assigns and returns the transfers in it, and matches one with a trade
 * whose name the bank left out.
 */
async function importBankStatement(me: Customer, desk: Desk): Promise<void> {
  const { admin, reviewer, customerId } = desk;
  const { accounts } = await me.ok("GET /api/wallet/bank-details");
  const path = "/api/admin/bank";
  // Another scenario may have imported a statement, so any opening balance may be a gap.
  const [last] = (await admin.ok(`GET ${path}/statements`, { query: { limit: "1" } })).data;
  const opening = last?.closing ?? "100.00";
  const closingMinor = String(BigInt(opening.replace(".", "")) + 500n).padStart(3, "0");
  const closing = `${closingMinor.slice(0, -2)}.${closingMinor.slice(-2)}`;
  const day = new Date().toISOString().slice(0, 10);
  const reference = `C-${crypto.randomUUID().slice(0, 8)}`;
  const currency = last?.currency ?? accounts[0].currency;
  const entry = (n: number, amount = "1.00") =>
    `${reference}-${n},${day},,credit,${amount},booked,no,,,,,`;
  const text = [
    ...["format,tessera-statement-1", `account,${last?.account ?? accounts[0].account}`],
    ...[`currency,${currency}`, `statement,${reference}`],
    ...[`opening,${opening}`, `closing,${closing}`, `closed,${day}`],
    "reference,booked,valued,direction,amount,status,reversal,end_to_end,creditor_reference," +
      "remittance,party,party_account",
    ...[entry(1), entry(2), entry(3, TRADED)],
  ].join("\n");
  const file = { bytes: Buffer.from(text), type: "text/csv" };
  const { statements } = await reviewer.ok(`POST ${path}/statements`, { file });
  const statementId: string = statements[0].id;
  await admin.ok(`GET ${path}/statements/:id`, { id: statementId });
  const query = { statementId, state: "unmatched" };
  const list = await admin.until(`GET ${path}/entries`, (one) => one.data.length === 3, { query });
  await admin.ok(`GET ${path}/imports`);
  const traded = list.data.find(({ amount }: { amount: string }) => amount === TRADED);
  const [first, second] = list.data.filter((one: Answer["json"]) => one !== traded);
  await admin.ok(`GET ${path}/entries/:id`, { id: first.id });
  await admin.ok(`POST ${path}/entries/:id/assign`, { id: first.id, body: { customerId } });
  const because = { id: second.id, body: { reason: REASON } };
  await reviewer.ok(`POST ${path}/entries/:id/return`, because);
  await reviewer.ok(`POST ${path}/entries/:id/reopen`, because);
  await trade(desk, TRADED, currency);
  const { trades } = await reviewer.ok(`GET ${path}/entries/:id`, { id: traded.id });
  const { tradeId } = trades[0];
  await reviewer.ok(`POST ${path}/entries/:id/match-trade`, { id: traded.id, body: { tradeId } });
}

/** Proposes, changes, approves, rejects and withdraws adjustments. */
async function adjust(admin: Operator, reviewer: Operator, customerId: string): Promise<void> {
  const path = "/api/admin/corrections";
  const terms = { direction: "credit", amount: "2.00", reason: REASON, reference: "CASE-1" };
  const propose = () =>
    admin.ok("POST /api/admin/customers/:id/corrections", {
      ...{ id: customerId, body: { currency: "USD", ...terms } },
    });
  const first = await propose();
  await admin.ok(`GET ${path}`, { query: { customerId } });
  await admin.ok(`GET ${path}/:id`, { id: first.id });
  const revised = { revision: first.revision, ...terms, amount: "3.00" };
  const { revision } = await admin.ok(`PUT ${path}/:id`, { id: first.id, body: revised });
  await reviewer.ok(`POST ${path}/:id/approve`, { id: first.id, body: { revision } });
  const second = await propose();
  const refused = { revision: second.revision, note: REASON };
  await reviewer.ok(`POST ${path}/:id/refuse`, { id: second.id, body: refused });
  const third = await propose();
  const withdrawn = { revision: third.revision };
  await admin.ok(`POST ${path}/:id/withdraw`, { id: third.id, body: withdrawn });
}

/** Matches a clearing that arrived without its authorization, and dismisses another one. */
export async function matchMessages(
  me: Customer,
  { reviewer }: Desk,
  { card }: CardFacts,
): Promise<void> {
  const path = "/api/admin/network/unmatched";
  const merchant = { name: "Northlight Tools", mcc: "5734", country: "US" };
  const payment = { pan: card.pan, currency: "USD", merchant };
  const strand = async (amount: string): Promise<string> => {
    const networkReference = crypto.randomUUID();
    const body = { networkReference, payment, amount };
    await me.ok("POST /sandbox/network/clear", { body });
    const { data } = await reviewer.until(`GET ${path}`, (page) => page.data.length > 0, {
      query: { q: networkReference },
    });
    return data[0].id;
  };
  const held = await me.authorize(card, "7.00");
  const id = await strand("7.00");
  const { candidates } = await reviewer.ok(`GET ${path}/:id`, { id });
  const one = candidates.find(
    (each: Answer["json"]) => each.authorizationId === held.authorizationId,
  );
  const body = { authorizationId: held.authorizationId, pending: one?.pending ?? "7.00" };
  await reviewer.ok(`POST ${path}/:id/match`, { id, body });
  const other = await strand("8.00");
  await reviewer.ok(`POST ${path}/:id/dismiss`, { id: other, body: { reason: REASON } });
}
