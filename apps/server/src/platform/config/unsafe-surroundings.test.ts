import { describe, expect, it } from "vitest";
import { ENVIRONMENT } from "./config-schema.ts";
import { isWeakToken, unsafeSurroundings } from "./unsafe-surroundings.ts";

const SAFE = {
  TESSERA_MODE: "live",
  DATABASE_URL: "postgres://app@db.example/tessera?sslmode=verify-full",
  SMTP_URL: "smtps://user:secret@mail.example",
  PUBLIC_URL: "https://console.example",
  METRICS_TOKEN: "hX7pQ2vL9sRk4TzB",
} as const;

const namedIn = (given: Readonly<Record<string, unknown>>) =>
  unsafeSurroundings(ENVIRONMENT.parse({ ...SAFE, ...given })).map(({ setting }) => setting);

describe("a live server's settings", () => {
  it.each([
    ["METRICS_TOKEN", "aaaaaaaaaaaaaaaaaaaaaaaa"],
    ["METRICS_TOKEN", "0123456789abcdef"],
    ["METRICS_TOKEN", "abababababababababab"],
    ["SMTP_URL", "smtp://mail.example"],
    ["SMTP_URL", "smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false"],
    ["SMTP_URL", "smtps://mail.example?secure=false"],
    ["DATABASE_URL", "postgres://app@db.example/tessera"],
    ["DATABASE_URL", "postgres://app@db.example/tessera?sslmode=prefer"],
    ["DATABASE_URL", "postgres://app@db.example/tessera?sslmode=require"],
    ["DATABASE_OWNER_URL", "postgres://owner@10.0.0.5/tessera"],
    ["PRACTICE_DATABASE_URL", "postgres://app@10.0.0.5/practice"],
    ["CELLS", "1=postgres://app@a.example/t?sslmode=verify-full 2=postgres://app@b.example/t"],
    ["HOST", "0.0.0.0"],
    ["HOST", "::"],
    ["HOST", "10.0.0.5"],
    ["PUBLIC_URL", "https://localhost:4300"],
    ["PUBLIC_URL", "https://127.0.0.1"],
    ["PUBLIC_URL", "https://[::1]"],
    ["PUBLIC_URL", "https://192.168.1.20"],
    ["PUBLIC_URL", "https://tessera"],
    ["PUBLIC_URL", "https://localhost."],
    ["PUBLIC_URL", "https://tessera.local."],
    ["PUBLIC_URL", "https://[::ffff:127.0.0.1]"],
    ["PUBLIC_URL", "https://[::ffff:192.168.1.1]"],
    ["RATES_URL", "http://rates.example/daily.xml"],
    ["USDT_RATE_URL", "http://rates.example/ticker"],
    ["CUSTODIAN_WEBHOOK_SECRET", "a".repeat(32)],
    ["PUBLIC_URL", "https://tessera.internal"],
    ["WITHDRAWAL_CANCEL_SECONDS", "0"],
  ])("are rejected as unsafe with %s = %s", (setting, value) => {
    expect(namedIn({ [setting]: value })).toEqual([setting]);
  });

  it.each([
    ["DATABASE_URL", "postgres://app@127.0.0.1/tessera"],
    ["CELLS", "2"],
    ["CELLS", "1=postgres://app@127.0.0.1/a 2=postgres://app@b.example/t?sslmode=verify-full"],
    ["DATABASE_URL", "postgres://app@localhost/tessera?host=/var/run/postgresql"],
    ["DATABASE_URL", "postgres://app@db.example/tessera?sslmode=verify-ca&sslrootcert=/ca.pem"],
    ["SMTP_URL", "smtp://mail.example:587?requireTLS=true"],
    ["SMTP_URL", "smtp://127.0.0.1:25"],
    ["HOST", "::1"],
    ["PUBLIC_URL", "https://[::ffff:8.8.8.8]"],
    ["RATES_URL", "http://127.0.0.1:9/daily.xml"],
    ["USDT_RATE_URL", "https://rates.example/ticker"],
  ])("are accepted as safe with %s = %s", (setting, value) => {
    expect(namedIn({ [setting]: value })).toEqual([]);
  });

  it("can include a network address to listen on if the proxy is configured", () => {
    expect(namedIn({ HOST: "0.0.0.0", TRUSTED_PROXIES: ["10.0.0.0/8"] })).toEqual([]);
  });
});

it("a live server's settings: every random token from openssl is accepted", () => {
  const tokens = ["9f8a1c07be5d4e62", "Zk3uQ1n0Yt+8sV/4Lw2B7aPz", "00f1e2a9c4b76d85"];
  expect(tokens.filter(isWeakToken)).toEqual([]);
});
