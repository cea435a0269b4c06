import { expect, it } from "vitest";
import { objectStarts } from "./pdf-object-starts.policy.ts";

/** Returns the text at each offset where an object can start. */
function startsOf(text: string): string[] {
  return objectStarts(Buffer.from(text)).map((start) => text.slice(start, start + 1));
}

it.each<readonly [string, string[]]>([
  ["1 0 obj a endobj 12 3 obj\nb", ["a", "b"]],
  ["1\r0\tobj\0a", ["a"]],
  ["1%x\n0 %y\r\nobj%z\n a", ["a"]],
  ["(1 0 obj a)", ["a"]],
  ["% 1 0 obj a\nb", ["a"]],
  ["1 0 obj%2 0 obj b\na", ["a", "b"]],
  ["1 0obja", []],
  ["1 0obj1", ["1"]],
  ["10 objects, 10 20 objects, 1 0 ob", []],
  ["1 2.0 obj a", []],
])("PDF object starts: in %j, objects can start at %j", (text, starts) => {
  expect(startsOf(text)).toEqual(starts);
});

it.each(["1%", "1%\n", "1 0 obj%", "%1 0 obj\n", "1 "])(
  "finding PDF objects in 5 MB of %j takes only one pass",
  (text) => {
    const bytes = Buffer.alloc(5_000_000, text);
    const begun = performance.now();
    objectStarts(bytes);
    expect(performance.now() - begun).toBeLessThan(30_000);
  },
);
