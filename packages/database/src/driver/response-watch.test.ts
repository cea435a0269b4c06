import { expect, it } from "vitest";
import { ResponseWatch } from "./response-watch.ts";

function message(letter: string, body = ""): Buffer {
  const bytes = Buffer.from(`${letter}....${body}`, "latin1");
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

const READY = message("Z", "I");
const QUERY = Buffer.concat([message("P", "select 1"), message("B"), message("E"), message("S")]);

function started(): ResponseWatch {
  const watch = new ResponseWatch();
  watch.sent(Buffer.from("the start, which has no letter"));
  watch.received(READY);
  return watch;
}

it("response watch: no response is due once every message has received one", () => {
  const watch = started();
  watch.sent(Buffer.concat([QUERY, QUERY, message("Q", "select 2")]));
  watch.received(Buffer.concat([READY, READY]));
  expect([watch.check(), watch.check()]).toEqual([1, 2]);
  watch.received(READY);
  expect(watch.check()).toBe(0);
});

it("response watch: measures silence from the latest byte, even within a long response", () => {
  const watch = started();
  watch.sent(QUERY);
  expect([watch.check(), watch.check()]).toEqual([1, 2]);
  watch.received(message("D", "a row"));
  expect([watch.check(), watch.check()]).toEqual([1, 2]);
});

it("response watch: does not mistake a row's content for a message", () => {
  const watch = started();
  watch.sent(QUERY);
  watch.received(message("D", `Z\0\0\0\u0005I`));
  expect(watch.check()).toBe(1);
});

it("response watch: recognizes each response no matter where its chunks are split", () => {
  const answer = Buffer.concat([message("D", "x".repeat(300)), message("C", "SELECT 1"), READY]);
  for (let size = 1; size <= answer.length; size += 1) {
    const watch = started();
    watch.sent(QUERY);
    for (let at = 0; at < answer.length; at += size) {
      expect(watch.check() > 0 || at > answer.length - READY.length).toBe(true);
      watch.received(answer.subarray(at, at + size));
    }
    expect(watch.check()).toBe(0);
  }
});

it("response watch: a response is due after a Flush, even without a final message", () => {
  const watch = started();
  watch.sent(Buffer.concat([message("P", "select 1"), message("D"), message("H")]));
  expect(watch.check()).toBe(1);
  watch.received(message("T"));
  expect(watch.check()).toBe(0);
});
