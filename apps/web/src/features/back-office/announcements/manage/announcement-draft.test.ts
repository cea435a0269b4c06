import type { AdminAnnouncement } from "@tessera/contract/back-office/announcements.schemas";
import { expect, test } from "vitest";
import {
  type AnnouncementDraft,
  draftOf,
  EMPTY_DRAFT,
  inputOf,
  localTime,
  problemsOf,
  readIn,
  saysTheSame,
} from "./announcement-draft.ts";

const STORED: AdminAnnouncement = {
  id: "ann_1",
  type: "warning",
  title: "標題",
  content: "<p>文</p>",
  audience: "public",
  status: "active",
  draft: false,
  startsAt: "2026-01-02T03:04:05.678Z",
  endsAt: null,
  texts: { "zh-TW": { title: "標題", content: "<p>文</p>" } },
  revision: 3,
  createdBy: "admin",
  createdAt: "2026-01-01T00:00:00.000Z",
  changedBy: "admin",
  changedAt: "2026-01-01T00:00:00.000Z",
};

const written = (over: Partial<AnnouncementDraft> = {}): AnnouncementDraft => ({
  ...EMPTY_DRAFT,
  texts: { ...EMPTY_DRAFT.texts, en: { title: "Title", content: "<p>Text</p>" } },
  ...over,
});

test("An unedited announcement is sent exactly as it was loaded, including milliseconds", () => {
  expect(inputOf(draftOf(STORED), STORED)).toEqual({
    type: "warning",
    audience: "public",
    draft: false,
    startsAt: STORED.startsAt,
    endsAt: null,
    texts: STORED.texts,
  });
});

test("The announcement form shows and reads times in the operator's time zone", () => {
  const at = new Date(2026, 10, 22, 9, 5);
  expect(localTime(at.toISOString())).toBe("2026-11-22T09:05");
  const draft = written({ showing: "later", startsAt: "2026-11-22T09:05" });
  expect(inputOf(draft, undefined).startsAt).toBe(at.toISOString());
});

test("An announcement shown immediately has no start time", () => {
  const draft = written({ showing: "now", startsAt: "2026-11-22T09:05" });
  expect(inputOf(draft, undefined)).toMatchObject({ draft: false, startsAt: null });
});

test("A language without text is not sent; its readers see the closest language with text", () => {
  const draft = written();
  expect(Object.keys(inputOf(draft, undefined).texts)).toEqual(["en"]);
  expect(readIn(draft, "zh-TW")).toBe("en");
  expect(readIn(draftOf(STORED), "zh-CN")).toBe("zh-TW");
  expect(readIn(EMPTY_DRAFT, "en")).toBeUndefined();
});

test.each<readonly [string, AnnouncementDraft, Record<string, string>]>([
  ["nothing", EMPTY_DRAFT, { texts: "no_language" }],
  [
    "a title without a text",
    written({ texts: { ...EMPTY_DRAFT.texts, "zh-CN": { title: "题", content: "" } } }),
    { "texts.zh-CN.content": "required" },
  ],
  [
    "a text of 7,000 characters of 3 bytes",
    written({
      texts: { ...EMPTY_DRAFT.texts, en: { title: "x".repeat(121), content: "水".repeat(7_000) } },
    }),
    { "texts.en.title": "too_long", "texts.en.content": "too_long" },
  ],
  ["a set time without one", written({ showing: "later" }), { startsAt: "required" }],
  [
    "an end before its beginning",
    written({ showing: "draft", startsAt: "2026-01-02T00:00", endsAt: "2026-01-01T00:00" }),
    { endsAt: "ends_before_start" },
  ],
  [
    "an end that is no time",
    written({ showing: "now", endsAt: "unreadable" }),
    { endsAt: "no_time" },
  ],
  ["what is whole", written({ showing: "now", endsAt: "2020-01-01T00:00" }), {}],
])(
  "An announcement draft with %s reports its problems at their field paths",
  (_, draft, expected) => {
    expect(Object.fromEntries(problemsOf(draft))).toEqual(expected);
  },
);

test("Adding spaces around a title does not count as a change", () => {
  const spaced = { ...EMPTY_DRAFT.texts, en: { title: " Title ", content: "<p>Text</p>" } };
  expect(saysTheSame(written(), written({ texts: spaced }))).toBe(true);
  expect(saysTheSame(written(), written({ type: "error" }))).toBe(false);
});
