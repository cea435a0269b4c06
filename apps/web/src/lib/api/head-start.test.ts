// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { takeHeadStart } from "./head-start.ts";

const signal = new AbortController().signal;

function start(answer: Promise<Response>) {
  window.tesseraHeadStart = {
    url: "/api/cards",
    answerFor: (token) => (token === "mine" ? answer : undefined),
  };
}

afterEach(() => {
  window.tesseraHeadStart = undefined;
});

test("takeHeadStart returns the response only once, and only to the matching call", async () => {
  const response = new Response("[]");
  start(Promise.resolve(response));
  expect(takeHeadStart("/api/wallet", "mine", signal)).toBeUndefined();
  expect(await takeHeadStart("/api/cards", "mine", signal)).toBe(response);
  expect(takeHeadStart("/api/cards", "mine", signal)).toBeUndefined();
});

test("takeHeadStart returns nothing to another session and discards the response", () => {
  start(Promise.resolve(new Response("[]")));
  expect(takeHeadStart("/api/cards", "another", signal)).toBeUndefined();
  expect(takeHeadStart("/api/cards", "mine", signal)).toBeUndefined();
});

test("takeHeadStart rejects when its caller aborts", async () => {
  start(new Promise(() => undefined));
  const caller = new AbortController();
  const answer = takeHeadStart("/api/cards", "mine", caller.signal);
  caller.abort(new Error("called off"));
  await expect(answer).rejects.toThrow("called off");
});
