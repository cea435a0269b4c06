import { expect, test } from "vitest";
import { createFrameReader } from "./event-frames.ts";

const STREAM = ": ready\nid: 7\n\nid: 8\nevent: card\ndata: {\ndata: }\n\n: still here\n\nid: 9\n";
const READ = [
  { id: "7", event: "message", data: undefined },
  { id: "8", event: "card", data: "{\n}" },
];

test.each([1, 2, 3, 7, 1_000])(
  "createFrameReader reassembles blocks that arrive in pieces of %i characters",
  (size) => {
    for (const lineEnd of ["\n", "\r\n"]) {
      const text = STREAM.replaceAll("\n", lineEnd);
      const read = createFrameReader();
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      expect(pieces.flatMap((piece) => read(piece))).toEqual(READ);
    }
  },
);

test("createFrameReader does not return an incomplete block", () => {
  const read = createFrameReader();
  expect(read("id: 9\nevent: card\ndata: {}\n")).toEqual([]);
});

test("createFrameReader strips a space after the colon and accepts fields without one", () => {
  const read = createFrameReader();
  expect(read("id:1\ndata:  x\nretry: 5\ndata\n\n")).toEqual([
    { id: "1", event: "message", data: " x\n" },
  ]);
});
