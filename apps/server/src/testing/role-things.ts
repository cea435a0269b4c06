import { propose } from "../cards/mandates/mandates.fixtures.ts";
import { newWebhook } from "../developers/webhooks/webhooks.fixtures.ts";
import { newKey } from "../identity/api-keys/api-keys.fixtures.ts";
import { addTestMember, createTestCompany } from "../identity/companies/companies.fixtures.ts";
import { createAuthenticator, openSession } from "../identity/sessions/index.ts";
import { withdrawerOf } from "../money-movement/payouts/withdrawals.fixtures.ts";
import { inTransaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import type { CardsApp, TestCustomer } from "./cards-app.ts";
import { expectStatus, fund, network, openCard, SEGMENTS } from "./test-cards.ts";
import { openTestCase, sendTestDocument, uploadTestReceipt } from "./test-reviews.ts";
import { drafted, ruleOver, turn } from "./test-strategies.ts";

/** Ids of a customer's objects, by type. */
export interface Things {
  readonly apiKey: string;
  readonly webhook: string;
  readonly card: string;
  readonly mandate: string;
  readonly deposit: string;
  readonly customer: string;
  readonly company: string;
  /** A company that the customer can leave. */
  readonly joinedCompany: string;
  /** A company whose owner asks the customer to become the owner. */
  readonly offeredCompany: string;
  /** Another such company. */
  readonly declinedCompany: string;
  /** A member of a company. Nobody, unless a test acts for one. */
  readonly member: string;
  readonly memberInvitation: string;
  readonly address: string;
  readonly withdrawal: string;
  readonly exchange: string;
  /** A quote for an exchange, valid for a minute. */
  readonly exchangeQuote: string;
  readonly movement: string;
  readonly strategy: string;
  readonly grant: string;
  readonly review: string;
  readonly case: string;
  readonly document: string;
  readonly session: string;
  readonly passkey: string;
  readonly export: string;
  readonly archive: string;
  /** An announcement. It does not belong to the customer, but calls about it need an id. */
  readonly announcement: string;
  readonly segment: string;
  readonly fees: string;
  readonly unmatched: string;
  readonly stop: string;
  readonly correction: string;
  /** A freeze of all cards that has been undone. */
  readonly freezeAll: string;
  readonly bankStatement: string;
  readonly bankEntry: string;
  readonly ledgerBreak: string;
  readonly operator: string;
  readonly invitation: string;
  readonly proposal: string;
  /** A program rule, with the id of a proposal that does not exist. */
  readonly programmeRule: string;
  readonly ruleProposal: string;
  readonly quote: string;
  /** A quote for unloading the card. */
  readonly takeOut: string;
  /** An audit event about the customer. */
  readonly log: string;
  readonly conversation: string;
  readonly attachment: string;
  readonly message: string;
  readonly receipt: string;
  /** A saved reply. It does not belong to the customer, but calls about it need an id. */
  readonly answer: string;
}
/** The type of object that an id refers to. */
export type Kind = keyof Things;

/** Creates one object of each type for a customer. */
export async function thingsOf(app: CardsApp, customer: TestCustomer): Promise<Things> {
  const { id: card, ...details } = await openCard(app, customer);
  await fund(app, customer, { id: card }, 20_000n);
  const asked = { asset: "USDT", network: "TRC20", amount: "100.00" };
  const deposit = await app.call(customer, "POST /api/wallet/deposits", asked, { key: newId() });
  const strategy = await drafted(app, customer, ruleOver("10.00"));
  expectStatus(await turn(app, customer, strategy.id, "active"), 200);
  const refused = await network(app, "authorize", { id: card, ...details }, { amount: "11.00" });
  const movement = refused.authorizationId.replace("auth_", "mov_");
  const allow = { movementId: movement, kind: "allow_once", minutes: 60 };
  const grant = await app.call(customer, "POST /api/risk/grants", allow, { key: newId() });
  const askFirst = await drafted(app, customer, ruleOver("5.00", { action: "review" }));
  expectStatus(await turn(app, customer, askFirst.id, "active"), 200);
  await network(app, "authorize", { id: card, ...details }, { amount: "6.00" });
  const reviews = await app.call(customer, "GET /api/reviews");
  const quoteFor = async (operation: string): Promise<string> => {
    const asked = { operation, amount: "5.00" };
    const quoted = await app.call(customer, `POST /api/cards/${card}/quote`, asked);
    return expectStatus(quoted, 201).body.quoteId;
  };
  return {
    apiKey: (await newKey(app, customer)).id,
    webhook: (await newWebhook(app, customer)).id,
    card,
    mandate: (await propose(app, customer)).id,
    deposit: expectStatus(deposit, 201).body.id,
    customer: `cus_${customer.customerId}`,
    ...(await companiesOf(app, customer)),
    ...(await withdrawnBy(app, customer)),
    ...(await exchangedBy(app, customer)),
    movement,
    strategy: strategy.id,
    grant: expectStatus(grant, 201).body.id,
    review: expectStatus(reviews, 200).body.data[0].id,
    ...(await caseOf(app, customer)),
    session: await sessionOf(app, customer),
    passkey: `pky_${newId()}`,
    export: await exportOf(app, customer),
    archive: await archiveOf(app, customer),
    announcement: `ann_${newId()}`,
    segment: SEGMENTS.soldOut,
    fees: "1",
    unmatched: `msg_${newId()}`,
    stop: `stop_${newId()}`,
    correction: `cor_${newId()}`,
    freezeAll: await freezeAllOf(app, customer),
    bankStatement: `bst_${newId()}`,
    bankEntry: `ben_${newId()}`,
    ledgerBreak: `brk_${newId()}`,
    operator: `usr_${newId()}`,
    invitation: `inv_${newId()}`,
    proposal: `prp_${newId()}`,
    programmeRule: "prul_00000000-0000-7000-8000-000000000004",
    ruleProposal: `rprp_${newId()}`,
    quote: await quoteFor("deposit"),
    takeOut: await quoteFor("withdraw"),
    log: await recordOf(app, customer),
    ...(await conversationOf(app, customer)),
    answer: `ans_${newId()}`,
    receipt: await receiptOf(app, customer),
  };
}

async function receiptOf(app: CardsApp, customer: TestCustomer): Promise<string> {
  const sent = await uploadTestReceipt(app, customer);
  return expectStatus(sent, 201).body.id;
}

/**
 * Creates companies: one that the customer owns, one that they can leave, and two whose owner asks
 * them to become the owner.
 */
async function companiesOf(app: CardsApp, customer: TestCustomer) {
  const other = await app.newCustomer({});
  const joined = async (isOffered: boolean): Promise<string> => {
    const company = await createTestCompany(app, other, { money: 0n });
    const member = await addTestMember(app, company, customer, "bookkeeper");
    if (isOffered) {
      await app.context.db.sql`
        insert into ownership_handover (customer_id, from_id, to_id, asked_at, expires_at)
        values (${company.customerId}, ${company.ownerMembershipId}, ${member}, now(),
          now() + interval '72 hours')`;
    }
    return `cus_${company.customerId}`;
  };
  const own = await createTestCompany(app, customer, { money: 0n });
  return {
    company: `cus_${own.customerId}`,
    joinedCompany: await joined(false),
    offeredCompany: await joined(true),
    declinedCompany: await joined(true),
    // Calls about these can be made only while acting for a company.
    member: `mem_${newId()}`,
    memberInvitation: `miv_${newId()}`,
  };
}

async function freezeAllOf(app: CardsApp, customer: TestCustomer): Promise<string> {
  const { id } = expectStatus(await app.call(customer, "POST /api/cards/freeze-all"), 201).body;
  expectStatus(await app.call(customer, `POST /api/cards/freeze-all/${id}/undo`), 200);
  return id;
}

/** Creates an application under review, with a document. */
async function caseOf(
  app: CardsApp,
  customer: TestCustomer,
): Promise<{ case: string; document: string }> {
  const id = await openTestCase(app, customer);
  const sent = await sendTestDocument(app, customer, id);
  return { case: id, document: expectStatus(sent, 201).body.documents[0].id };
}

async function withdrawnBy(app: CardsApp, { token }: TestCustomer) {
  const session = await createAuthenticator(app.context).session(token);
  if (session === undefined) {
    throw new Error("a customer has a session");
  }
  const owner = await withdrawerOf(app.context, session);
  const { id: withdrawal } = await owner.withdraw(await owner.quote("10.00"));
  return { address: owner.addressId, withdrawal };
}

/** Exchanges dollars for euros, and gets another quote. */
async function exchangedBy(app: CardsApp, customer: TestCustomer) {
  const path = "POST /api/wallet/exchanges" as const;
  const quote = async (): Promise<string> => {
    const asked = { from: "USD", to: "EUR", sell: "5.00" };
    return expectStatus(await app.call(customer, `${path}/quote`, asked), 201).body.quoteId;
  };
  const quoteId = await quote();
  const made = await app.call(customer, path, { quoteId }, { key: newId() });
  return { exchange: expectStatus(made, 201).body.id as string, exchangeQuote: await quote() };
}

/** Creates a conversation with an attached file. */
async function conversationOf(app: CardsApp, customer: TestCustomer) {
  const upload = await app.app.server.inject({
    method: "POST",
    url: "/api/support/attachments",
    headers: { authorization: `Bearer ${customer.token}`, "content-type": "text/plain" },
    payload: "a receipt",
  });
  const attachment: string = JSON.parse(upload.body).id;
  const attachments = [{ id: attachment, name: "receipt.txt" }];
  const asked = { subject: "A question", text: "Why?", attachments };
  const path = "POST /api/support/conversations" as const;
  const begun = await app.call(customer, path, asked, { key: newId() });
  const conversation: string = expectStatus(begun, 201).body.id;
  const said = await app.call(customer, `GET /api/support/conversations/${conversation}/messages`);
  return { conversation, attachment, message: said.body.data[0].id as string };
}

async function exportOf(app: CardsApp, customer: TestCustomer): Promise<string> {
  const days = { fromDay: "2026-01-01", toDay: "2027-12-31", timeZone: "UTC" };
  const asked = { ...days, accounts: ["USD"], format: "csv" };
  const path = "POST /api/reconciliation/exports" as const;
  return expectStatus(await app.call(customer, path, asked, { key: newId() }), 201).body.id;
}

async function archiveOf(app: CardsApp, customer: TestCustomer): Promise<string> {
  const headers = { "x-proof": await app.prove(customer) };
  const options = { key: newId(), headers };
  const asked = await app.call(customer, "POST /api/my-data/archives", undefined, options);
  return expectStatus(asked, 201).body.id;
}

async function recordOf(app: CardsApp, customer: TestCustomer): Promise<string> {
  const records = await app.call(customer, "GET /api/logs?category=card");
  return expectStatus(records, 200).body.data[0].id;
}

/** Adds a passkey. Only Ben gets one, because Ada has to confirm calls with her password. */
export async function passkeyOf(app: CardsApp, { userId }: TestCustomer): Promise<string> {
  const id = newId();
  await app.context.db.sql`
    insert into passkey
      (id, person_id, credential_id, public_key, counter, transports, name, created_at)
    values (${id}, ${userId}, 'credential', '\\x00', 0, '{}', 'Phone', now())`;
  return `pky_${id}`;
}

async function sessionOf(app: CardsApp, customer: TestCustomer): Promise<string> {
  await newToken(app, customer);
  const sessions = await app.call(customer, "GET /api/auth/sessions");
  return sessions.body.data.find(({ current }: { current: boolean }) => !current).id;
}

/**
 * Returns the token for a new session, because some calls end the session in which they are made.
 */
export function newToken(app: CardsApp, { userId }: TestCustomer): Promise<string> {
  const visitor = { ip: "127.0.0.1", device: "test", remember: false };
  return inTransaction(app.context.db, (tx) => openSession(app.context, tx, userId, visitor));
}
