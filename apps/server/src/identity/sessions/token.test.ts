import { describe, expect, it } from "vitest";
import { cellOfToken } from "../../platform/cells/cell-of-token.ts";
import { newToken } from "./token.ts";

describe("tokens", () => {
  it.each([1, 2, 999])("contain the number of cell %i", (cell) => {
    const { token } = newToken("vc", cell);
    expect(token).toMatch(/^vc\d{1,3}_[A-Za-z0-9_-]{43}$/);
    expect(cellOfToken(token)).toBe(cell);
  });

  it.each(["", "vc_x", "vc0_x", "vc1000_x", "vx1_x", "1_x", "Bearer vc1_x"])(
    "have no cell if they are malformed: %j",
    (text) => expect(cellOfToken(text)).toBeUndefined(),
  );
});
