import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { listActiveAnnouncements } from "./list-active-announcements.ts";
import { type PublishAnnouncementInput, publishAnnouncement } from "./publish-announcement.ts";
import { recleanAnnouncements } from "./reclean-announcements.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

function same(text: string) {
  return { en: text, "zh-CN": text, "zh-TW": text };
}

function publish(over: Partial<PublishAnnouncementInput> = {}): Promise<string> {
  return publishAnnouncement(app.context, {
    type: "info",
    audience: "public",
    title: { en: "Title", "zh-CN": "标题", "zh-TW": "標題" },
    content: same("<p>Text</p>"),
    startsAt: app.clock.now(),
    actor: "admin",
    ...over,
  });
}

const active = async (language = "en") =>
  (await app.call("GET", "/api/announcements/active", { headers: { "accept-language": language } }))
    .json;

test("is a plain list, in the reader's language, of what is on now", async () => {
  expect(await active()).toEqual([]);
  const first = await publish();
  const day = 86_400_000;
  const now = app.clock.now().getTime();
  await publish({ startsAt: new Date(now + day) });
  await publish({ startsAt: new Date(now - 2 * day), endsAt: new Date(now - day) });
  expect(await active("zh-TW")).toEqual([
    expect.objectContaining({ id: `ann_${first}`, title: "標題", content: "<p>Text</p>" }),
  ]);
  app.clock.advance(86_500);
  expect(await active()).toHaveLength(2);
});

test("tells anonymous readers what is public and no more", async () => {
  const title = same("For customers");
  await publish({ audience: "customers", title });
  await publish({ audience: "operators", title: same("For operators") });
  const seenBy = async (viewer: "anonymous" | "customer" | "operator") =>
    (await listActiveAnnouncements(app.context, { locale: "en", viewer }))
      .map((one) => one.title)
      .filter((one) => one.startsWith("For"));
  expect(await seenBy("anonymous")).toEqual([]);
  expect(await seenBy("customer")).toEqual(["For customers"]);
  expect(await seenBy("operator")).toEqual(["For operators", "For customers"]);
  expect(JSON.stringify(await active())).not.toContain("For");
});

test("is cleaned before it is kept, and what cannot be shown is refused", async () => {
  const id = await publish({ content: same('<p onclick="x()">A<script>x()</script></p>') });
  const shown = (await active()).find((one: { id: string }) => one.id === `ann_${id}`);
  expect(shown.content).toBe("<p>A</p>");
  for (const bad of [
    { content: same("<script>x</script>") },
    { content: same("x".repeat(21_000)) },
    { title: same(" ") },
    { title: same("a\nb") },
    { title: same("x".repeat(121)) },
  ]) {
    await expect(publish(bad)).rejects.toMatchObject({ code: "invalid_input" });
  }
});

test("published twice under one id is there once", async () => {
  const before = (await active()).length;
  const id = newId();
  await Promise.all([publish({ id }), publish({ id })]);
  expect(await active()).toHaveLength(before + 1);
});

test("is cleaned again when the cleaning gets better, withdrawn when nothing is left", async () => {
  const kept = await publish({ content: same("<p>Kept</p>") });
  const gone = await publish({ content: same("<p>Gone</p>") });
  const { sql } = app.context.db;
  await sql`update announcement_text set sanitiser_version = 999, content_clean = '<b>old</b>'
    where announcement_id in (${kept}, ${gone})`;
  await sql`update announcement_text set content_raw = '<style>x</style>'
    where announcement_id = ${gone}`;
  expect(await recleanAnnouncements(app.context)).toBe(6);
  const shown = new Map(
    (await active()).map((one: { id: string; content: string }) => [one.id, one.content]),
  );
  expect(shown.get(`ann_${kept}`)).toBe("<p>Kept</p>");
  expect(shown.has(`ann_${gone}`)).toBe(false);
  expect(await recleanAnnouncements(app.context)).toBe(3);
});

test("asked for with a session tells its customer more, and a dead token no less", async () => {
  await publish({ audience: "customers", title: same("For members") });
  const customer = await app.signUp();
  const seenWith = async (token: string) => {
    const { status, json } = await app.call("GET", "/api/announcements/active", { token });
    expect(status).toBe(200);
    return json.map(({ title }: { title: string }) => title).includes("For members");
  };
  expect(await seenWith(customer.token)).toBe(true);
  expect(await seenWith("vc1_dead")).toBe(false);
});
