import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type DatedClass, overBefore } from "../../platform/retention.policy.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { callProven, joinByInvitation } from "../../testing/test-operators.ts";
import { twoAdministrators } from "../../testing/test-program-rules.ts";
import { openTestCase, sendTestDocument } from "../../testing/test-reviews.ts";
import { deleteExpiredData } from "./delete-expired-data.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

/**
 * Runs the job and counts the rows of a data class just before its retention period ends, and again
 * just after.
 */
async function aroundTheEnd(
  name: DatedClass,
  rows: () => Promise<readonly unknown[]>,
): Promise<readonly number[]> {
  const { clock } = app.context;
  const left = (clock.now().getTime() - overBefore(name, clock.now()).getTime()) / 1_000;
  const counts: number[] = [];
  for (const seconds of [left - 3_600, 7_200]) {
    app.clock.advance(seconds);
    await deleteExpiredData(app.context);
    counts.push((await rows()).length);
  }
  return counts;
}

async function startTalk(customer: TestCustomer): Promise<void> {
  const body = { subject: "Where is my money", text: "It left on Monday." };
  const key = newId();
  expectStatus(await app.call(customer, "POST /api/support/conversations", body, { key }), 201);
}

it("retention: a conversation is deleted three years after its last message", async () => {
  const { sql } = app.context.db;
  await startTalk(await app.newCustomer());
  const rows = () => sql`
    select from support_message where text = 'It left on Monday.'
    union all select from support_conversation where subject = 'Where is my money'`;
  expect(await rows()).toHaveLength(2);
  expect(await aroundTheEnd("conversations", rows)).toEqual([2, 0]);
});

it("retention: a document is deleted five years after its case was decided", async () => {
  const { sql } = app.context.db;
  const [open, decided] = [await app.newCustomer(), await app.newCustomer()];
  for (const customer of [open, decided]) {
    const id = await openTestCase(app, customer);
    expectStatus(await sendTestDocument(app, customer, id), 201);
  }
  await sql`
    update review_case set status = 'approved', due_at = null, left_seconds = null,
      decided_at = ${app.context.clock.now()} where customer_id = ${decided.customerId}`;
  const rows = () => sql`
    select from review_document where customer_id in (${open.customerId}, ${decided.customerId})`;
  expect(await aroundTheEnd("documents", rows)).toEqual([2, 1]);
});

it("retention: operators' views and sandbox emails are deleted after their periods", async () => {
  const { sql } = app.context.db;
  const [customer, support] = [await app.newCustomer(), await app.newOperator("support")];
  await sql`delete from sandbox_mail`;
  const now = app.context.clock.now();
  await sql`
    insert into sandbox_mail (id, recipient, subject, text_body, html_body, sent_at)
    values (${newId()}, 'a@example.com', 'A', 'A', 'A', ${now})`;
  await sql`
    insert into customer_view (operator_id, customer_id, viewed_at)
    values (${support.userId}, ${customer.customerId}, ${now})`;
  const mails = () => sql`select from sandbox_mail where recipient = 'a@example.com'`;
  expect(await aroundTheEnd("sandboxMails", mails)).toEqual([1, 0]);
  const views = () => sql`select from customer_view where customer_id = ${customer.customerId}`;
  expect(await views()).toHaveLength(1);
  const left = (app.context.clock.now().getTime() - now.getTime()) / 1_000;
  app.clock.advance(90 * 86_400 - left + 60);
  await deleteExpiredData(app.context);
  expect(await views()).toHaveLength(0);
});

it("retention: emails of people who were invited but did not join end after a year", async () => {
  const admins = await twoAdministrators(app);
  const address = () => `${newId()}@tessera.test`;
  const [expired, withdrawn, rejected] = [address(), address(), address()];
  const joined = await joinByInvitation(app, { role: "support", by: admins.one });
  const invite = async (email: string) => {
    const body = { email, role: "support", locale: "en" };
    const path = "POST /api/admin/operator-invitations" as const;
    return expectStatus(await callProven(app, admins.one, path, body), 201).body;
  };
  await invite(expired);
  app.clock.advance(86_400);
  const { id, revision } = await invite(withdrawn);
  const withdraw = `POST /api/admin/operator-invitations/${id}/withdraw` as const;
  expectStatus(await callProven(app, admins.one, withdraw, { revision }), 200);
  const asked = { email: rejected, role: "reviewer", locale: "en", reason: "A colleague" };
  const propose = "POST /api/admin/proposals/invitation" as const;
  const proposal = expectStatus(await callProven(app, admins.one, propose, asked), 201).body;
  const reject = `POST /api/admin/proposals/${proposal.id}/reject` as const;
  expectStatus(await callProven(app, admins.two, reject, { note: "Not now" }), 200);
  const { sql } = app.context.db;
  const emails = [expired, withdrawn, rejected];
  const rows = () => sql`
    select from operator_invitation where email = any (${emails})
    union all select from proposal where terms ->> 'email' = any (${emails})`;
  expect(await aroundTheEnd("invitees", rows)).toEqual([3, 0]);
  const page = await app.call(admins.one, "GET /api/admin/operator-invitations");
  const shown: { id: string; email: string; status: string }[] = page.body.data;
  expect(shown.map(({ email }) => email)).toContain(joined.email);
  const old = shown.find(({ status }) => status === "expired");
  expect(old?.email).toMatch(/@erased\.invalid$/);
  const resend = `POST /api/admin/operator-invitations/${old?.id}/resend` as const;
  const resent = await callProven(app, admins.one, resend, { revision: 1 });
  expect(resent.body.code).toBe("invitation_ended");
});

it("retention: after a year, the origin of a visitor with no account is unreadable", async () => {
  const name = `nobody-${newId().slice(-8)}`;
  const headers = { "user-agent": "A Visitor's Browser" };
  const credentials = { username: name, password: "not the password at all" };
  const tried = () => app.call(undefined, "POST /api/customer/login", credentials, { headers });
  expect((await tried()).status).toBe(401);
  const read = async () =>
    (await readAudit(app.context, { action: "sign_in_failed" })).filter(
      ({ data }) => data.device === "A Visitor's Browser",
    );
  expect(await read()).toHaveLength(1);
  app.clock.advance(366 * 86_400);
  await deleteExpiredData(app.context);
  expect(await read()).toHaveLength(0);
});
