import { describe, expect, it } from "vitest";
import { WriteWatch } from "./wire-messages.ts";

function message(type: string, body: string): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body, "latin1")]);
}

function startup(): Buffer {
  const text = Buffer.from("\0\x03\0\0user\0app\0\0", "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length + 4);
  return Buffer.concat([length, text]);
}

const READY = message("Z", "I");
const SYNC = message("S", "");
const bind = (statement: string) => message("B", `\0${statement}\0\0\0\0\0`);

function opened(): WriteWatch {
  const watch = new WriteWatch();
  watch.sent(startup());
  watch.received(Buffer.concat([message("K", "key"), READY]));
  return watch;
}

describe("a watch of writes", () => {
  it("watch: recognizes a write by the statement that it binds, and its answer", () => {
    const watch = opened();
    const parse = message("P", "s1\0select * from ledger.submit_plain($1)\0\0\0");
    expect(watch.sent(Buffer.concat([parse, bind("s1"), SYNC]))).toBe(true);
    expect(watch.received(READY)).toBe(true);
    expect(watch.sent(Buffer.concat([bind("s1"), SYNC]))).toBe(true);
    expect(watch.sent(Buffer.concat([bind("s2"), SYNC]))).toBe(false);
    expect(watch.received(READY)).toBe(true);
    expect(watch.received(READY)).toBe(false);
  });

  it("watch: recognizes a commit, and nothing in a read", () => {
    const watch = opened();
    expect(watch.sent(message("Q", "select 1\0"))).toBe(false);
    expect(watch.received(READY)).toBe(false);
    expect(watch.sent(message("Q", "commit\0"))).toBe(true);
    expect(watch.received(READY)).toBe(true);
  });

  it("watch: finds messages wherever they are split", () => {
    const watch = opened();
    const bytes = Buffer.concat([message("Q", "select 1\0"), message("Q", "commit\0")]);
    const found = [...bytes].map((byte) => watch.sent(Buffer.from([byte])));
    expect(found.filter(Boolean)).toEqual([true]);
    expect(found.at(-1)).toBe(true);
  });
});
