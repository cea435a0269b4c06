import { expect, it } from "vitest";
import { AnswerWatch } from "./answer-watch.ts";

function message(letter: string, body = ""): Buffer {
  const bytes = Buffer.from(`${letter}....${body}`, "latin1");
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

const READY = message("Z", "I");
const QUERY = Buffer.concat([message("P", "select 1"), message("B"), message("E"), message("S")]);

function started(): AnswerWatch {
  const watch = new AnswerWatch();
  watch.sent(Buffer.from("the start, which has no letter"));
  watch.heard(READY);
  return watch;
}

it("waits for nothing once every message has its response", () => {
  const watch = started();
  watch.sent(Buffer.concat([QUERY, QUERY, message("Q", "select 2")]));
  watch.heard(Buffer.concat([READY, READY]));
  expect([watch.look(), watch.look()]).toEqual([1, 2]);
  watch.heard(READY);
  expect(watch.look()).toBe(0);
});

it("counts silence from the newest byte, even within a long response", () => {
  const watch = started();
  watch.sent(QUERY);
  expect([watch.look(), watch.look()]).toEqual([1, 2]);
  watch.heard(message("D", "a row"));
  expect([watch.look(), watch.look()]).toEqual([1, 2]);
});

it("does not mistake a row's content for a message", () => {
  const watch = started();
  watch.sent(QUERY);
  watch.heard(message("D", `Z\0\0\0\u0005I`));
  expect(watch.look()).toBe(1);
});

it("finds each response wherever the chunks are split", () => {
  const answer = Buffer.concat([message("D", "x".repeat(300)), message("C", "SELECT 1"), READY]);
  for (let size = 1; size <= answer.length; size += 1) {
    const watch = started();
    watch.sent(QUERY);
    for (let at = 0; at < answer.length; at += size) {
      expect(watch.look() > 0 || at > answer.length - READY.length).toBe(true);
      watch.heard(answer.subarray(at, at + size));
    }
    expect(watch.look()).toBe(0);
  }
});

it("waits for the response to a Flush, which has no final message", () => {
  const watch = started();
  watch.sent(Buffer.concat([message("P", "select 1"), message("D"), message("H")]));
  expect(watch.look()).toBe(1);
  watch.heard(message("T"));
  expect(watch.look()).toBe(0);
});
