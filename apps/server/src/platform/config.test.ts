import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig, SETTINGS } from "./config.ts";
import { parseRootKey } from "./key-ring.ts";
import { keepKeyBeside, loadRootKey } from "./root-key.ts";

const KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=";

const LIVE = {
  TESSERA_MODE: "live",
  DATABASE_URL: "postgres://app@db.example/tessera",
  DATABASE_OWNER_URL: "postgres://owner@db.example/tessera",
  TESSERA_KEY: KEY,
  SMTP_URL: "smtps://user:secret@mail.example",
  MAIL_FROM: "Tessera <no-reply@tessera.example>",
  PUBLIC_URL: "https://console.example",
  METRICS_TOKEN: "0123456789abcdef",
  RATES_PROVIDER: "ecb",
  ISSUER_PROVIDER: "sandbox",
  NETWORK_PROVIDER: "sandbox",
  CHAIN_PROVIDER: "sandbox",
  PAYOUT_PROVIDER: "sandbox",
} as const;

const STRIPE = {
  ISSUER_PROVIDER: "stripe",
  NETWORK_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_live_0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
  STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789",
} as const;

function refused(env: Readonly<Record<string, string | undefined>>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems.map(({ setting }) => setting);
    }
    throw error;
  }
}

describe("live mode", () => {
  it("starts on safe settings", () => {
    expect(refused(LIVE)).toEqual([]);
  });

  it.each([
    ["DATABASE_URL", undefined],
    ["DATABASE_OWNER_URL", undefined],
    ["DATABASE_OWNER_URL", LIVE.DATABASE_URL],
    ["PRACTICE_DATABASE_URL", LIVE.DATABASE_URL],
    ["PRACTICE_DATABASE_URL", "postgres://practice@db.example/tessera"],
    ["TESSERA_KEY", undefined],
    ["CAPTCHA_ANSWER", "AAAAAA"],
    ["RATE_LIMITS", "off"],
    ["CORS_ORIGINS", "*"],
    ["TRUSTED_PROXIES", "10.0.0.0/8, 0.0.0.0/0"],
    ["TRUSTED_PROXIES", "::/0"],
    ["CORS_ORIGINS", "https://a.example, *"],
    ["SMTP_URL", undefined],
    ["MAIL_FROM", undefined],
    ["PUBLIC_URL", undefined],
    ["PUBLIC_URL", "http://console.example"],
    ["METRICS_TOKEN", undefined],
    ["METRICS_TOKEN", "short"],
    ["RATES_PROVIDER", undefined],
    ["ISSUER_PROVIDER", undefined],
    ["NETWORK_PROVIDER", undefined],
    ["CHAIN_PROVIDER", undefined],
    ["PAYOUT_PROVIDER", undefined],
  ])("does not start with %s = %s", (setting, value) => {
    expect(refused({ ...LIVE, [setting]: value })).toContain(setting);
  });

  it("names every reason at once", () => {
    const settings = refused({ TESSERA_MODE: "live", RATE_LIMITS: "off", CAPTCHA_ANSWER: "x" });
    expect(settings.length).toBeGreaterThanOrEqual(10);
  });
});

describe("with Stripe as the issuer", () => {
  const live = { ...LIVE, ...STRIPE };

  it("starts on its keys", () => {
    expect(refused(live)).toEqual([]);
    expect(readConfig(live).issuer).toMatchObject({
      provider: "stripe",
      cardholderName: "Tessera",
    });
  });

  it.each([
    ["STRIPE_SECRET_KEY", undefined],
    ["STRIPE_SECRET_KEY", "sk_test_0123456789"],
    ["STRIPE_SECRET_KEY", "pk_live_0123456789"],
    ["STRIPE_WEBHOOK_SECRET", undefined],
    ["STRIPE_WEBHOOK_SECRET", "secret"],
    ["STRIPE_PUBLISHABLE_KEY", undefined],
    ["STRIPE_PUBLISHABLE_KEY", "pk_test_0123456789"],
    ["STRIPE_CARDHOLDER_NAME", "A name that is longer than a card"],
    ["STRIPE_API_URL", "http://127.0.0.1:12111"],
    ["NETWORK_PROVIDER", "sandbox"],
  ])("does not start with %s = %s", (setting, value) => {
    expect(refused({ ...live, [setting]: value })).toEqual([setting]);
  });

  it("names every reason at once", () => {
    const bare = { ISSUER_PROVIDER: "stripe" };
    expect(refused(bare)).toEqual([
      "NETWORK_PROVIDER",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "STRIPE_PUBLISHABLE_KEY",
    ]);
  });

  it("takes no live key in the sandbox, and carries no payments of other cards", () => {
    expect(refused(STRIPE)).toEqual(["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"]);
    expect(refused({ NETWORK_PROVIDER: "stripe" })).toEqual(["NETWORK_PROVIDER"]);
  });

  it("seeds no demo, whose cards would be asked of Stripe", () => {
    const keys = {
      STRIPE_SECRET_KEY: "sk_test_0123456789",
      STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789",
    };
    expect(readConfig({ ...STRIPE, ...keys }).seed).toBe(false);
  });
});

describe("any mode", () => {
  it("needs nothing to be set, and takes an empty setting as unset", () => {
    const config = readConfig({ PORT: "", SMTP_URL: " " });
    expect(config).toMatchObject({ mode: "sandbox", port: 4300, host: "127.0.0.1", seed: true });
  });

  it.each([
    ["TESSERA_MODE", "production"],
    ["ISSUER_PROVIDER", "acme"],
    ["NETWORK_PROVIDER", "acme"],
    ["CHAIN_PROVIDER", "acme"],
    ["PAYOUT_PROVIDER", "acme"],
    ["WITHDRAWAL_CANCEL_SECONDS", "soon"],
    ["PORT", "http"],
    ["PORT", "65536"],
    ["DATABASE_URL", "mysql://x"],
    ["PROGRAMME_TIME_ZONE", "Mars/Olympus"],
    ["RATE_LIMITS", "maybe"],
    ["SMTP_URL", "mail.example"],
    ["MAIL_FROM", "a@b.example\r\nBcc: c@d.example"],
    ["TRUSTED_PROXIES", "true"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["CORS_ORIGINS", "https://a.example/path"],
    ["LOG_LEVEL", "loud"],
  ])("does not start with %s = %s", (setting, value) => {
    expect(refused({ [setting]: value })).toEqual([setting]);
  });
});

describe("the root key", () => {
  it.each([
    ["too short", "c2hvcnQ="],
    ["one byte again and again", Buffer.alloc(32, 7).toString("base64")],
    ["two bytes in turn", Buffer.from("ab".repeat(16)).toString("base64")],
    ["a sentence", "this is my very secret key, trust me"],
  ])("is not %s", (_name, key) => {
    expect(() => parseRootKey(key, "TESSERA_KEY")).toThrow(ConfigError);
  });

  it("is made once in the sandbox, for its owner's eyes alone", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "tessera-key-"));
    const config = readConfig({ DATA_DIR: dataDir });
    const made = await loadRootKey(config);
    expect((await stat(config.keyFile)).mode & 0o777).toBe(0o600);
    expect(await loadRootKey(config)).toEqual(made);
    await rm(dataDir, { recursive: true });
  });

  it("goes with data that lies elsewhere, and a key that was made before comes along", async () => {
    const parent = await mkdtemp(join(tmpdir(), "tessera-key-"));
    const dataDir = join(parent, "asked-for");
    const moved = join(parent, "moved");
    await mkdir(moved);
    const config = readConfig({ DATA_DIR: dataDir });
    const made = await loadRootKey(config);
    const placed = await keepKeyBeside(config, moved);
    await rm(dataDir, { recursive: true });
    expect(placed.keyFile).toBe(join(moved, "tessera.key"));
    expect((await stat(placed.keyFile)).mode & 0o777).toBe(0o600);
    expect(await loadRootKey(await keepKeyBeside(config, moved))).toEqual(made);
    const set = readConfig({ DATA_DIR: dataDir, TESSERA_KEY_FILE: "/run/key" });
    expect((await keepKeyBeside(set, moved)).keyFile).toBe("/run/key");
    await rm(parent, { recursive: true });
  });

  it("is not made in live mode", async () => {
    const config = readConfig({ TESSERA_KEY_FILE: "/nowhere/key" });
    await expect(loadRootKey({ ...config, mode: "live" })).rejects.toThrow("there is no file");
  });
});

it("has every setting, and no other, in .env.example", async () => {
  const example = await readFile(new URL("../../../../.env.example", import.meta.url), "utf8");
  const named = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(SETTINGS.toSorted());
});
