import type { ConfigProblem, Environment } from "./config-schema.ts";

type Rule = readonly [setting: string, isUnsafe: (env: Environment) => boolean, problem: string];

/** What live mode refuses to run with. Durability and the key's strength are asked elsewhere. */
const RULES: readonly Rule[] = [
  [
    "DATABASE_URL",
    (env) => env.DATABASE_URL === undefined,
    "live mode needs a PostgreSQL of its own; set its address with the application's role",
  ],
  [
    "DATABASE_OWNER_URL",
    (env) => env.DATABASE_OWNER_URL === undefined || env.DATABASE_OWNER_URL === env.DATABASE_URL,
    "live mode migrates as another role than the application's; set the owner's address",
  ],
  [
    "TESSERA_KEY",
    (env) => env.TESSERA_KEY === undefined && env.TESSERA_KEY_FILE === undefined,
    "set TESSERA_KEY or TESSERA_KEY_FILE to 32 random bytes (openssl rand -base64 32)",
  ],
  [
    "CAPTCHA_ANSWER",
    (env) => env.CAPTCHA_ANSWER !== undefined,
    "a fixed captcha answer is for the sandbox; unset it",
  ],
  ["RATE_LIMITS", (env) => env.RATE_LIMITS === "off", "live mode keeps its limits; unset it"],
  [
    "CORS_ORIGINS",
    (env) => env.CORS_ORIGINS.includes("*"),
    "a wildcard lets any site call; list exact origins",
  ],
  [
    "TRUSTED_PROXIES",
    (env) => env.TRUSTED_PROXIES.some((network) => /\/0+$/.test(network)),
    "the whole internet is no proxy of yours; list the proxies' own networks",
  ],
  ["SMTP_URL", (env) => env.SMTP_URL === undefined, "set the mail server, such as smtps://…"],
  [
    "MAIL_FROM",
    (env) => /\.invalid>?$/.test(env.MAIL_FROM),
    "set the address that mail comes from",
  ],
  [
    "PUBLIC_URL",
    (env) => !(env.PUBLIC_URL ?? "").startsWith("https://"),
    "set the console's https:// address; mailed links lead there",
  ],
  [
    "METRICS_TOKEN",
    (env) => env.METRICS_TOKEN === undefined,
    "set a token of at least 16 characters for /metrics",
  ],
  [
    "RATES_PROVIDER",
    (env) => env.RATES_PROVIDER === undefined,
    "name the provider: bundled or ecb",
  ],
  [
    "ISSUER_PROVIDER",
    (env) => env.ISSUER_PROVIDER === undefined,
    "name who issues cards; sandbox is the simulated one, whose numbers nobody takes",
  ],
  [
    "NETWORK_PROVIDER",
    (env) => env.NETWORK_PROVIDER === undefined,
    "name who carries payments; sandbox is the simulated one",
  ],
  [
    "CHAIN_PROVIDER",
    (env) => env.CHAIN_PROVIDER === undefined,
    "name who watches the chain; sandbox is the simulated one, whose addresses nobody can pay",
  ],
  [
    "PAYOUT_PROVIDER",
    (env) => env.PAYOUT_PROVIDER === undefined,
    "name who pays withdrawals out; sandbox is the simulated one, which pays nobody",
  ],
];

/** Each reason why live mode may not start with these settings. */
export function liveProblems(env: Environment): ConfigProblem[] {
  return RULES.filter(([, isUnsafe]) => isUnsafe(env)).map(([setting, , problem]) => ({
    setting,
    problem,
  }));
}
