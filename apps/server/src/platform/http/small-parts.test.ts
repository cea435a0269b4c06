import { UnknownOutcomeError } from "@tessera/database";
import { describe, expect, it } from "vitest";
import { createKeys, KeyError } from "../crypto/keys.ts";
import { newId, parseId, wireId } from "../ids.ts";
import { MemoryLimit } from "../overload/memory-limits.ts";
import { shedLoad } from "../overload/shed-load.ts";
import { decodeCursor, encodeCursor } from "../paging/cursor.ts";
import { createLogger } from "../telemetry/logger.ts";
import { maskSecrets } from "../telemetry/masking.ts";
import { addressBucket, networkPrefix } from "./client-address.ts";
import { pickLocale } from "./locale.ts";
import { Refusal } from "./refusal.ts";

const keys = createKeys(Buffer.from("0123456789abcdef0123456789abcdef"));
const others = createKeys(Buffer.from("fedcba9876543210fedcba9876543210"));
const UUID = "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f";

describe("keys", () => {
  const plain = Buffer.from("4111111111111111");

  it("open data that they sealed, for the same location, purpose and key", () => {
    const sealed = keys.seal("pan", plain, "card 1");
    expect(keys.open("pan", sealed, "card 1")).toEqual(plain);
    expect(keys.seal("pan", plain, "card 1")).not.toEqual(sealed);
    expect(() => keys.open("pan", sealed, "card 2")).toThrow(KeyError);
    expect(() => keys.open("seed", sealed, "card 1")).toThrow(KeyError);
    expect(() => others.open("pan", sealed, "card 1")).toThrow(KeyError);
  });

  it("detect every changed bit", () => {
    const sealed = keys.seal("pan", plain, "card 1");
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => keys.open("pan", changed, "card 1")).toThrow(KeyError);
    }
  });

  it("wrap a card's own key", () => {
    const dataKey = keys.newKey();
    const wrapped = keys.wrap("card", dataKey, UUID);
    const sealed = keys.sealWith(keys.unwrap("card", wrapped, UUID), plain, "pan");
    expect(keys.openWith(dataKey, sealed, "pan")).toEqual(plain);
    expect(() => keys.openWith(dataKey, sealed, "cvv")).toThrow(KeyError);
    expect(() => keys.openWith(dataKey, Buffer.alloc(3), "pan")).toThrow(KeyError);
  });

  it("give a different hash for each purpose", () => {
    expect(keys.hmac("a", "x")).not.toEqual(keys.hmac("b", "x"));
    expect(keys.hmac("a", "x")).toEqual(keys.hmac("a", Buffer.from("x")));
  });
});

describe("a cursor", () => {
  it("is accepted only for its own list and owner", () => {
    const cursor = encodeCursor(keys, "bills:ada", ["2026", UUID]);
    expect(decodeCursor(keys, "bills:ada", cursor)).toEqual(["2026", UUID]);
    const forged = `${cursor.slice(0, -2)}AA`;
    for (const [scope, text] of [
      ["bills:eve", cursor],
      ["cards:ada", cursor],
      ["bills:ada", forged],
      ["bills:ada", "x"],
    ] as const) {
      expect(() => decodeCursor(keys, scope, text)).toThrow(Refusal);
    }
  });
});

describe("an id", () => {
  it("is unique among thousands created at the same time", () => {
    const at = new Date("2026-01-01T00:00:00Z");
    const ids = Array.from({ length: 5_000 }, () => newId(at));
    expect(new Set(ids.map((id) => id.slice("019b76da-a800-7".length))).size).toBe(5_000);
    expect(new Set(ids.map((id) => id.slice(0, 13)))).toEqual(new Set(["019b76da-a800"]));
  });

  it("is parsed only as an id of its own type", () => {
    expect(parseId("card", wireId("card", UUID))).toBe(UUID);
    for (const text of [
      `seg_${UUID}`,
      UUID,
      `card_${UUID}x`,
      "card_",
      `card_${UUID.toUpperCase()}`,
    ]) {
      expect(parseId("card", text)).toBeUndefined();
    }
  });
});

describe("the reader's language", () => {
  it.each([
    [undefined, "en"],
    ["de", "en"],
    ["zh-TW", "zh-TW"],
    ["zh-HK,en", "zh-TW"],
    ["zh-Hant-MO", "zh-TW"],
    ["zh-CN", "zh-CN"],
    ["zh", "zh-CN"],
    ["zh-SG", "zh-CN"],
    ["de, zh;q=0.8, en;q=0.9", "en"],
    ["en;q=0, zh-TW;q=0.1", "zh-TW"],
    ["*", "en"],
  ])("for %s is %s", (header, locale) => {
    expect(pickLocale(header)).toBe(locale);
  });
});

describe("an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0:0:1:2:3:4", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (ip, bucket) => {
    expect(addressBucket(ip)).toBe(bucket);
  });

  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:77:1::9", "2001:db8:77::/48"],
    ["127.0.0.1", null],
    ["::1", null],
    ["10.1.2.3", null],
    ["172.31.0.9", null],
    ["192.168.1.5", null],
    ["fd12:3456::1", null],
    ["fe80::1%eth0", null],
    ["unknown", null],
  ])("%s is shown as %s", (ip, prefix) => {
    expect(networkPrefix(ip)).toBe(prefix);
  });
});

describe("a coarse limit", () => {
  it("admits the allowed number of calls in each window", () => {
    const limit = new MemoryLimit(2, 10);
    expect([0, 1, 2, 9_999].map((nowMs) => limit.take("a", nowMs))).toEqual([0, 0, 10, 1]);
    expect(limit.take("b", 9_999)).toBe(0);
    expect(limit.take("a", 10_000)).toBe(0);
  });
});

describe("a log", () => {
  function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
    let text = "";
    write(
      createLogger(
        { level: "debug", pretty: false },
        {
          write: (line) => {
            text += line;
          },
        },
      ),
    );
    return text;
  }

  it("hides secret fields by name at any depth, in lists and in errors", () => {
    const secret = "hunter2-hunter2";
    const text = logged((log) => {
      log.info({ password: secret, headers: { authorization: secret, "X-Proof": secret } }, "a");
      log.info({ list: [{ cvv: secret, captchaCode: secret }] }, "b");
      log.error({ err: new Error(`password=${secret} refused`) }, `token=${secret}`);
      log.info("a %s", `code: ${secret}`);
    });
    expect(text).not.toContain(secret);
    expect(text.split("\n").filter((line) => line !== "")).toHaveLength(4);
  });

  it("masks card numbers and tokens in any text, and leaves ids unchanged", () => {
    expect(maskSecrets("paid 4111 1111 1111 1111 now")).toBe("paid [card] now");
    expect(maskSecrets("4111111111111112")).toBe("4111111111111112");
    expect(maskSecrets(`mov_${UUID} 20261121093000`)).toContain(UUID);
    expect(maskSecrets(`got vc1_${"a".repeat(43)}!`)).toBe("got [token]!");
    expect(maskSecrets(`got vp1_${"a".repeat(43)}!`)).toBe("got [token]!");
    expect(maskSecrets("postgres://app:s3cret@db/x")).toBe("postgres://app:[secret]@db/x");
  });

  it("reports an outage only once, even if it interrupted several statements", () => {
    const lines = logged((log) => {
      for (let time = 0; time < 50; time++) {
        const gone = Object.assign(new Error("closed"), { code: "CONNECTION_CLOSED" });
        log.error({ err: new UnknownOutcomeError(gone) }, "a task failed");
        log.error({ err: new UnknownOutcomeError(undefined) }, "a commit is doubted");
      }
    }).split("\n");
    expect(lines.filter((line) => line.includes("a task failed"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("a commit is doubted"))).toHaveLength(50);
  });

  it("writes a single line, no matter what the message contains", () => {
    const text = logged((log) => log.info({ title: 'a\r\n{"level":"error"}\u001b[31m' }, "x\ny"));
    expect(text.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("an overloaded server", () => {
  it.each(["/api/cards", "/sandbox/clock", "/readyz"])("temporarily rejects %s", async (url) => {
    const refusal = { code: "overloaded", retryAfterSeconds: 5 };
    await expect(shedLoad({ url })).rejects.toMatchObject(refusal);
  });

  it.each(["/", "/cards/1?x=1", "/assets/app.js"])("still serves %s", async (url) => {
    await expect(shedLoad({ url })).resolves.toBeUndefined();
  });
});
