import { describe, expect, test } from "vitest";
import { createStrategyBody } from "./authorization/risk.schemas.ts";
import { noteBody } from "./back-office/customers.schemas.ts";
import { messageText, subject } from "./back-office/support.schemas.ts";
import { billingAddressInput } from "./cards/cards.schemas.ts";
import { line, text } from "./fields.ts";
import { renamePasskeyBody } from "./identity/factors.schemas.ts";
import { renameAddressBody } from "./money-movement/withdrawals.schemas.ts";
import { visibleText } from "./visible-text.ts";

/** Invisible characters and those that change the direction of text, by name. */
const INVISIBLE = {
  "right-to-left override": "\u202e",
  "left-to-right embedding": "\u202a",
  "pop directional formatting": "\u202c",
  "first strong isolate": "\u2068",
  "pop directional isolate": "\u2069",
  "left-to-right mark": "\u200e",
  "right-to-left mark": "\u200f",
  "Arabic letter mark": "\u061c",
  "zero-width space": "\u200b",
  "zero-width non-joiner": "\u200c",
  "zero-width joiner": "\u200d",
  "word joiner": "\u2060",
  "byte order mark": "\ufeff",
  "soft hyphen": "\u00ad",
  "combining grapheme joiner": "\u034f",
  "Hangul filler": "\u3164",
  "blank Braille pattern": "\u2800",
  "variation selector": "\ufe0f",
  "supplementary variation selector": "\u{e0100}",
  "tag letter": "\u{e0041}",
  "interlinear annotation": "\ufff9",
  delete: "\u007f",
  "next line": "\u0085",
} as const;

test.each(Object.entries(INVISIBLE))("visible text: removes a %s", (_name, character) => {
  expect(visibleText(`a${character}b`)).toBe("ab");
  expect(visibleText(character)).toBe("");
});

test.each([
  ["a family", "👨‍👩‍👧‍👦"],
  ["a profession with a skin tone", "👩🏽‍⚕️"],
  ["a flag of joined emoji", "🏳️‍🌈"],
  ["a flag of a country", "🇩🇪"],
  ["a keycap", "1️⃣"],
  ["a heart", "❤️"],
  ["Hebrew", "שלום, עולם 123"],
  ["Arabic", "مرحبا بالعالم"],
  ["Persian with a non-joiner", "می‌خواهم"],
  ["Hindi with a joiner", "क्‍ष"],
  ["a variant of a Chinese character", "葛󠄀城"],
  ["Chinese", "卡片：旅行"],
  ["lines and tabs", "a\nb\tc"],
])("visibleText keeps %s", (_name, written) => {
  expect(visibleText(written)).toBe(written);
});

describe("visible text: the free-text schemas of the contract", () => {
  const hostile = `a${Object.values(INVISIBLE).join("")}b`;

  test.each([
    ["a card's nickname", line(40)],
    ["a conversation's subject", subject],
    ["a message", messageText],
    ["a passkey's name", renamePasskeyBody.shape.name],
    ["an address book's label", renameAddressBody.shape.label],
    ["a strategy's name", createStrategyBody.shape.name],
    ["a billing address", billingAddressInput.shape.line1],
    ["an operator's note", noteBody.shape.text],
  ])("%s is parsed without invisible characters", (_name, schema) => {
    expect(schema.parse(hostile)).toBe("ab");
  });

  test("visible text: a line with only invisible characters counts as empty", () => {
    expect(line(40).safeParse("\u200b\u2060").error?.issues[0]?.message).toBe("required");
  });

  test("visible text: keeps all types of line breaks", () => {
    expect(text(40).parse("a\nb\u2028c\u2029d")).toBe("a\nb\nc\nd");
  });
});
