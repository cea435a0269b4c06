import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { addTestOperator } from "../../testing/cards-app.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { PNG } from "../../testing/test-reviews.ts";
import { nextKey, PDF, type Talk, talkWith } from "./support.fixtures.ts";

let test: TestApp;
let talk: Talk;
let desk: TestCustomer;
let ada: TestCustomer;

beforeAll(async () => {
  test = await createTestApp();
  talk = talkWith(test);
  desk = await addTestOperator(test.context, "support");
});
afterAll(() => test?.close());
beforeEach(async () => {
  ada = await test.signUp();
});

const SCRIPT = "<script>alert('hi')</script>\n\t<b>bold</b> & 你好";

describe("a conversation", () => {
  it("keeps messages exactly as they were sent", async () => {
    const { id } = await talk.begin(ada, { subject: "<script>1</script>", text: SCRIPT });
    const [first] = await talk.said(ada, id);
    expect([first.text, first.from]).toEqual([SCRIPT, "customer"]);
    expect((await talk.own(ada, id)).subject).toBe("<script>1</script>");
    expect((await talk.atDesk(desk, id)).lastMessage.text).toBe(SCRIPT);
    const [row] = await test.context.db.sql`select text from support_message
      where conversation_id = ${id.slice(4)}`;
    expect(row?.text).toBe(SCRIPT);
  });

  it.each([
    ["a 20 KB subject", { subject: "x".repeat(20_480) }, "subject", "subject_too_long"],
    ["a long message", { text: "x".repeat(4_001) }, "text", "message_too_long"],
    ["an empty message", { text: " \n" }, "text", "required"],
    ["NUL", { text: "a\u0000b" }, "text", "malformed_text"],
    ["a subject of two lines", { subject: "a\nb" }, "subject", "malformed_text"],
    [
      "six files",
      { attachments: Array.from({ length: 6 }, () => ({ id: `att_${newId()}`, name: "a" })) },
      "attachments",
      "too_many_files",
    ],
  ])("%s is rejected with a specific error, and nothing is saved", async (_n, over, path, code) => {
    const { token } = ada;
    const body = { subject: "A question", text: "Hello", ...over };
    const headers = { "idempotency-key": nextKey(), "accept-language": "zh-CN" };
    const { status, json } = await test.call("POST", "/api/support/conversations", {
      ...{ token, body, headers },
    });
    expect([status, json.code]).toEqual([400, "invalid_input"]);
    expect(json.fields).toMatchObject([{ path, code }]);
    expect(json.fields[0].message).toMatch(/[\u4e00-\u9fff]/);
    const list = await test.call("GET", "/api/support/conversations", { token });
    expect(list.json.data).toEqual([]);
  });

  it("keeps only the last four digits of a card number, from both sides", async () => {
    const said = (digits: string) => `My card is ${digits}, since 2026-11-20 at 10:00.`;
    const [typed, kept] = [said("4242 4242-42424242"), said("•••• 4242")];
    const { id } = await talk.begin(ada, { subject: typed, text: typed });
    await talk.write(ada, id, { text: typed });
    await talk.reply(desk, id, { text: typed });
    const texts = (await talk.said(ada, id)).map(({ text }: { text: string }) => text);
    expect(texts).toEqual([kept, kept, kept]);
    expect((await talk.own(ada, id)).subject).toBe(kept);
    const stored = await test.context.db.sql`select text from support_message
      where conversation_id = ${id.slice(4)}`;
    expect(JSON.stringify(stored)).not.toContain("4242-4242");
  });

  it("the longest allowed text is accepted", async () => {
    const { id } = await talk.begin(ada, { subject: "题".repeat(120), text: "字".repeat(4_000) });
    expect((await talk.said(ada, id))[0].text).toHaveLength(4_000);
  });

  it("is started only once per key, even with twenty concurrent calls", async () => {
    const { token } = ada;
    const call = (text: string) =>
      test.call("POST", "/api/support/conversations", {
        token,
        body: { subject: "Once", text },
        headers: { "idempotency-key": "begin-once" },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("Hello")));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    const { json } = await test.call("GET", "/api/support/conversations", { token });
    expect(json.data).toHaveLength(1);
    expect((await call("Another")).status).toBe(422);
  });

  it("stores a message only once per key, even with twenty concurrent calls", async () => {
    const { id } = await talk.begin(ada);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => talk.write(ada, id, { text: "More" }, "once")),
    );
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(await talk.said(ada, id)).toHaveLength(2);
    expect((await talk.atDesk(desk, id)).unread).toBe(2);
  });

  it("returns the message on a retry even if the stored response has been purged", async () => {
    const { id } = await talk.begin(ada);
    const first = await talk.write(ada, id, { text: "More" }, "kept");
    await test.context.db.sql`delete from idempotency_answer`;
    const again = await talk.write(ada, id, { text: "More" }, "kept");
    expect(again.json.id).toBe(first.json.id);
    expect(await talk.said(ada, id)).toHaveLength(2);
    await test.context.db.sql`delete from idempotency_answer`;
    expect((await talk.write(ada, id, { text: "Other" }, "kept")).status).toBe(422);
  });

  it("all concurrent messages are kept, in the same order for both sides", async () => {
    const { id } = await talk.begin(ada);
    const texts = Array.from({ length: 30 }, (_, n) => `message ${n}`);
    await Promise.all(texts.map((text) => talk.write(ada, id, { text })));
    const said = await talk.said(ada, id);
    expect(
      said
        .slice(1)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(texts.toSorted());
    const { json } = await test.call("GET", `/api/admin/support/conversations/${id}/messages`, {
      token: desk.token,
    });
    expect(json.data.toReversed().map((one: { id: string }) => one.id)).toEqual(
      said.map((one) => one.id),
    );
  });

  it("every call returns 404 for another customer's conversation", async () => {
    const { id } = await talk.begin(ada);
    const ben = await test.signUp();
    const none = `con_${newId()}`;
    for (const which of [id, none]) {
      const url = `/api/support/conversations/${which}`;
      const { token } = ben;
      const upTo = { upTo: `msg_${newId()}` };
      const answers = [
        await test.call("GET", url, { token }),
        await test.call("GET", `${url}/messages`, { token }),
        await talk.write(ben, which, { text: "Hi" }),
        await test.call("POST", `${url}/read`, { token, body: upTo }),
        await test.call("POST", `${url}/resolve`, { token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect(await talk.said(ada, id)).toHaveLength(1);
  });

  it("the list is paged by latest message, with cursors that only its owner can use", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push((await talk.begin(ada, { subject: `Number ${n}` })).id);
    }
    await talk.write(ada, ids[0] ?? "", { text: "Again" });
    const { token } = ada;
    const seen: string[] = [];
    let cursor = "";
    do {
      const { json } = await test.call("GET", `/api/support/conversations?limit=2${cursor}`, {
        token,
      });
      seen.push(...json.data.map((one: { id: string }) => one.id));
      cursor = json.nextCursor === null ? "" : `&cursor=${json.nextCursor}`;
    } while (cursor !== "");
    expect(seen).toEqual([ids[0], ids[4], ids[3], ids[2], ids[1]]);
    const first = await test.call("GET", "/api/support/conversations?limit=2", { token });
    const stolen = await test.call(
      "GET",
      `/api/support/conversations?limit=2&cursor=${first.json.nextCursor}`,
      { token: (await test.signUp()).token },
    );
    expect(stolen.status).toBe(400);
  });
});

describe("a support attachment", () => {
  it("is sent in only one message, and is downloaded rather than displayed", async () => {
    const { json: file } = await talk.upload(ada, PDF, "application/pdf");
    const attachments = [{ id: file.id, name: "发票.html" }];
    const { id } = await talk.begin(ada, { text: "", attachments });
    const [message] = await talk.said(ada, id);
    expect(message.attachments).toEqual([
      { id: file.id, name: "发票.html.pdf", kind: "application/pdf", bytes: PDF.length },
    ]);
    for (const [who, path] of [
      [ada, ""],
      [desk, "admin/"],
    ] as const) {
      const got = await test.call("GET", `/api/${path}support/attachments/${file.id}`, who);
      expect(got.text).toBe(PDF.toString());
      expect(got.headers).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": expect.stringMatching(/^attachment; /),
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
    }
    const again = await talk.write(ada, id, { text: "Again", attachments });
    expect(again.json.fields).toMatchObject([{ path: "attachments.0.id", code: "unknown_id" }]);
  });

  it("is stored sealed", async () => {
    const secret = Buffer.from("a very plain secret in a file");
    await talk.upload(ada, secret, "text/plain");
    const rows = await test.context.db.sql<{ sealed: Buffer }[]>`
      select sealed from support_attachment`;
    expect(rows.some(({ sealed }) => sealed.includes("plain secret"))).toBe(false);
  });

  it.each([
    [Buffer.from("<script>alert(1)</script>"), "image/png", 415, "file_type_differs"],
    [PDF, "text/html", 415, "file_type_unknown"],
    [PDF, "application/json", 415, "file_type_unknown"],
    [PDF.subarray(0, 12), "application/pdf", 400, "file_damaged"],
    [Buffer.concat([PNG, PDF]), "image/png", 400, "file_unsafe"],
    [Buffer.alloc(0), "text/plain", 400, "file_empty"],
    [Buffer.alloc(5_242_881, "a"), "text/plain", 413, "file_too_large"],
  ])("is rejected if it is not what it claims to be (%#)", async (bytes, kind, status, code) => {
    const answer = await talk.upload(ada, bytes, kind);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.json.message).not.toBe("");
  });

  it("can be neither attached nor read by another customer", async () => {
    const { json: file } = await talk.upload(ada, PDF, "application/pdf");
    const ben = await test.signUp();
    const { id } = await talk.begin(ben);
    const stolen = await talk.write(ben, id, {
      text: "Mine",
      attachments: [{ id: file.id, name: "a.pdf" }],
    });
    expect(stolen.json.fields).toMatchObject([{ path: "attachments.0.id", code: "unknown_id" }]);
    expect(await talk.said(ben, id)).toHaveLength(1);
    await talk.begin(ada, { attachments: [{ id: file.id, name: "a.pdf" }] });
    const url = `/api/support/attachments/${file.id}`;
    expect((await test.call("GET", url, { token: ben.token })).status).toBe(404);
    expect((await test.call("GET", url, { token: ada.token })).status).toBe(200);
  });
});

it("article votes: only each customer's latest vote counts", async () => {
  const say = (who: TestCustomer, helped: boolean) =>
    test.call("POST", "/api/support/article-votes", {
      token: who.token,
      body: { article: "fees", helped, locale: "zh-TW" },
    });
  expect((await say(ada, false)).status).toBe(204);
  await say(ada, true);
  await say(await test.signUp(), false);
  const { json } = await test.call("GET", "/api/admin/support/article-votes", {
    token: desk.token,
  });
  expect(json.data).toEqual([{ article: "fees", helped: 1, unhelped: 1 }]);
});
