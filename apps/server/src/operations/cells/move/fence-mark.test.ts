import { expect, it } from "vitest";
import { fenceMarkIn, withFenceMark } from "./fence-mark.ts";

const mark = { state: "fenced", target: "10.0.0.5:5432" } as const;

it.each([null, "of the first cell", "two\nlines"])(
  "fence mark: keeps the comment %j",
  (comment) => {
    const marked = withFenceMark(comment, mark);
    expect(fenceMarkIn(marked)).toEqual(mark);
    const next = { ...mark, state: "promoting", position: "0/3A0C148" } as const;
    const promoting = withFenceMark(marked, next);
    expect(fenceMarkIn(promoting)).toEqual(next);
    expect(withFenceMark(promoting, undefined)).toBe(comment);
    expect(fenceMarkIn(comment)).toBeUndefined();
  },
);
