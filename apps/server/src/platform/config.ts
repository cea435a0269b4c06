import { resolve } from "node:path";
import { type ConfigProblem, ENVIRONMENT, type Environment } from "./config-schema.ts";
import { liveProblems } from "./live-problems.ts";
import { stripeProblems } from "./stripe-problems.ts";

/** How Stripe is reached. The two secrets leave this object for Stripe's own library alone. */
export interface StripeSettings {
  readonly provider: "stripe";
  readonly secretKey: string;
  /** Stripe signs its messages with it. */
  readonly webhookSecret: string;
  /** For browsers, which ask Stripe for a number with it. */
  readonly publishableKey: string;
  /** As cards and merchants show it. */
  readonly cardholderName: string;
  /** Another address than Stripe's, for tests. */
  readonly apiUrl: string | undefined;
}

/** Everything the environment decides, read and checked once. */
export interface Config {
  readonly mode: "sandbox" | "live";
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute path of what Tessera keeps beside the database: the embedded one, the key file. */
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Role that migrates; `databaseUrl`'s where absent. */
  readonly databaseOwnerUrl: string | undefined;
  /** Where customers practise; a database beside the real one where absent. */
  readonly practiceDatabaseUrl: string | undefined;
  /** IANA zone that limits, "today" and day totals follow. */
  readonly timeZone: string;
  readonly metricsToken: string | undefined;
  readonly captchaAnswer: string | undefined;
  readonly rateLimits: boolean;
  readonly seed: boolean;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Where browsers reach the console, without a slash at the end. */
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
  /** Networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** The root key as given; `keyFile` is read where absent. */
  readonly key: string | undefined;
  readonly keyFile: string;
  /** Whether `keyFile` was set, rather than lying beside the data. */
  readonly isKeyFileSet: boolean;
  readonly rates: { readonly provider: string; readonly url: string | undefined };
  /** Between two blocks of the sandbox's chain. */
  readonly chainBlockMs: number;
  /** How long a clearing waits for its authorisation before it is posted without one. */
  readonly unmatchedClearingSeconds: number;
  readonly withdrawals: {
    /** How long one can be cancelled for certain before it is sent. */
    readonly cancelSeconds: number;
  };
  /** Which applications for cards people look at, beside those of flagged customers. */
  readonly cardReview: {
    /** Applications of a customer within 24 hours, from which on the next is looked at. */
    readonly cardsADay: number;
    readonly premium: boolean;
  };
  readonly issuer: { readonly provider: "sandbox" } | StripeSettings;
  readonly log: { readonly level: string; readonly pretty: boolean };
}

export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ setting, problem }) => `  ${setting}: ${problem}`);
    super(`Tessera cannot start with these settings:\n${lines.join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

function commaList(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** The names of all settings. */
export const SETTINGS = Object.keys(ENVIRONMENT.shape);

/**
 * Reads the settings from an environment such as `process.env`. An empty value counts as unset.
 *
 * @throws ConfigError naming every problem at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given: Record<string, unknown> = {};
  for (const name of SETTINGS) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== "") {
      given[name] =
        name === "CORS_ORIGINS" || name === "TRUSTED_PROXIES" ? commaList(value) : value;
    }
  }
  const parsed = ENVIRONMENT.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      setting: String(issue.path[0]),
      problem: issue.message,
    }));
    throw new ConfigError(uniqueProblems(problems));
  }
  const isLive = parsed.data.TESSERA_MODE === "live";
  const problems = [
    ...(isLive ? liveProblems(parsed.data) : sandboxProblems(parsed.data)),
    ...stripeProblems(parsed.data),
    ...practiceProblems(parsed.data),
  ];
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return Object.freeze(configOf(parsed.data));
}

function uniqueProblems(problems: readonly ConfigProblem[]): ConfigProblem[] {
  return [...new Map(problems.map((one) => [`${one.setting}:${one.problem}`, one])).values()];
}

function sandboxProblems(env: Environment): ConfigProblem[] {
  return env.CORS_ORIGINS.includes("*") && env.CORS_ORIGINS.length > 1
    ? [{ setting: "CORS_ORIGINS", problem: "list exact origins, or * alone" }]
    : [];
}

/** Practice never shares a database with the real books. */
function practiceProblems(env: Environment): ConfigProblem[] {
  const placeOf = (url: string | undefined) => {
    const { host, pathname } = new URL(url ?? "postgres://none");
    return `${host}${pathname}`;
  };
  const { PRACTICE_DATABASE_URL: practice, DATABASE_URL, DATABASE_OWNER_URL } = env;
  const isShared = [DATABASE_URL, DATABASE_OWNER_URL].some(
    (url) => url !== undefined && placeOf(url) === placeOf(practice),
  );
  return practice !== undefined && isShared
    ? [{ setting: "PRACTICE_DATABASE_URL", problem: "set another database than DATABASE_URL" }]
    : [];
}

/** Complete by now: {@link stripeProblems} asked for every setting. */
function issuerOf(env: Environment): Config["issuer"] {
  return env.ISSUER_PROVIDER !== "stripe"
    ? { provider: "sandbox" }
    : {
        provider: "stripe",
        secretKey: env.STRIPE_SECRET_KEY ?? "",
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
        publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? "",
        cardholderName: env.STRIPE_CARDHOLDER_NAME,
        apiUrl: env.STRIPE_API_URL,
      };
}

function configOf(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR);
  const port = Number(env.PORT);
  return {
    mode: env.TESSERA_MODE,
    host: env.HOST,
    port,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    practiceDatabaseUrl: env.PRACTICE_DATABASE_URL,
    timeZone: env.PROGRAMME_TIME_ZONE,
    metricsToken: env.METRICS_TOKEN,
    captchaAnswer: env.CAPTCHA_ANSWER,
    rateLimits: env.RATE_LIMITS === "on",
    // The demo's cards are the sandbox's own: none is asked of an issuer outside.
    seed: env.SEED === "on" && env.ISSUER_PROVIDER !== "stripe",
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ""),
    corsOrigins: env.CORS_ORIGINS,
    trustedProxies: env.TRUSTED_PROXIES,
    key: env.TESSERA_KEY,
    keyFile: resolve(env.TESSERA_KEY_FILE ?? `${dataDir}/tessera.key`),
    isKeyFileSet: env.TESSERA_KEY_FILE !== undefined,
    rates: {
      provider: env.RATES_PROVIDER ?? (env.RATES_URL === undefined ? "bundled" : "ecb"),
      url: env.RATES_URL,
    },
    chainBlockMs: Number(env.SANDBOX_BLOCK_MS),
    unmatchedClearingSeconds: Number(env.UNMATCHED_CLEARING_SECONDS),
    withdrawals: {
      cancelSeconds: Number(env.WITHDRAWAL_CANCEL_SECONDS),
    },
    cardReview: {
      cardsADay: Number(env.REVIEW_CARDS_A_DAY),
      premium: env.REVIEW_PREMIUM_CARDS === "on",
    },
    issuer: issuerOf(env),
    log: {
      level: env.LOG_LEVEL,
      pretty: env.LOG === undefined ? process.stdout.isTTY === true : env.LOG === "pretty",
    },
  };
}
