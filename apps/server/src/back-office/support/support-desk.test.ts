import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addTestOperator } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { wakeSnoozed } from "./inbox/wake-snoozed.ts";
import { mailOfflineCustomers } from "./mail-offline-customers.ts";
import { nextKey, type Talk, talkWith } from "./support.fixtures.ts";

let test: TestApp;
let talk: Talk;
let desk: TestCustomer;
let other: TestCustomer;
let auditor: TestCustomer;
let ada: TestCustomer;

beforeAll(async () => {
  // The tests run the jobs themselves. The job that tracks open screens would keep a customer
  // marked as present for a while after they leave.
  test = await withoutRepeatedJobs(() => createTestApp());
  talk = talkWith(test);
});
afterAll(() => test?.close());
// Each test gets a new session, since tests advance the clock past the session lifetime.
beforeEach(async () => {
  ada = await test.signUp();
  desk = await addTestOperator(test.context, "support");
  other = await addTestOperator(test.context, "administrator");
  auditor = await addTestOperator(test.context, "auditor");
});

const BASE = "/api/admin/support/conversations";

function put(id: string, what: string, body: object, who = desk) {
  return test.call("PUT", `${BASE}/${id}/${what}`, { token: who.token, body });
}

async function queue(query: string, who = desk): Promise<string[]> {
  const { json } = await test.call("GET", `${BASE}?${query}`, { token: who.token });
  return json.data.map(({ id }: { id: string }) => id);
}

async function recordsOf(id: string) {
  return readAudit(test.context, { object: id.slice(4) });
}

function later(minutes: number): void {
  test.clock.advance(minutes * 60);
}

describe("a support reply", () => {
  it("is unread for the customer; the conversation waits until a message reopens it", async () => {
    const { id } = await talk.begin(ada);
    expect((await talk.atDesk(desk, id)).unread).toBe(1);
    const answer = await talk.reply(desk, id, { text: "We look." });
    expect([answer.status, answer.json.by]).toEqual([201, desk.username]);
    expect(await talk.own(ada, id)).toMatchObject({ status: "answered", unread: 1 });
    expect(await talk.atDesk(desk, id)).toMatchObject({
      ...{ status: "pending", unread: 0 },
      assignee: { username: desk.username },
    });
    await talk.write(ada, id, { text: "Thank you" });
    expect(await talk.atDesk(desk, id)).toMatchObject({ status: "open", unread: 1 });
  });

  it("does not show the customer which operator wrote it", async () => {
    const { id } = await talk.begin(ada);
    await talk.reply(desk, id, { text: "We look." });
    const said = await talk.said(ada, id);
    expect(said.at(-1)).toMatchObject({ from: "support", text: "We look." });
    expect(JSON.stringify(said)).not.toContain(desk.username);
  });

  it("is written only once per key, even with twenty concurrent calls", async () => {
    const { id } = await talk.begin(ada);
    await Promise.all(
      Array.from({ length: 20 }, () => talk.reply(desk, id, { text: "Once" }, "reply-once")),
    );
    expect(await talk.said(ada, id)).toHaveLength(2);
    expect((await talk.own(ada, id)).unread).toBe(1);
    expect(await recordsOf(id)).toMatchObject([{ action: "support.reply" }]);
  });

  it("is audited without its text", async () => {
    const { id } = await talk.begin(ada);
    await talk.reply(desk, id, { text: "wordsthatstayhere" });
    const [row] = await recordsOf(id);
    expect(row).toMatchObject({ action: "support.reply", data: { role: "support" } });
    expect(JSON.stringify(row)).not.toContain("wordsthatstayhere");
  });
});

describe("a resolved conversation", () => {
  it.each(["customer", "desk"])(
    "the customer's next message reopens it after the %s resolved it",
    async (who) => {
      const { id } = await talk.begin(ada);
      if (who === "desk") {
        await put(id, "status", { status: "resolved" });
      } else {
        const url = `/api/support/conversations/${id}/resolve`;
        expect((await test.call("POST", url, { token: ada.token })).status).toBe(200);
      }
      expect((await talk.own(ada, id)).status).toBe("resolved");
      expect(await queue("status=resolved")).toContain(id);
      await talk.write(ada, id, { text: "It is back" });
      expect(await talk.own(ada, id)).toMatchObject({ status: "open", resolvedAt: null });
    },
  );
});

describe("a snoozed conversation", () => {
  const inMinutes = (minutes: number) =>
    new Date(test.clock.now().getTime() + minutes * 60_000).toISOString();

  it("reopens on time by the product's clock; the customer does not see the snooze", async () => {
    const { id } = await talk.begin(ada);
    expect((await put(id, "status", { status: "snoozed", until: inMinutes(30) })).status).toBe(200);
    expect((await talk.own(ada, id)).status).toBe("open");
    later(29);
    await wakeSnoozed(test.context);
    // Operators' sessions do not last that long.
    desk = await addTestOperator(test.context, "support");
    expect((await talk.atDesk(desk, id)).status).toBe("snoozed");
    later(2);
    await wakeSnoozed(test.context);
    expect(await talk.atDesk(desk, id)).toMatchObject({ status: "open", snoozedUntil: null });
  });

  it("reopens when the customer sends a message", async () => {
    const { id } = await talk.begin(ada);
    await put(id, "status", { status: "snoozed", until: inMinutes(60) });
    await talk.write(ada, id, { text: "Still there?" });
    expect(await talk.atDesk(desk, id)).toMatchObject({ status: "open", snoozedUntil: null });
  });

  it("requires a time in the future", async () => {
    const { id } = await talk.begin(ada);
    const codeOf = async (body: object) => (await put(id, "status", body)).json.fields?.[0]?.code;
    expect(await codeOf({ status: "snoozed" })).toBe("required");
    expect(await codeOf({ status: "snoozed", until: inMinutes(-1) })).toBe("out_of_range");
    expect(await codeOf({ status: "open", until: inMinutes(5) })).toBe("not_allowed");
  });
});

describe("the support inbox", () => {
  it("sorts by urgency and filters by status, assignee, unread messages, and text", async () => {
    const first = (await talk.begin(ada, { subject: "Umbrella stand" })).id;
    const second = (await talk.begin(ada, { subject: "Another", text: "about a 雨伞 100%" })).id;
    await put(second, "priority", { priority: "urgent" });
    await put(first, "assignee", { assigneeId: `usr_${desk.userId}` });
    const mine = `customerId=cus_${ada.customerId}`;
    expect(await queue(mine)).toEqual([second, first]);
    expect(await queue(`${mine}&assigned=me`)).toEqual([first]);
    expect(await queue(`${mine}&assigned=me`, other)).toEqual([]);
    expect(await queue(`${mine}&assigned=nobody`)).toEqual([second]);
    expect(await queue(`${mine}&q=${encodeURIComponent("雨伞 100%")}`)).toEqual([second]);
    expect(await queue(`${mine}&q=UMBRELLA`)).toEqual([first]);
    expect(await queue(`q=${ada.email}`)).toEqual([second, first]);
    expect(await queue(`${mine}&q=${encodeURIComponent("_mbrella")}`)).toEqual([]);
    await talk.reply(desk, first, { text: "Read it" });
    expect(await queue(`${mine}&unread=true`)).toEqual([second]);
    expect(await queue(`${mine}&status=pending`)).toEqual([first]);
    expect(await queue("customerId=nobody")).toEqual([]);
  });

  it("a cursor is valid only for the filters it was created with", async () => {
    for (let n = 0; n < 3; n += 1) {
      await talk.begin(ada);
    }
    const mine = `customerId=cus_${ada.customerId}&limit=2`;
    const { json } = await test.call("GET", `${BASE}?${mine}`, { token: desk.token });
    const rest = await queue(`${mine}&cursor=${json.nextCursor}`);
    expect(rest).toHaveLength(1);
    expect(json.data.map(({ id }: { id: string }) => id)).not.toContain(rest[0]);
    const wrong = await test.call("GET", `${BASE}?limit=2&cursor=${json.nextCursor}`, {
      token: desk.token,
    });
    expect(wrong.status).toBe(400);
  });

  it("a conversation can be assigned only to someone who answers customers", async () => {
    const { id } = await talk.begin(ada);
    const refused = await put(id, "assignee", { assigneeId: `usr_${auditor.userId}` });
    expect(refused.json.fields).toMatchObject([{ path: "assigneeId", code: "unknown_id" }]);
    await put(id, "assignee", { assigneeId: `usr_${other.userId}` });
    await put(id, "assignee", { assigneeId: `usr_${other.userId}` });
    expect(await recordsOf(id)).toMatchObject([
      { action: "support.assign", data: { after: { assignee: other.userId } } },
    ]);
  });
});

describe("an operator's note", () => {
  it("reveals no text, count or position to the customer", async () => {
    const { id } = await talk.begin(ada);
    const before = await talk.own(ada, id);
    const url = `${BASE}/${id}/notes`;
    const headers = { "idempotency-key": nextKey() };
    const note = { token: desk.token, body: { text: "He called twice" }, headers };
    const { status, json } = await test.call("POST", url, note);
    expect([status, json.kind]).toEqual([201, "note"]);
    expect(await talk.said(ada, id)).toHaveLength(1);
    expect(await talk.own(ada, id)).toEqual(before);
    const read = await test.call("POST", `/api/support/conversations/${id}/read`, {
      token: ada.token,
      body: { upTo: json.id },
    });
    expect(read.status).toBe(400);
    const { json: page } = await test.call("GET", `${BASE}/${id}/messages`, {
      token: auditor.token,
    });
    expect(page.data[0]).toMatchObject({ kind: "note", by: desk.username });
  });
});

describe("reading a conversation", () => {
  it("moves the read position only forward, and both sides see the position", async () => {
    const { id } = await talk.begin(ada);
    const one = await talk.reply(desk, id, { text: "One" });
    const two = await talk.reply(desk, id, { text: "Two" });
    const readTo = (upTo: string) =>
      test.call("POST", `/api/support/conversations/${id}/read`, {
        token: ada.token,
        body: { upTo },
      });
    const unread = async () =>
      (await test.call("GET", "/api/support/unread", { token: ada.token })).json;
    expect(await unread()).toEqual({ conversations: 1, messages: 2 });
    expect((await readTo(one.json.id)).json.unread).toBe(1);
    expect((await readTo(two.json.id)).json.unread).toBe(0);
    expect((await readTo(one.json.id)).json.unread).toBe(0);
    expect(await unread()).toEqual({ conversations: 0, messages: 0 });
    const { json } = await test.call("GET", `${BASE}/${id}/messages`, { token: desk.token });
    expect(json.data.map(({ seen }: { seen: boolean }) => seen)).toEqual([true, true, true]);
  });

  it("by an auditor changes nothing", async () => {
    const { id } = await talk.begin(ada);
    await talk.atDesk(auditor, id);
    const upTo = (await talk.said(ada, id))[0].id;
    const read = await test.call("POST", `${BASE}/${id}/read`, {
      token: auditor.token,
      body: { upTo },
    });
    expect(read.status).toBe(403);
    expect((await talk.atDesk(desk, id)).unread).toBe(1);
  });
});

describe("an email about an unread reply", () => {
  async function mails(): Promise<{ subject: string; text: string }[]> {
    const { json } = await test.call("GET", "/sandbox/mail.json");
    return json.data.filter(({ to }: { to: string }) => to === ada.email);
  }

  it("is sent after five minutes without the text, and again only after all is read", async () => {
    const { id } = await talk.begin(ada, { subject: "My own words" });
    await talk.reply(desk, id, { text: "The secret answer" });
    later(4);
    await mailOfflineCustomers(test.context);
    expect(await mails()).toEqual([]);
    later(2);
    await mailOfflineCustomers(test.context);
    const mail = await test.mailTo(ada.email);
    expect(mail.text).toContain(`/customer-service?conversation=${id}`);
    expect(mail.text).not.toMatch(/secret answer|My own words/);

    const second = await talk.reply(desk, id, { text: "And more" });
    later(10);
    expect(await mailOfflineCustomers(test.context)).toBe(0);

    const body = { upTo: second.json.id };
    await test.call("POST", `/api/support/conversations/${id}/read`, { token: ada.token, body });
    await talk.reply(desk, id, { text: "A third" });
    later(6);
    await mailOfflineCustomers(test.context);
    await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(2);
  });

  it("is not sent if the reply has been read or is on screen", async () => {
    const { id } = await talk.begin(ada);
    const stop = test.context.events.listen({ customerId: ada.customerId, onEvent: () => {} });
    const answer = await talk.reply(desk, id, { text: "Here" });
    later(6);
    await mailOfflineCustomers(test.context);
    stop();
    const body = { upTo: answer.json.id };
    await test.call("POST", `/api/support/conversations/${id}/read`, { token: ada.token, body });
    later(20);
    await mailOfflineCustomers(test.context);
    const [row] = await test.context.db.sql`select mail_due_at, mailed_at
      from support_conversation where id = ${id.slice(4)}`;
    expect(row).toEqual({ mail_due_at: null, mailed_at: null });
  });

  it("is sent if the customer leaves without reading the reply", async () => {
    const { id } = await talk.begin(ada);
    const stop = test.context.events.listen({ customerId: ada.customerId, onEvent: () => {} });
    await talk.reply(desk, id, { text: "Here" });
    later(6);
    await mailOfflineCustomers(test.context);
    stop();
    later(6);
    await mailOfflineCustomers(test.context);
    await test.mailTo(ada.email);
  });
});

describe("saved replies", () => {
  const url = "/api/admin/support/canned-answers";
  const write = (body: object, key = nextKey()) =>
    test.call("POST", url, { token: desk.token, body, headers: { "idempotency-key": key } });
  const texts = { en: "Hello {name}", "zh-CN": "你好 {name}", "zh-TW": "您好 {name}" };

  it("can be created, changed only at the newest version, and deleted", async () => {
    const { json: made } = await write({ name: "Greeting", texts });
    const change = (revision: number, text: string) =>
      test.call("PUT", `${url}/${made.id}`, {
        token: other.token,
        body: { name: "Greeting", texts: { en: text }, revision },
      });
    expect((await change(1, "Hi")).json).toMatchObject({ revision: 2, changedBy: other.username });
    const late = await change(1, "Hey");
    expect([late.status, late.json.code]).toEqual([409, "answer_changed"]);
    expect(late.json.changed.by).toBe(other.username);
    expect((await change(1, "Hi")).status).toBe(200);
    const gone = await test.call("DELETE", `${url}/${made.id}`, { token: desk.token });
    expect(gone.status).toBe(204);
    expect((await change(2, "Hi there")).status).toBe(404);
    const { json } = await test.call("GET", url, { token: auditor.token });
    expect(json.data).toEqual([]);
  });

  it("require a text and a unique name, and are created only once per key", async () => {
    expect((await write({ name: "Empty", texts: {} })).json.fields[0].path).toBe("texts");
    expect((await write({ name: "Blank", texts: { en: " " } })).json.fields[0].path).toBe(
      "texts.en",
    );
    const twice = await Promise.all(
      Array.from({ length: 5 }, () => write({ name: "Fees", texts }, "answer-once")),
    );
    expect(new Set(twice.map(({ json }) => json.id)).size).toBe(1);
    expect((await write({ name: "FEES", texts })).json.code).toBe("answer_name_taken");
  });
});

it("support events: a message notifies operators by role, and only its own customer", async () => {
  const { events } = test.context;
  const reviewer = await addTestOperator(test.context, "reviewer");
  const ben = await test.signUp();
  const heard = new Map<string, unknown[]>();
  const stops = [ada, ben, desk, other, auditor, reviewer].map((who, place) => {
    const role = ["customer", "customer", "support", "administrator", "auditor", "reviewer"][place];
    heard.set(who.userId, []);
    return events.listen({
      customerId: who.customerId,
      role: role as "customer",
      onEvent: ({ topic, body }) => topic === "support" && heard.get(who.userId)?.push(body),
    });
  });
  await events.newestId();
  const { id } = await talk.begin(ada);
  // Events about earlier messages may still be arriving at this point.
  const ofIt = (who: TestCustomer) =>
    heard.get(who.userId)?.filter((body) => Object(body).conversationId === id);
  for (const who of [ada, desk, other, auditor]) {
    const ofItSoFar = async () => {
      await events.pump();
      return ofIt(who);
    };
    await expect.poll(ofItSoFar, { timeout: 60_000 }).toEqual([{ conversationId: id }]);
  }
  expect([heard.get(ben.userId), heard.get(reviewer.userId)]).toEqual([[], []]);
  for (const stop of stops) {
    stop();
  }
});
