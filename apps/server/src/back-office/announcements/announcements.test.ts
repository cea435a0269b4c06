import type { AnnouncementInput } from "@tessera/contract/back-office/announcements.schemas";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { AUTHOR, inEveryLanguage, written } from "./announcements.fixtures.ts";
import { createAnnouncement } from "./create-announcement.ts";
import { listActiveAnnouncements } from "./list-active-announcements.ts";
import { getAnnouncement } from "./list-announcements.ts";
import { recleanAnnouncements } from "./reclean-announcements.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function publish(over: Partial<AnnouncementInput> = {}): Promise<string> {
  const record = await createAnnouncement(app.context, { input: written(over), author: AUTHOR });
  return record.id;
}

const active = async (language = "en") =>
  (await app.call("GET", "/api/announcements/active", { headers: { "accept-language": language } }))
    .json;

test("announcements: readers get the active announcements in their own language", async () => {
  expect(await active()).toEqual([]);
  const content = "<p>Text</p>";
  const texts = {
    en: { title: "Title", content },
    "zh-CN": { title: "标题", content },
    "zh-TW": { title: "標題", content },
  };
  const first = await publish({ texts });
  const inDays = (days: number) =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
  await publish({ startsAt: inDays(1) });
  await publish({ startsAt: inDays(-2), endsAt: inDays(-1) });
  expect(await active("zh-TW")).toEqual([
    expect.objectContaining({ id: `ann_${first}`, title: "標題", content: "<p>Text</p>" }),
  ]);
  app.clock.advance(86_500);
  expect(await active()).toHaveLength(2);
});

test("announcements: anonymous readers get only public announcements", async () => {
  await publish({ audience: "customers", texts: inEveryLanguage("For customers") });
  await publish({ audience: "operators", texts: inEveryLanguage("For operators") });
  const seenBy = async (viewer: "anonymous" | "customer" | "operator") =>
    (await listActiveAnnouncements(app.context, { locale: "en", viewer }))
      .map((one) => one.title)
      .filter((one) => one.startsWith("For"));
  expect(await seenBy("anonymous")).toEqual([]);
  expect(await seenBy("customer")).toEqual(["For customers"]);
  expect(await seenBy("operator")).toEqual(["For operators", "For customers"]);
  expect(JSON.stringify(await active())).not.toContain("For");
});

test("announcements: a text is sanitized before it is stored, and rejected if empty", async () => {
  const id = await publish({
    texts: inEveryLanguage("Title", '<p onclick="x()">A<script>x()</script></p>'),
  });
  const shown = (await active()).find((one: { id: string }) => one.id === `ann_${id}`);
  expect(shown.content).toBe("<p>A</p>");
  const refusals = [
    [inEveryLanguage("Title", "<script>x</script>"), "content", "unreadable_content"],
    [inEveryLanguage("Title", "x".repeat(21_000)), "content", "too_long"],
    [inEveryLanguage("Title", "水".repeat(7_000)), "content", "too_long"],
    [inEveryLanguage("Title", `${"<b>".repeat(60)}x`), "content", "malformed"],
    [inEveryLanguage(" "), "title", "malformed_text"],
    [inEveryLanguage("a\nb"), "title", "malformed_text"],
    [inEveryLanguage("x".repeat(121)), "title", "too_long"],
  ] as const;
  for (const [texts, field, code] of refusals) {
    const fields = ["zh-CN", "zh-TW", "en"].map((locale) => ({
      path: `texts.${locale}.${field}`,
      code,
    }));
    await expect(publish({ texts })).rejects.toMatchObject({ code: "invalid_input", fields });
  }
});

test("announcements: publishing twice with the same id creates only one announcement", async () => {
  const before = (await active()).length;
  const id = newId();
  const input = written();
  const twice = { id, input, author: AUTHOR };
  await Promise.all([
    createAnnouncement(app.context, twice),
    createAnnouncement(app.context, twice),
  ]);
  expect(await active()).toHaveLength(before + 1);
});

test("announcements: a newer sanitizer cleans texts again; empty ones become drafts", async () => {
  const kept = await publish({ texts: inEveryLanguage("Title", "<p>Kept</p>") });
  const gone = await publish({ texts: inEveryLanguage("Title", "<p>Gone</p>") });
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
  expect(await getAnnouncement(app.context, gone, "en")).toMatchObject({
    status: "draft",
    revision: 2,
  });
});

test("announcements: signed-in readers see more; an invalid token is ignored", async () => {
  await publish({ audience: "customers", texts: inEveryLanguage("For members") });
  const customer = await app.signUp();
  const seenWith = async (token: string) => {
    const { status, json } = await app.call("GET", "/api/announcements/active", { token });
    expect(status).toBe(200);
    return json.map(({ title }: { title: string }) => title).includes("For members");
  };
  expect(await seenWith(customer.token)).toBe(true);
  expect(await seenWith("vc1_dead")).toBe(false);
});
