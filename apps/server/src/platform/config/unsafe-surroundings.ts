import { isIP } from "node:net";
import { isLoopback, isProtected } from "@tessera/database";
import { databasesOf } from "./cell-settings.ts";
import type { ConfigProblem, Environment } from "./config-schema.ts";

/** Minimum number of distinct characters in a random token. */
const LEAST_DIFFERENT = 8;
const LEAST_BITS = 50;

/**
 * Returns whether a token is guessable, that is, whether its characters are few or unevenly
 * distributed, or most of them repeat the previous one or are next to it in the alphabet.
 */
export function isWeakToken(token: string): boolean {
  const letters = [...token];
  const counts = new Map<string, number>();
  for (const letter of letters) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const shares = [...counts.values()].map((count) => count / letters.length);
  const bitsEach = shares.reduce((sum, share) => sum - share * Math.log2(share), 0);
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, at) => Math.abs(code - (codes[at] ?? 0)) <= 1).length;
  return (
    counts.size < LEAST_DIFFERENT ||
    bitsEach * letters.length < LEAST_BITS ||
    steps > letters.length / 2
  );
}

const PRIVATE_NETWORKS =
  /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
const PRIVATE_NETWORKS_6 = /^(?:::1?$|f[cd]|fe[89ab])/;
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|test)$/;

/**
 * Returns the IPv4 address contained in an IPv4-mapped IPv6 address, which URLs write as
 * `::ffff:7f00:1`.
 */
function mappedIp4(address: string): string | undefined {
  const [, high = "", low = ""] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === "") {
    return undefined;
  }
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** Returns whether a host is reachable only from the same machine or network. */
function isPrivateHost(host: string): boolean {
  // A host name with a trailing dot refers to the same host.
  const bare = host
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  switch (isIP(bare)) {
    case 4:
      return PRIVATE_NETWORKS.test(bare);
    case 6: {
      const mapped = mappedIp4(bare);
      return PRIVATE_NETWORKS_6.test(bare) || (mapped !== undefined && isPrivateHost(mapped));
    }
    default:
      return !bare.includes(".") || PRIVATE_NAMES.test(bare);
  }
}

/**
 * Returns whether email could leave this machine unencrypted, or be sent to a server whose
 * certificate is not verified.
 */
function sendsInTheClear(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (isLoopback(hostname)) {
    return false;
  }
  const isUnchecked =
    searchParams.get("tls.rejectUnauthorized") === "false" ||
    searchParams.get("ignoreTLS") === "true" ||
    searchParams.get("secure") === "false";
  const isEncrypted = protocol === "smtps:" || searchParams.get("requireTLS") === "true";
  return isUnchecked || !isEncrypted;
}

/** Returns whether a URL points to another machine without using TLS. */
function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname);
}

type DatabaseSetting =
  | "DATABASE_URL"
  | "DATABASE_OWNER_URL"
  | "DATABASE_ADMIN_URL"
  | "PRACTICE_DATABASE_URL";
const DATABASES: readonly DatabaseSetting[] = [
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_ADMIN_URL",
  "PRACTICE_DATABASE_URL",
];

/** The problem of a database address whose connections others could read or answer. */
export const UNPROTECTED =
  "the connection leaves this machine and is not protected; add sslmode=verify-full, and " +
  "sslrootcert=/path/ca.pem if your own authority signed the certificate";

type Rule = readonly [setting: string, isUnsafe: (env: Environment) => boolean, problem: string];

const RULES: readonly Rule[] = [
  [
    "METRICS_TOKEN",
    (env) => env.METRICS_TOKEN !== undefined && isWeakToken(env.METRICS_TOKEN),
    "this token could be guessed; set a random one (openssl rand -base64 32)",
  ],
  [
    "CUSTODIAN_WEBHOOK_SECRET",
    (env) =>
      env.CUSTODIAN_WEBHOOK_SECRET !== undefined && isWeakToken(env.CUSTODIAN_WEBHOOK_SECRET),
    "this secret could be guessed; set a random one (openssl rand -hex 32)",
  ],
  ...(["RATES_URL", "USDT_RATE_URL", "USDC_RATE_URL"] as const).map(
    (setting): Rule => [
      setting,
      (env) => env[setting] !== undefined && isPlainHttp(env[setting]),
      "rates from here price money, and others on the path could change them; set an https:// " +
        "address",
    ],
  ),
  [
    "SMTP_URL",
    (env) => env.SMTP_URL !== undefined && sendsInTheClear(env.SMTP_URL),
    "mails would leave this machine unencrypted; set smtps://…, or smtp://…?requireTLS=true",
  ],
  [
    "HOST",
    (env) => !isLoopback(env.HOST) && env.TRUSTED_PROXIES.length === 0,
    "others would reach Tessera without TLS; set 127.0.0.1 behind a proxy on this machine, or " +
      "name the proxy's network in TRUSTED_PROXIES",
  ],
  [
    "PUBLIC_URL",
    (env) => env.PUBLIC_URL !== undefined && isPrivateHost(new URL(env.PUBLIC_URL).hostname),
    "this address works on one machine or network only, and mailed links lead there; set the " +
      "public one",
  ],
  [
    "WITHDRAWAL_CANCEL_SECONDS",
    (env) => Number(env.WITHDRAWAL_CANCEL_SECONDS) === 0,
    "customers could not cancel a fraudulent withdrawal; set 1 second or more",
  ],
  ...DATABASES.map(
    (setting): Rule => [
      setting,
      (env) => {
        const url = env[setting];
        return url !== undefined && !isProtected(url);
      },
      UNPROTECTED,
    ],
  ),
  [
    "CELLS",
    (env) => databasesOf(env).some(({ databaseUrl }) => !isProtected(databaseUrl)),
    UNPROTECTED,
  ],
];

/**
 * Lists what is unsafe in a live server's configuration: weak tokens and unencrypted connections.
 */
export function unsafeSurroundings(env: Environment): ConfigProblem[] {
  return RULES.filter(([, isUnsafe]) => isUnsafe(env)).map(([setting, , problem]) => ({
    setting,
    problem,
  }));
}
