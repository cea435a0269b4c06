import { describe, expect, test } from "vitest";
import { didNotMove, statusLabel } from "./status-label.ts";

describe("the label of a bill's status", () => {
  test.each([
    ["pending", "processing"],
    ["processing", "processing"],
    ["unknown", "processing"],
    ["reviewing", "under-review"],
    ["in-review", "under-review"],
    ["in_review", "under-review"],
    ["queued", "queued"],
    ["success", "completed"],
    ["succeeded", "completed"],
    ["completed", "completed"],
    ["failed", "failed"],
    ["error", "failed"],
    ["declined", "declined"],
    ["rejected", "rejected"],
    ["refused", "rejected"],
    ["cancelled", "cancelled"],
    ["canceled", "cancelled"],
    ["expired", "expired"],
    ["", "processing"],
    ["settling", "processing"],
    ["  SUCCESS ", "completed"],
    ["In_Review", "under-review"],
  ])("for %j is %s", (status, label) => {
    expect(statusLabel(status)).toBe(label);
  });
});

describe("the label of a token-pay status", () => {
  test.each([
    ["pending", "awaiting-confirmation"],
    ["completed", "completed"],
    ["expired", "failed"],
    ["cancelled", "cancelled"],
    ["Pending ", "awaiting-confirmation"],
    ["anything", "processing"],
  ])("for %j is %s", (status, label) => {
    expect(statusLabel(status, "token-pay")).toBe(label);
  });
});

test("didNotMove is true only for the labels of amounts that did not move", () => {
  expect(didNotMove("declined")).toBe(true);
  expect(didNotMove("completed")).toBe(false);
  expect(didNotMove("under-review")).toBe(false);
});
