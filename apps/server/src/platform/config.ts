import { resolve } from "node:path";
import { type ConfigProblem, ENVIRONMENT, type Environment } from "./config-schema.ts";
import { liveProblems } from "./live-problems.ts";

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
  readonly issuer: { readonly provider: string };
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
  const problems =
    parsed.data.TESSERA_MODE === "live" ? liveProblems(parsed.data) : sandboxProblems(parsed.data);
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
    timeZone: env.PROGRAMME_TIME_ZONE,
    metricsToken: env.METRICS_TOKEN,
    captchaAnswer: env.CAPTCHA_ANSWER,
    rateLimits: env.RATE_LIMITS === "on",
    seed: env.SEED === "on",
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
    issuer: { provider: env.ISSUER_PROVIDER ?? "sandbox" },
    log: {
      level: env.LOG_LEVEL,
      pretty: env.LOG === undefined ? process.stdout.isTTY === true : env.LOG === "pretty",
    },
  };
}
