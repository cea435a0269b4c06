import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseRootKey } from "../crypto/key-ring.ts";
import { keepKeyBeside, loadRootKey } from "../crypto/root-key.ts";
import { ConfigError, readConfig, SETTINGS } from "./config.ts";

const KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=";

const LIVE = {
  TESSERA_MODE: "live",
  DATABASE_URL: "postgres://app@db.example/tessera?sslmode=verify-full",
  TESSERA_KEY: KEY,
  SMTP_URL: "smtps://user:secret@mail.example",
  MAIL_FROM: "Tessera <no-reply@tessera.example>",
  MAIL_REPLY_TO: "support@tessera.example",
  PUBLIC_URL: "https://console.example",
  METRICS_TOKEN: "hX7pQ2vL9sRk4TzB",
  RATES_PROVIDER: "ecb",
  ISSUER_PROVIDER: "none",
  NETWORK_PROVIDER: "none",
  CHAIN_PROVIDER: "none",
  PAYOUT_PROVIDER: "none",
} as const;

const STRIPE = {
  ISSUER_PROVIDER: "stripe",
  NETWORK_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_live_0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
  STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789",
  STRIPE_CARDHOLDER_TERMS_URL: "https://issuer.example/cardholder-terms",
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
  it("starts with safe settings", () => {
    expect(refused(LIVE)).toEqual([]);
  });

  it.each([
    ["DATABASE_URL", undefined],
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
    ["MAIL_REPLY_TO", undefined],
    ["MAIL_REPLY_TO", "support@tessera.invalid"],
    ["PUBLIC_URL", undefined],
    ["PUBLIC_URL", "http://console.example"],
    ["METRICS_TOKEN", undefined],
    ["METRICS_TOKEN", "short"],
    ["RATES_PROVIDER", undefined],
    ["ISSUER_PROVIDER", undefined],
    ["NETWORK_PROVIDER", undefined],
    ["CHAIN_PROVIDER", undefined],
    ["PAYOUT_PROVIDER", undefined],
    ["RATES_PROVIDER", "bundled"],
    ["ISSUER_PROVIDER", "sandbox"],
    ["NETWORK_PROVIDER", "sandbox"],
    ["CHAIN_PROVIDER", "sandbox"],
    ["PAYOUT_PROVIDER", "sandbox"],
  ])("does not start with %s = %s", (setting, value) => {
    expect(refused({ ...LIVE, [setting]: value })).toContain(setting);
  });

  it("starts with every provider set to none", () => {
    const config = readConfig({ ...LIVE, RATES_PROVIDER: "none" });
    expect(config).toMatchObject({
      chain: { provider: "none" },
      payout: { provider: "none" },
      rates: { provider: "none" },
      issuer: { provider: "none" },
      network: { provider: "none" },
    });
  });

  it("requires a real USDT price if deposits or withdrawals are offered", () => {
    expect(refused({ ...LIVE, CHAIN_PROVIDER: "sandbox" })).toContain("USDT_RATE_PROVIDER");
    expect(refused({ ...LIVE, USDT_RATE_PROVIDER: "bundled" })).toContain("USDT_RATE_PROVIDER");
    expect(readConfig({ ...LIVE, USDT_RATE_PROVIDER: "coinbase" }).usdtRate).toMatchObject({
      provider: "coinbase",
      maxAgeMs: 900_000,
      depegBasisPoints: 100,
    });
    expect(readConfig(LIVE).usdtRate.provider).toBe("none");
  });

  it("explains why it rejects a simulated provider, and what to set instead", () => {
    expect(() => readConfig({ ...LIVE, PAYOUT_PROVIDER: "sandbox" })).toThrow(
      "PAYOUT_PROVIDER: live mode simulates nothing, and the sandbox pays nobody; " +
        "name the payout provider, or set none",
    );
  });

  it("requires an address whose mail is read, and accepts the sender's own", () => {
    const { MAIL_REPLY_TO: _, ...silent } = LIVE;
    expect(() => readConfig(silent)).toThrow(
      "MAIL_REPLY_TO: set the address whose mail somebody reads, which may be the one in " +
        "MAIL_FROM; suspended customers are asked to reply",
    );
    expect(refused({ ...silent, MAIL_REPLY_TO: "no-reply@tessera.example" })).toEqual([]);
    expect(readConfig({}).mailReplyTo).toBeUndefined();
  });

  it("reports every problem in one error", () => {
    const settings = refused({ TESSERA_MODE: "live", RATE_LIMITS: "off", CAPTCHA_ANSWER: "x" });
    expect(settings.length).toBeGreaterThanOrEqual(10);
  });
});

describe("with Stripe as the issuer", () => {
  const live = { ...LIVE, ...STRIPE };

  it("starts with valid Stripe keys", () => {
    expect(refused(live)).toEqual([]);
    expect(readConfig(live).issuer).toMatchObject({
      provider: "stripe",
      cardholderTermsUrl: "https://issuer.example/cardholder-terms",
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
    ["STRIPE_CARDHOLDER_TERMS_URL", undefined],
    ["STRIPE_CARDHOLDER_TERMS_URL", "http://example.com/terms"],
    ["STRIPE_API_URL", "http://127.0.0.1:12111"],
    ["NETWORK_PROVIDER", "sandbox"],
  ])("does not start with %s = %s", (setting, value) => {
    expect(new Set(refused({ ...live, [setting]: value }))).toEqual(new Set([setting]));
  });

  it("reports every problem in one error", () => {
    const bare = { ISSUER_PROVIDER: "stripe" };
    expect(refused(bare)).toEqual([
      "NETWORK_PROVIDER",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "STRIPE_PUBLISHABLE_KEY",
      "STRIPE_CARDHOLDER_TERMS_URL",
    ]);
  });

  it("rejects a live key in the sandbox, and payments on cards from another issuer", () => {
    expect(refused(STRIPE)).toEqual(["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"]);
    expect(refused({ NETWORK_PROVIDER: "stripe" })).toEqual(["NETWORK_PROVIDER"]);
  });

  it("rejects demo data, which would request real cards from Stripe", () => {
    const keys = {
      STRIPE_SECRET_KEY: "sk_test_0123456789",
      STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789",
    };
    expect(readConfig({ ...STRIPE, ...keys }).seed).toBe(false);
  });
});

describe("with a custodian", () => {
  const custodian = {
    ...LIVE,
    CHAIN_PROVIDER: "custodian",
    PAYOUT_PROVIDER: "custodian",
    USDT_RATE_PROVIDER: "coinbase",
    CUSTODIAN_URL: "https://custody.example/api/",
    CUSTODIAN_API_KEY: "0123456789abcdef",
    CUSTODIAN_WEBHOOK_SECRET: "b1946ac92492d2347c6235b4d2611184",
  };

  it("starts with valid custodian settings", () => {
    const own = { provider: "custodian", url: "https://custody.example/api" };
    expect(readConfig(custodian)).toMatchObject({ chain: own, payout: own });
  });

  it.each([
    ["CUSTODIAN_URL", undefined],
    ["CUSTODIAN_URL", "http://custody.example"],
    ["CUSTODIAN_URL", "https://key@custody.example"],
    ["CUSTODIAN_URL", "https://custody.example?tenant=1"],
    ["CUSTODIAN_API_KEY", undefined],
    ["CUSTODIAN_API_KEY", "short"],
    ["CUSTODIAN_WEBHOOK_SECRET", undefined],
    ["CUSTODIAN_WEBHOOK_SECRET", "0123456789abcdef"],
  ])("does not start with %s = %s", (setting, value) => {
    expect(refused({ ...custodian, [setting]: value })).toEqual([setting]);
  });

  it("allows HTTP without TLS on the same machine, and to any host in the sandbox", () => {
    const local = { ...custodian, CUSTODIAN_URL: "http://127.0.0.1:9" };
    expect(refused(local)).toEqual([]);
    const { CHAIN_PROVIDER, CUSTODIAN_API_KEY, CUSTODIAN_WEBHOOK_SECRET } = custodian;
    const sandbox = { CHAIN_PROVIDER, CUSTODIAN_API_KEY, CUSTODIAN_WEBHOOK_SECRET };
    expect(refused({ ...sandbox, CUSTODIAN_URL: "http://custody.example" })).toEqual([]);
  });
});

describe("any mode", () => {
  it("needs no setting, and treats an empty setting as unset", () => {
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
    ["MAIL_REPLY_TO", "a@b.example\r\nBcc: c@d.example"],
    ["MAIL_REPLY_TO", "support"],
    ["TRUSTED_PROXIES", "true"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["CORS_ORIGINS", "https://a.example/path"],
    ["LOG_LEVEL", "loud"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
    ["OTEL_TRACES_SAMPLER_ARG", "5%"],
  ])("does not start with %s = %s", (setting, value) => {
    expect(refused({ [setting]: value })).toEqual([setting]);
  });
});

describe("the log", () => {
  it("is pretty in the sandbox and JSON in live mode, unless LOG is set", () => {
    expect(readConfig({}).log.pretty).toBe(true);
    expect(readConfig({ LOG: "json" }).log.pretty).toBe(false);
    expect(readConfig(LIVE).log.pretty).toBe(false);
    expect(readConfig({ ...LIVE, LOG: "pretty" }).log.pretty).toBe(true);
  });
});

describe("traces", () => {
  it("are off unless a collector is configured; then all are exported by default", () => {
    expect(readConfig({}).traces).toEqual({ otlpEndpoint: undefined, sampledRatio: 1 });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
    expect(readConfig({ ...LIVE, ...env, OTEL_TRACES_SAMPLER_ARG: "0.05" }).traces).toEqual({
      otlpEndpoint: "http://127.0.0.1:4318",
      sampledRatio: 0.05,
    });
  });
});

describe("the root key", () => {
  it.each([
    ["too short", "c2hvcnQ="],
    ["one repeated byte", Buffer.alloc(32, 7).toString("base64")],
    ["two alternating bytes", Buffer.from("ab".repeat(16)).toString("base64")],
    ["a sentence", "this is my very secret key, trust me"],
  ])("is rejected if it is %s", (_name, key) => {
    expect(() => parseRootKey(key, "TESSERA_KEY")).toThrow(ConfigError);
  });

  it("is generated once in the sandbox, with file mode 0600", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "tessera-key-"));
    const config = readConfig({ DATA_DIR: dataDir });
    const made = await loadRootKey(config);
    expect((await stat(config.keyFile)).mode & 0o777).toBe(0o600);
    expect(await loadRootKey(config)).toEqual(made);
    await rm(dataDir, { recursive: true });
  });

  it("moves with data stored elsewhere, even if the key was generated earlier", async () => {
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

  it("is not generated in live mode", async () => {
    const config = readConfig({ TESSERA_KEY_FILE: "/nowhere/key" });
    await expect(loadRootKey({ ...config, mode: "live" })).rejects.toThrow("there is no file");
  });
});

it(".env.example lists every setting and no others", async () => {
  const example = await readFile(new URL("../../../../../.env.example", import.meta.url), "utf8");
  const named = [...example.matchAll(/^# ?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(SETTINGS.toSorted());
});

describe("file settings", () => {
  const s3 = {
    FILE_STORAGE: "s3",
    S3_ENDPOINT: "https://s3.example/",
    S3_BUCKET: "tessera-files",
    S3_ACCESS_KEY_ID: "AKIDEXAMPLE",
    S3_SECRET_ACCESS_KEY: "wJalrXUtnFEMI",
  };

  it("store files in the database without a virus scan by default", () => {
    expect(readConfig({}).files).toEqual({ s3: undefined, clamd: undefined });
  });

  it("require every setting of the selected storage and scanner", () => {
    expect(refused({ FILE_STORAGE: "s3" })).toEqual(Object.keys(s3).slice(1));
    expect(refused({ VIRUS_SCAN: "clamav" })).toEqual(["CLAMAV_ADDRESS"]);
    expect(readConfig(s3).files.s3).toMatchObject({
      endpoint: "https://s3.example",
      region: "us-east-1",
    });
  });

  it.each([
    ["/run/clamav/clamd.ctl", { path: "/run/clamav/clamd.ctl" }],
    ["clamd.internal:3310", { host: "clamd.internal", port: 3310 }],
    ["[::1]:3310", { host: "::1", port: 3310 }],
  ])("accept clamd at %s", (address, expected) => {
    const env = { VIRUS_SCAN: "clamav", CLAMAV_ADDRESS: address };
    expect(readConfig(env).files.clamd).toEqual(expected);
  });

  it("reject an invalid clamd address", () => {
    for (const address of [
      "clamd",
      "clamd.ctl",
      "host:",
      "http://host:3310",
      "127.0.0.1:99999",
      "[::1]:65536",
      "host:0",
    ]) {
      expect(refused({ VIRUS_SCAN: "clamav", CLAMAV_ADDRESS: address })).toEqual([
        "CLAMAV_ADDRESS",
      ]);
    }
  });
});
