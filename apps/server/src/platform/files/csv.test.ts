import { describe, expect, it, test } from "vitest";
import { csvField, csvLine } from "./csv.ts";

describe("a CSV field", () => {
  test("contains no invisible characters, even before a formula", () => {
    expect(csvField("a\u202eb\u200b")).toBe("ab");
    expect(csvField("\u200b=1+1")).toBe("'=1+1");
  });

  test.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\nx",
    "\0=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    " =1",
    "\u00a0=1",
  ])("is written as text if it would otherwise start a formula: %j", (value) => {
    expect(csvField(value).replace(/^"/, "").startsWith("'")).toBe(true);
  });

  it("is quoted if it contains a comma, a quote or a line break, with quotes doubled", () => {
    expect(csvField('a,"b"')).toBe('"a,""b"""');
    expect(csvField("a\nb")).toBe('"a\nb"');
  });

  it("is otherwise unchanged, so that our amounts stay numbers", () => {
    expect(csvLine(["Coffee", { own: "-3.50" }, null])).toBe("Coffee,-3.50,\r\n");
  });
});
