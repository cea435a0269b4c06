import { i18n, type MessageDescriptor } from "@lingui/core";
import { expect, test } from "vitest";
import { fileSize } from "./file-size.ts";
import { listOf } from "./list-of.ts";
import { factWords, valueWords } from "./operators/fact-words.ts";
import { holdsNothing, operatorReasonWords, reasonWords } from "./review-words.ts";

const said = (text: MessageDescriptor | string) => (typeof text === "string" ? text : i18n._(text));

test.each([
  [1, "1 kB"],
  [1_024, "1 kB"],
  [512_000, "500 kB"],
  [1_048_575, "1,024 kB"],
  [1_048_576, "1 MB"],
  [5_000_000, "4.8 MB"],
])("A file of %i bytes is shown as %s", (bytes, text) => {
  expect(fileSize(bytes, "en")).toBe(text);
});

test("listOf joins items the way each language requires", () => {
  expect(listOf(["a", "b", "c"], "en")).toBe("a, b, c");
  expect(listOf(["a"], "en")).toBe("a");
  expect(listOf([], "en")).toBe("");
});

test("An unknown reason is shown as generic text to customers and as a code to operators", () => {
  expect(said(reasonWords("new_address"))).toBe("The address is new.");
  expect(said(reasonWords("moon_phase"))).toBe("Something about this is unusual.");
  expect(said(operatorReasonWords("no_rate"))).toBe("No current rate");
  expect(operatorReasonWords("moon_phase")).toBe("moon phase");
});

test("Money is held in every type of case except profile changes and second-factor resets", () => {
  expect(holdsNothing("profile_change")).toBe(true);
  expect(holdsNothing("factor_reset")).toBe(true);
  expect(holdsNothing("withdrawal")).toBe(false);
  expect(holdsNothing("deposit")).toBe(false);
});

test("Facts and their values are shown with a label, or as a code if there is no label", () => {
  expect(said(factWords("seen_at"))).toBe("Detected");
  expect(factWords("shoe_size")).toBe("shoe size");
  expect(valueWords("network", "visa")).toEqual(["Visa"]);
  expect(valueWords("flagged", "yes").map(said)).toEqual(["Yes"]);
  expect(valueWords("notes", "late, extra").map(said)).toEqual([
    "Arrived after the deadline",
    "Another payment to the same address",
  ]);
  // In any other fact, a comma in the value does not separate codes.
  expect(valueWords("nickname", "Ads, spring")).toEqual(["Ads, spring"]);
});
