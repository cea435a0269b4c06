import type { ConfigProblem, Environment } from "./config-schema.ts";
import { unsafeSurroundings } from "./unsafe-surroundings.ts";

type Rule = readonly [setting: string, isUnsafe: (env: Environment) => boolean, problem: string];

/**
 * Settings that live mode rejects. Database durability and the root key's strength are checked
 * elsewhere.
 */
const RULES: readonly Rule[] = [
  [
    "DATABASE_URL",
    (env) => env.DATABASE_URL === undefined,
    "live mode needs a PostgreSQL of its own; set its address with the application's role",
  ],
  [
    "DATABASE_OWNER_URL",
    (env) => env.DATABASE_OWNER_URL !== undefined && env.DATABASE_OWNER_URL === env.DATABASE_URL,
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
  [
    "WEBHOOK_LOOPBACK",
    (env) => env.WEBHOOK_LOOPBACK === "on",
    "a live server sends events to public addresses only; unset it",
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
    "MAIL_REPLY_TO",
    (env) => env.MAIL_REPLY_TO === undefined || env.MAIL_REPLY_TO.endsWith(".invalid"),
    "set the address whose mail somebody reads, which may be the one in MAIL_FROM; suspended " +
      "customers are asked to reply",
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
];

type ProviderSetting =
  | "CHAIN_PROVIDER"
  | "PAYOUT_PROVIDER"
  | "RATES_PROVIDER"
  | "ISSUER_PROVIDER"
  | "NETWORK_PROVIDER";

/** For each provider's setting, what to set, and why live mode rejects the simulated provider. */
const PROVIDERS: readonly (readonly [ProviderSetting, names: string, simulated: string])[] = [
  ["CHAIN_PROVIDER", "name the deposit provider", "the sandbox's addresses belong to nobody"],
  ["PAYOUT_PROVIDER", "name the payout provider", "the sandbox pays nobody"],
  ["RATES_PROVIDER", "name the source of exchange rates", "bundled rates are samples of one day"],
  ["ISSUER_PROVIDER", "name the card issuer", "no merchant takes the sandbox's card numbers"],
  ["NETWORK_PROVIDER", "name the card network", "the sandbox's network carries none"],
];

/** Returns whether deposits or withdrawals are offered, both of which need a USDT price. */
function needsUsdtRate({ CHAIN_PROVIDER, PAYOUT_PROVIDER }: Environment): boolean {
  return [CHAIN_PROVIDER, PAYOUT_PROVIDER].some((one) => one !== undefined && one !== "none");
}

/**
 * Checks that deposits and withdrawals have a source for the USDT price, since USDT is never
 * assumed to be worth exactly one dollar.
 */
function usdtRateProblems(env: Environment): ConfigProblem[] {
  const { USDT_RATE_PROVIDER: given = "none" } = env;
  const setting = "USDT_RATE_PROVIDER";
  if (given === "bundled") {
    const problem = "live mode simulates nothing, and the bundled price is a sample; set coinbase";
    return [{ setting, problem }];
  }
  return given === "none" && needsUsdtRate(env)
    ? [{ setting, problem: "deposits and withdrawals need a price of USDT; set coinbase" }]
    : [];
}

/** Refuses the sample price of USDC. Whether one is needed depends on the chains' settings. */
function usdcRateProblems({ USDC_RATE_PROVIDER: given }: Environment): ConfigProblem[] {
  const problem = "live mode simulates nothing, and the bundled price is a sample; set bitstamp";
  return given === "bundled" ? [{ setting: "USDC_RATE_PROVIDER", problem }] : [];
}

/**
 * Checks that every provider is configured and none is simulated. Live mode uses real providers or
 * `none`.
 */
function providerProblems(env: Environment): ConfigProblem[] {
  return PROVIDERS.flatMap(([setting, names, simulated]) => {
    const given = env[setting];
    if (given === undefined) {
      return [{ setting, problem: `${names}, or set none to leave that service out` }];
    }
    const isSimulated = given === "sandbox" || given === "bundled";
    return isSimulated
      ? [
          {
            setting,
            problem: `live mode simulates nothing, and ${simulated}; ${names}, or set none`,
          },
        ]
      : [];
  });
}

/** Lists the reasons why live mode cannot start with these settings. */
export function liveProblems(env: Environment): ConfigProblem[] {
  const unsafe = RULES.filter(([, isUnsafe]) => isUnsafe(env)).map(([setting, , problem]) => ({
    setting,
    problem,
  }));
  return [
    ...unsafe,
    ...providerProblems(env),
    ...usdtRateProblems(env),
    ...usdcRateProblems(env),
    ...unsafeSurroundings(env),
  ];
}
