import type { AnnouncementInput } from "@tessera/contract/back-office/announcements.schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { addTestOperator } from "../../testing/cards-app.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { inEveryLanguage, written } from "./announcements.fixtures.ts";
import { listActiveAnnouncements } from "./list-active-announcements.ts";
import { getAnnouncement, listAnnouncements } from "./list-announcements.ts";

const ADMIN = "/api/admin/announcements";
const DAY_SECONDS = 86_400;

let app: TestApp;
let ada: TestCustomer;
let ben: TestCustomer;

beforeAll(async () => {
  app = await createTestApp();
  ada = await addTestOperator(app.context, "administrator");
  ben = await addTestOperator(app.context, "support");
});
afterAll(() => app.close());

const inSeconds = (seconds: number) =>
  new Date(app.clock.now().getTime() + seconds * 1_000).toISOString();

function send(body: object, key: string = newId(), who = ada) {
  const headers = { "idempotency-key": key };
  return app.call("POST", ADMIN, { token: who.token, body, headers });
}

async function create(over: Partial<AnnouncementInput> = {}) {
  const { status, json } = await send(written(over));
  expect(status).toBe(201);
  return json;
}

const put = (id: string, revision: number, input: AnnouncementInput, who = ada) =>
  app.call("PUT", `${ADMIN}/${id}`, { token: who.token, body: { ...input, revision } });
const get = (id: string) => app.call("GET", `${ADMIN}/${id}`, { token: ada.token });
const batch = (ids: readonly string[], key: string = newId()) =>
  app.call("POST", `${ADMIN}/batch-delete`, {
    token: ada.token,
    body: { ids },
    headers: { "idempotency-key": key },
  });

async function list(query = "") {
  const { status, json } = await app.call("GET", `${ADMIN}?${query}`, { token: ada.token });
  expect(status).toBe(200);
  return json;
}
const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

async function shownTo(language = "en"): Promise<{ id: string; title: string; locale: string }[]> {
  const headers = { "accept-language": language };
  return (await app.call("GET", "/api/announcements/active", { headers })).json;
}

async function auditOf(id: string) {
  return app.context.db.sql`
    select action, actor, data from ledger.audit where object = ${id.slice(4)} order by id`;
}

describe("creating an announcement", () => {
  test("returns the announcement as shown: sanitized, with status and first revision", async () => {
    const one = await create({
      texts: { en: { title: " Hi ", content: "<p>A<img src=x onerror=alert(1)></p>" } },
    });
    expect(one).toMatchObject({
      status: "active",
      revision: 1,
      texts: { en: { title: "Hi", content: "<p>A</p>" } },
      createdBy: ada.username,
      changedBy: ada.username,
    });
    expect((await get(one.id)).json).toEqual(one);
    expect((await shownTo()).map(({ id }) => id)).toContain(one.id);
  });

  test("takes effect once per key; the same key with another text is rejected", async () => {
    const [key, body] = [newId(), written({ texts: inEveryLanguage("Once") })];
    const [first, second] = await Promise.all([send(body, key), send(body, key)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json.id).toBe(first.json.id);
    // Simulates a response that was lost before it could be stored.
    await app.context.db.sql`delete from idempotency_answer`;
    const third = await send(body, key);
    expect([third.status, third.json.id]).toEqual([201, first.json.id]);
    await app.context.db.sql`delete from idempotency_answer`;
    const other = await send(written({ texts: inEveryLanguage("Twice") }), key);
    expect([other.status, other.json.code]).toEqual([422, "idempotency_mismatch"]);
    expect(idsOf(await list("q=Once"))).toHaveLength(1);
  });

  test.each([
    ["a title of 20 KB", "texts.en.title", "too_long", { title: "x".repeat(20_480) }],
    ["a content of 21 KB", "texts.en.content", "too_long", { content: "x".repeat(21_000) }],
    [
      "7,000 characters of 3 bytes",
      "texts.en.content",
      "too_long",
      { content: "水".repeat(7_000) },
    ],
    ["nothing but a script", "texts.en.content", "unreadable_content", { content: "<script>x" }],
    ["no title", "texts.en.title", "required", { title: "  " }],
  ])("%s is rejected with the field's name", async (_, path, code, over) => {
    const en = { title: "Title", content: "<p>Text</p>", ...over };
    const { status, json } = await send(written({ texts: { en } }));
    expect([status, json.code]).toEqual([400, "invalid_input"]);
    expect(json.fields).toEqual([expect.objectContaining({ path, code })]);
  });

  test("requires a language for each text, and an end after the start", async () => {
    const none = await send(written({ texts: {} }));
    expect(none.json.fields).toEqual([expect.objectContaining({ path: "texts" })]);
    const later = inSeconds(60);
    for (const over of [
      { endsAt: inSeconds(-1) },
      { startsAt: later, endsAt: later },
      { draft: true, startsAt: inSeconds(60), endsAt: inSeconds(59) },
    ]) {
      const { json } = await send(written(over));
      expect(json.fields).toEqual([
        expect.objectContaining({ path: "endsAt", code: "ends_before_start" }),
      ]);
    }
  });
});

describe("an announcement with only the specification's fields", () => {
  const spec = (title: string) => ({ type: "info", title, content: "<p>Text</p>" });
  const headers = { "accept-language": "zh-CN" };
  const write = (body: object) => app.call("POST", ADMIN, { token: ada.token, body, headers });

  test("is accepted without an Idempotency-Key and shown to everyone right away", async () => {
    const { status, json } = await write(spec("Plain"));
    expect(status).toBe(201);
    expect(json).toMatchObject({ ...spec("Plain"), status: "active", audience: "public" });
    expect(json.texts).toEqual({ "zh-CN": { title: "Plain", content: "<p>Text</p>" } });
    expect((await shownTo("zh-CN")).map(({ id }) => id)).toContain(json.id);
    const { data } = await list("q=Plain");
    expect(data).toEqual([expect.objectContaining({ id: json.id, title: "Plain" })]);
    const other = await write(spec("Plain"));
    expect(other.json.id).not.toBe(json.id);
  });

  test("can be changed with the same fields, keeping schedule and other languages", async () => {
    const one = await create({ audience: "customers", endsAt: inSeconds(DAY_SECONDS) });
    const change = (body: object) =>
      app.call("PUT", `${ADMIN}/${one.id}`, { token: ada.token, body, headers });
    const { status, json } = await change({ ...spec("Changed"), type: "error" });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...spec("Changed"), type: "error", revision: 2 });
    expect(json.texts).toEqual({
      ...one.texts,
      "zh-CN": { title: "Changed", content: "<p>Text</p>" },
    });
    for (const kept of ["audience", "draft", "startsAt", "endsAt"]) {
      expect(json[kept]).toBe(one[kept]);
    }
    const stale = await change({ ...spec("Stale"), revision: 1 });
    expect([stale.status, stale.json.code]).toEqual([409, "announcement_changed"]);
  });

  test("a change replaces the text its author sees, if their language has none", async () => {
    const en = { title: "English", content: "<p>Text</p>" };
    const { id } = await create({ texts: { en } });
    const body = spec("Changed");
    const { json } = await app.call("PUT", `${ADMIN}/${id}`, { token: ada.token, body, headers });
    expect(json.texts).toEqual({ en: { ...en, title: "Changed" } });
  });

  test("invalid fields are rejected, with an error for each one", async () => {
    const fieldsOf = async (body: object) =>
      (await write(body)).json.fields.map(({ path, code }: Record<string, string>) => [path, code]);
    expect(await fieldsOf({ type: "info", title: "x" })).toEqual([["content", "required"]]);
    expect(await fieldsOf({ ...spec("x"), content: "<script>x" })).toEqual([
      ["content", "unreadable_content"],
    ]);
    expect(await fieldsOf({ ...spec("x"), texts: { en: spec("x") } })).toContainEqual([
      "title",
      "unknown_field",
    ]);
  });

  test("can be deleted together with others by sending only their ids", async () => {
    const ids = [(await write(spec("a"))).json.id, (await write(spec("b"))).json.id];
    const path = `${ADMIN}/batch-delete`;
    const { status, json } = await app.call("POST", path, { token: ada.token, body: { ids } });
    expect([status, json]).toEqual([200, { deleted: 2 }]);
    expect(idsOf(await list())).not.toContain(ids[0]);
  });
});

describe("an announcement is shown", () => {
  test("from its start until just before its end", async () => {
    const [startsAt, endsAt] = [inSeconds(DAY_SECONDS), inSeconds(2 * DAY_SECONDS)];
    const { id } = await create({ startsAt, endsAt });
    const at = async (time: string, more: number) => {
      const now = new Date(Date.parse(time) + more);
      const context = { ...app.context, clock: { ...app.clock, now: () => now } };
      const { status } = await getAnnouncement(context, id.slice(4), "en");
      const listed = (await listAnnouncements(context, { status }, "en")).data;
      const shown = await listActiveAnnouncements(context, { locale: "en", viewer: "anonymous" });
      const isShown = shown.some((one) => one.id === id);
      return [status, isShown, listed.some((one) => one.id === id)];
    };
    expect(await at(startsAt, -1)).toEqual(["scheduled", false, true]);
    expect(await at(startsAt, 0)).toEqual(["active", true, true]);
    expect(await at(endsAt, -1)).toEqual(["active", true, true]);
    expect(await at(endsAt, 0)).toEqual(["ended", false, true]);
  });

  test("never while it is a draft, regardless of its schedule", async () => {
    const { id, startsAt } = await create({ draft: true });
    expect(startsAt).toBeNull();
    expect((await get(id)).json.status).toBe("draft");
    expect((await shownTo()).some((one) => one.id === id)).toBe(false);
    const published = await put(id, 1, written());
    expect(published.json).toMatchObject({ status: "active", revision: 2 });
    expect(published.json.startsAt).not.toBeNull();
  });

  test("in the reader's language, or in the nearest available language", async () => {
    const text = (title: string) => ({ title, content: "<p>Text</p>" });
    const { id } = await create({ texts: { "zh-TW": text("繁體"), en: text("English") } });
    const read = async (language: string) => {
      const one = (await shownTo(language)).find((shown) => shown.id === id);
      return [one?.locale, one?.title];
    };
    expect(await read("zh-TW")).toEqual(["zh-TW", "繁體"]);
    expect(await read("zh-CN")).toEqual(["zh-TW", "繁體"]);
    expect(await read("en")).toEqual(["en", "English"]);
    const chinese = await create({ texts: { "zh-CN": text("简体") } });
    const inEnglish = (await shownTo("en")).find((shown) => shown.id === chinese.id);
    expect(inEnglish).toMatchObject({ locale: "zh-CN", title: "简体" });
  });
});

describe("changing an announcement", () => {
  test("only one of two concurrent authors succeeds; the other learns who did", async () => {
    const { id } = await create();
    const answers = await Promise.all([
      put(id, 1, written({ type: "error" }), ada),
      put(id, 1, written({ type: "success" }), ben),
    ]);
    const won = answers.find(({ status }) => status === 200);
    const lost = answers.find(({ status }) => status === 409);
    const winner = won === answers[0] ? ada : ben;
    expect(lost?.json.code).toBe("announcement_changed");
    expect(lost?.json.changed).toEqual({ by: winner.username, at: won?.json.changedAt });
    expect((await get(id)).json).toEqual(won?.json);
  });

  test("repeating a change has no further effect, even with an outdated revision", async () => {
    const { id } = await create({ startsAt: inSeconds(-60) });
    const next = written({ type: "warning", startsAt: inSeconds(-60) });
    const first = await put(id, 1, next);
    const again = await put(id, 1, next);
    expect(again).toMatchObject({ status: 200, json: first.json });
    expect(await auditOf(id)).toHaveLength(2);
  });

  test("saving the sanitized text exactly as it was read changes nothing", async () => {
    const dirty = '<p onclick="x()">Text</p>';
    const one = await create({ texts: { en: { title: "Title", content: dirty } } });
    const { startsAt, texts } = one;
    const again = await put(one.id, 1, written({ startsAt, texts }));
    expect(again.json).toEqual(one);
  });

  test("an announcement that is already shown keeps its start, and can be ended", async () => {
    const one = await create({ startsAt: inSeconds(-3_600) });
    const kept = await put(one.id, 1, written({ type: "error" }));
    expect(kept.json.startsAt).toBe(one.startsAt);
    const ended = await put(one.id, 2, written({ endsAt: inSeconds(-1) }));
    expect(ended.json.status).toBe("ended");
  });

  test("an announcement scheduled for later can be shown right away", async () => {
    const { id } = await create({ startsAt: inSeconds(DAY_SECONDS) });
    const shown = await put(id, 1, written());
    expect(shown.json).toMatchObject({ status: "active", revision: 2 });
    expect((await put(id, 1, written())).json).toEqual(shown.json);
  });

  test("a language can be added or removed", async () => {
    const { id } = await create({ texts: { en: { title: "A", content: "<p>a</p>" } } });
    const zh = { title: "乙", content: "<p>乙</p>" };
    const next = await put(id, 1, written({ texts: { "zh-CN": zh } }));
    expect(next.json.texts).toEqual({ "zh-CN": zh });
  });

  test("a deleted, unknown or invalid announcement returns 404", async () => {
    const { id } = await create();
    await app.call("DELETE", `${ADMIN}/${id}`, { token: ada.token });
    for (const gone of [id, `ann_${newId()}`, "nothing"]) {
      expect((await put(gone, 1, written())).status).toBe(404);
      expect((await get(gone)).status).toBe(404);
    }
  });
});

describe("deleting announcements", () => {
  test("hides them from readers and the list, and repeating the call changes nothing", async () => {
    const { id } = await create();
    for (const _ of ["once", "twice"]) {
      const { status } = await app.call("DELETE", `${ADMIN}/${id}`, { token: ada.token });
      expect(status).toBe(204);
    }
    expect(idsOf(await list())).not.toContain(id);
    expect((await shownTo()).some((one) => one.id === id)).toBe(false);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      "announcement.create",
      "announcement.delete",
    ]);
    const never = await app.call("DELETE", `${ADMIN}/ann_${newId()}`, { token: ada.token });
    expect(never.status).toBe(404);
  });

  test("deletes all or none; the error lists the unknown ids", async () => {
    const there = [(await create()).id, (await create()).id];
    const gone = (await create()).id;
    await batch([gone]);
    const ids = [there[0], gone, there[1], `ann_${newId()}`];
    const refused = await batch(ids);
    expect([refused.status, refused.json.code]).toEqual([404, "not_found"]);
    expect(
      refused.json.fields.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).toEqual([
      ["ids.1", "unknown_id"],
      ["ids.3", "unknown_id"],
    ]);
    expect(idsOf(await list())).toEqual(expect.arrayContaining(there));
    const done = await batch([...there, there[0] ?? ""]);
    expect(done).toMatchObject({ status: 200, json: { deleted: 2 } });
    expect(idsOf(await list())).not.toContain(there[0]);
  });

  test("takes effect once per idempotency key, even if the response is lost", async () => {
    const ids = [(await create()).id, (await create()).id];
    const key = newId();
    expect((await batch(ids, key)).json).toEqual({ deleted: 2 });
    await app.context.db.sql`delete from idempotency_answer`;
    expect((await batch(ids, key)).json).toEqual({ deleted: 2 });
    expect((await batch(ids)).status).toBe(404);
  });

  test.each([
    ["none", [], "ids"],
    ["101", Array.from({ length: 101 }, () => `ann_${newId()}`), "ids"],
    ["an invalid id", [`ann_${newId()}`, "ann_1"], "ids.1"],
  ])("is rejected for %s", async (_, ids, path) => {
    const { status, json } = await batch(ids);
    expect(status).toBe(400);
    expect(json.fields).toEqual([expect.objectContaining({ path })]);
  });

  test("only one of two concurrent batches succeeds; the other gets an error", async () => {
    const ids = [(await create()).id, (await create()).id];
    const answers = await Promise.all([batch(ids), batch(ids.toReversed())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

describe("the announcement list", () => {
  test("can be filtered by status, type, audience, missing language and title", async () => {
    const title = `Find 100%_${newId()}`;
    const text = { title, content: "<p>Text</p>" };
    const draft = await create({ draft: true, type: "error", texts: { en: text } });
    const later = await create({
      startsAt: inSeconds(900),
      audience: "operators",
      texts: { en: text },
    });
    const now = await create({ texts: { en: text, "zh-TW": text } });
    const q = `q=${encodeURIComponent(title.toLowerCase())}`;
    const found = async (filter: string) => idsOf(await list(`${q}&${filter}`));
    expect(idsOf(await list(q))).toEqual([now.id, later.id, draft.id]);
    expect(await found("status=draft")).toEqual([draft.id]);
    expect(await found("status=scheduled")).toEqual([later.id]);
    expect(await found("status=active")).toEqual([now.id]);
    expect(await found("status=ended")).toEqual([]);
    expect(await found("type=error")).toEqual([draft.id]);
    expect(await found("audience=operators")).toEqual([later.id]);
    expect(await found("missing=zh-TW")).toEqual([later.id, draft.id]);
    expect(await found("missing=en")).toEqual([]);
    expect(idsOf(await list(`q=${encodeURIComponent("Find%100")}`))).toEqual([]);
  });

  test("a cursor is valid only for the same filters", async () => {
    const first = await list("limit=2&type=info");
    const second = await list(`limit=2&type=info&cursor=${first.nextCursor}`);
    const both = await list("limit=4&type=info");
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(both));
    const other = await app.call("GET", `${ADMIN}?type=error&cursor=${first.nextCursor}`, {
      token: ada.token,
    });
    expect(other.json.fields).toEqual([expect.objectContaining({ path: "cursor" })]);
  });
});

test("announcements: every change is audited with its author and both states", async () => {
  const { id } = await create({ texts: { en: { title: "A", content: "<p>a</p>" } } });
  await put(id, 1, written({ texts: { en: { title: "B", content: "<p>a</p>" } } }), ben);
  await batch([id]);
  const [made, changed, deleted] = await auditOf(id);
  expect(made).toMatchObject({
    action: "announcement.create",
    actor: ada.userId,
    data: { role: "administrator", after: { "title.en": "A", "content.en": "<p>a</p>" } },
  });
  expect(changed).toMatchObject({ action: "announcement.change", actor: ben.userId });
  expect(changed?.data).toMatchObject({ role: "support" });
  const { before, after } = changed?.data ?? {};
  expect({ before, after }).toEqual({
    before: { "title.en": "A", revision: 1 },
    after: { "title.en": "B", revision: 2 },
  });
  expect(deleted).toMatchObject({
    action: "announcement.delete",
    data: { before: { "title.en": "B", revision: 2 } },
  });
});
