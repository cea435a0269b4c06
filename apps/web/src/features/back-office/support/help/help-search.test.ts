import { HELP_ARTICLES } from "@tessera/contract/back-office/help-articles.schemas";
import { describe, expect, test } from "vitest";
import { HELP_GROUPS } from "./help-articles.ts";
import { indexArticles, wordsOf } from "./help-search.ts";
import en from "./texts/articles.en.json" with { type: "json" };
import zhCn from "./texts/articles.zh-cn.json" with { type: "json" };
import zhTw from "./texts/articles.zh-tw.json" with { type: "json" };

const LANGUAGES = { en, "zh-CN": zhCn, "zh-TW": zhTw } as const;

describe.each(Object.entries(LANGUAGES))("The help articles in %s", (locale, texts) => {
  test("all exist and contain no empty text", () => {
    expect(Object.keys(texts).toSorted()).toEqual([...HELP_ARTICLES].toSorted());
    for (const { title, summary, words, body } of Object.values(texts)) {
      expect([title, summary, words, ...body].every((text) => text.trim() !== "")).toBe(true);
      expect(body.length).toBeGreaterThan(1);
    }
  });

  test("have the same line structure and lists as the English articles", () => {
    for (const article of HELP_ARTICLES) {
      const shape = (body: readonly string[]) => body.map((line) => line.startsWith("- "));
      expect([article, shape(texts[article].body)]).toEqual([article, shape(en[article].body)]);
    }
  });

  test("are found when searched for by title", () => {
    const find = indexArticles(texts);
    for (const article of HELP_ARTICLES) {
      expect([locale, find(texts[article].title)[0]]).toEqual([locale, article]);
    }
  });
});

test.each(Object.entries(LANGUAGES))(
  "The help articles in %s contain no amount or rate that administrators can change",
  (_locale, texts) => {
    const said = Object.entries(texts).map(([name, { title, summary, words, body }]) => {
      const text = [title, summary, words, ...body].join(" ");
      return [name, text.match(/\d(?:\.\d+)?\s?%|\b1\.50\b|\b103\.50\b/)?.[0]];
    });
    expect(said.filter(([, found]) => found !== undefined)).toEqual([]);
  },
);

test("Every help article belongs to exactly one topic", () => {
  const grouped = Object.values(HELP_GROUPS).flat();
  expect(grouped.toSorted()).toEqual([...HELP_ARTICLES].toSorted());
});

test.each([
  ["declined payment", "declines"],
  ["refnud to a closed crad", "refunds"],
  ["authentcator", "second-factor"],
  ["usdt not arived", "deposit-arrival"],
  ["chargeback", "unknown-payment"],
  ["pric", "fees"],
  ["cannot withdraw", "cannot-withdraw"],
  ["hacked", "stop-everything"],
  ["lost my phone", "lost-factor"],
  ["no recovry codes left", "lost-factor"],
  ["new email adress", "change-email"],
  ["my email was changed", "change-email"],
])('Help search in English finds "%s" despite typos', (question, article) => {
  expect(indexArticles(en)(question).slice(0, 3)).toContain(article);
});

test.each([
  ["充值多久到账", "deposit-arrival"],
  ["为什么付不了款", "declines"],
  ["换手机了", "second-factor"],
  ["手续费", "fees"],
  ["盗刷", "unknown-payment"],
  ["手机丢了怎么登录", "lost-factor"],
  ["换邮箱", "change-email"],
])("Help search in Simplified Chinese finds %s", (question, article) => {
  expect(indexArticles(zhCn)(question).slice(0, 3)).toContain(article);
});

test.each([
  ["儲值沒入帳", "deposit-arrival"],
  ["退費", "refunds"],
  ["忘記密碼", "sign-in"],
  ["手機遺失", "lost-factor"],
  ["變更電子郵件", "change-email"],
])("Help search in Traditional Chinese finds %s", (question, article) => {
  expect(indexArticles(zhTw)(question).slice(0, 3)).toContain(article);
});

test("Help search returns no results for an unknown term", () => {
  expect(indexArticles(en)("zzzzqqqq")).toEqual([]);
  expect(indexArticles(zhCn)("恐龙化石")).toEqual([]);
});

test("Help search splits Chinese text into character pairs and Latin text into words", () => {
  expect(wordsOf("用USDT充值")).toEqual(["USDT", "用", "充值"]);
  expect(wordsOf("转入卡片")).toEqual(["转入", "入卡", "卡片"]);
});
