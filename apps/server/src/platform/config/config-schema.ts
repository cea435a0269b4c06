import { isIP } from "node:net";
import { hostsProblem, inOneHostForm, SSL_MODES } from "@tessera/database";
import * as z from "zod";
import { BANK_SETTINGS } from "./bank-settings.ts";
import { CELL_SETTINGS } from "./cell-settings.ts";
import { EVM_PAYOUT_SETTINGS } from "./evm-payout-settings.ts";
import { EVM_SETTINGS } from "./evm-settings.ts";
import { FILE_SETTINGS } from "./file-settings.ts";

/** A setting that prevents Tessera from starting, and what to set instead. */
export interface ConfigProblem {
  readonly setting: string;
  readonly problem: string;
}

const ON_OFF = z.enum(["on", "off"], "set on or off");
/** Returns whether a database URL is valid for libpq and has a supported `sslmode`. */
function hasKnownSslMode(url: string): boolean {
  const mode = URL.canParse(url) ? new URL(url).searchParams.get("sslmode") : null;
  return mode === null || SSL_MODES.some((known) => known === mode);
}

/** Several hosts become one host and a list of the others, which `URL` can parse. */
const POSTGRES_ADDRESS = z
  .string()
  .superRefine((text, context) => {
    const problem = hostsProblem(text);
    if (problem !== undefined) {
      context.addIssue({ code: "custom", message: problem });
    }
  })
  .transform(inOneHostForm)
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: "set an address such as postgres://role@host/name",
    }),
  )
  .refine(hasKnownSslMode, `sslmode is one of ${SSL_MODES.join(", ")}`);
const POSTGRES_URL = POSTGRES_ADDRESS.optional();

/** Returns why a text is no address of a PostgreSQL database; undefined if it is one. */
export function postgresUrlProblem(text: string): string | undefined {
  return POSTGRES_ADDRESS.safeParse(text).error?.issues[0]?.message;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) {
    return false;
  }
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function isOrigin(text: string): boolean {
  return text === "*" || (URL.canParse(text) && new URL(text).origin === text);
}

const networks = z
  .array(z.string().refine(isNetwork, "list addresses or networks such as 10.0.0.0/8"))
  .default([]);
const origins = z
  .array(z.string().refine(isOrigin, "list exact origins such as https://console.example.com"))
  .default([]);
/** DNS servers: IP addresses, each with a port if it is not 53. */
const DNS_SERVER = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[[0-9a-f:]+\](?::\d{1,5})?)$/i;
const dnsServers = z
  .array(z.string().regex(DNS_SERVER, "list addresses such as 127.0.0.1:5353"))
  .default([]);
const webUrl = z
  .url({ protocol: /^https?$/, error: "set an address such as https://console.example.com" })
  .optional();

/**
 * The provider that watches the chain. Every provider can be `none`, which disables its service.
 */
const chain = z
  .enum(["none", "sandbox", "custodian", "evm"], "set none, sandbox, custodian or evm")
  .optional();
/** The provider that pays out withdrawals. */
const payout = z
  .enum(["none", "sandbox", "custodian", "evm"], "set none, sandbox, custodian or evm")
  .optional();
/** The provider that issues cards, and the network that carries their payments. */
const issuer = z.enum(["none", "sandbox", "stripe"], "set none, sandbox or stripe").optional();
const rates = z.enum(["none", "bundled", "ecb"], "set none, bundled or ecb").optional();

/** The settings that are lists, separated by commas. */
export const LIST_SETTINGS: ReadonlySet<string> = new Set([
  ...["CORS_ORIGINS", "TRUSTED_PROXIES", "WEBHOOK_DNS_SERVERS"],
]);

/** Every setting with its format and default. */
export const ENVIRONMENT = z.object({
  TESSERA_MODE: z.enum(["sandbox", "live"], "set sandbox or live").default("sandbox"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "set a port from 0 to 65535")
    .refine((value) => Number(value) <= 65_535, "set a port from 0 to 65535")
    .default("4300"),
  DATA_DIR: z.string().default(".data"),
  ...CELL_SETTINGS,
  DATABASE_URL: POSTGRES_URL,
  DATABASE_OWNER_URL: POSTGRES_URL,
  DATABASE_ADMIN_URL: POSTGRES_URL,
  PRACTICE_DATABASE_URL: POSTGRES_URL,
  PROGRAMME_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "set an IANA zone such as UTC or Asia/Shanghai")
    .default("UTC"),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, "set seconds from 0 to 99")
    .default("0"),
  METRICS_TOKEN: z.string().min(16, "set at least 16 characters").optional(),
  CAPTCHA_ANSWER: z.string().min(1).max(16, "set at most 16 characters").optional(),
  RATE_LIMITS: ON_OFF.default("on"),
  SEED: ON_OFF.default("on"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "set an address such as smtps://user:password@host" })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]{3,320}$/, "set an address such as Tessera <no-reply@example.com>")
    .default("Tessera <no-reply@tessera.invalid>"),
  MAIL_REPLY_TO: z.email("set an address such as support@example.com").optional(),
  PUBLIC_URL: webUrl,
  CORS_ORIGINS: origins,
  TRUSTED_PROXIES: networks,
  TESSERA_KEY: z.string().optional(),
  TESSERA_KEY_FILE: z.string().optional(),
  RATES_PROVIDER: rates,
  RATES_URL: webUrl,
  RATES_MAX_AGE_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "set hours from 1 to 9999")
    .default("144"),
  RATES_MAX_JUMP_BASIS_POINTS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "set basis points from 1 to 9999")
    .default("1000"),
  RATES_SPREAD_BASIS_POINTS: z
    .string()
    .regex(/^\d{1,4}$/, "set basis points from 0 to 9999")
    .default("0"),
  CARDS_DRAW_ON_ACCOUNT: ON_OFF.optional(),
  USDT_RATE_PROVIDER: z
    .enum(["none", "bundled", "coinbase"], "set none, bundled or coinbase")
    .optional(),
  USDT_RATE_URL: webUrl,
  USDT_RATE_MAX_AGE_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "set seconds from 1 to 999999")
    .default("900"),
  USDC_RATE_PROVIDER: z
    .enum(["none", "bundled", "bitstamp"], "set none, bundled or bitstamp")
    .optional(),
  USDC_RATE_URL: webUrl,
  USDT_DEPEG_BASIS_POINTS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "set basis points from 1 to 9999")
    .default("100"),
  SANDBOX_BLOCK_MS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "set milliseconds from 1 to 999999")
    .default("300"),
  UNMATCHED_CLEARING_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "set seconds from 1 to 9999999")
    .default("86400"),
  REVIEW_CARDS_A_DAY: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "set a number of cards from 1 to 999999")
    .default("100"),
  REVIEW_PREMIUM_CARDS: ON_OFF.default("off"),
  ISSUER_PROVIDER: issuer,
  NETWORK_PROVIDER: issuer,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_[A-Za-z0-9]{8,}$/, "set a key such as sk_live_…")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{16,}$/, "set the endpoint's signing secret, whsec_…")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_[A-Za-z0-9]{8,}$/, "set a key such as pk_live_…")
    .optional(),
  STRIPE_CARDHOLDER_TERMS_URL: z
    .string()
    .regex(/^https:\/\/[^\s]{4,300}$/, "set an address that begins with https://")
    .optional(),
  STRIPE_API_URL: webUrl,
  CHAIN_PROVIDER: chain,
  ...EVM_SETTINGS,
  ...EVM_PAYOUT_SETTINGS,
  PAYOUT_PROVIDER: payout,
  CUSTODIAN_URL: webUrl,
  CUSTODIAN_ACCOUNT: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, "set a name without spaces for the account at the custodian")
    .optional(),
  CUSTODIAN_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/, "set the custodian's key, at least 16 characters")
    .optional(),
  CUSTODIAN_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,500}$/,
      "set the secret that signs the custodian's messages, at least 32 characters",
    )
    .optional(),
  WITHDRAWAL_CANCEL_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, "set seconds from 0 to 99999")
    .default("300"),
  ...BANK_SETTINGS,
  ...FILE_SETTINGS,
  WEBHOOK_LOOPBACK: ON_OFF.default("off"),
  WEBHOOK_DNS_SERVERS: dnsServers,
  LOG_LEVEL: z.enum(LOG_LEVELS, `set one of ${LOG_LEVELS.join(", ")}`).default("info"),
  LOG: z.enum(["pretty", "json"], "set pretty or json").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "set an address such as http://127.0.0.1:4318" })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, "set a share from 0 to 1, such as 0.05")
    .default("1"),
});

export type Environment = z.infer<typeof ENVIRONMENT>;
