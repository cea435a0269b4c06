import { resolve } from "node:path";
import { placesOf } from "@tessera/database";
import { type BankAccountSettings, bankAccountsOf } from "./bank-settings.ts";
import { type CardConfig, cardConfigOf } from "./card-settings.ts";
import {
  type CellConfig,
  type CellDatabase,
  cellConfigOf,
  cellProblems,
  withFirstCell,
} from "./cell-settings.ts";
import {
  type ConfigProblem,
  ENVIRONMENT,
  type Environment,
  LIST_SETTINGS,
  postgresUrlProblem,
} from "./config-schema.ts";
import { custodianProblems } from "./custodian-problems.ts";
import {
  type EvmPayoutSettings,
  evmPayoutConfigOf,
  evmPayoutProblems,
} from "./evm-payout-settings.ts";
import { type EvmSettings, evmConfigOf, evmProblems } from "./evm-settings.ts";
import { type FileConfig, fileConfigOf, fileProblems } from "./file-settings.ts";
import { liveProblems } from "./live-problems.ts";
import { stripeProblems } from "./stripe-problems.ts";
import { coldWalletProblems } from "./treasury-problems.ts";
import { type WebhookConfig, webhookConfigOf } from "./webhook-settings.ts";

/** The Stripe connection. Its two secrets are passed only to Stripe's own library. */
export interface StripeSettings {
  readonly provider: "stripe";
  readonly secretKey: string;
  /** The secret with which Stripe signs its webhook messages. */
  readonly webhookSecret: string;
  /** The key with which browsers request card numbers from Stripe. */
  readonly publishableKey: string;
  /** The URL of the terms that cardholders accept. */
  readonly cardholderTermsUrl: string;
  /** The API address to use in tests instead of Stripe's. */
  readonly apiUrl: string | undefined;
}

/** The connection to the custodian, which issues deposit addresses and sends payouts over HTTP. */
export interface CustodianSettings {
  readonly provider: "custodian";
  /** The base URL, without a trailing slash. */
  readonly url: string;
  /** Identifies our account at the custodian. Stays the same if only the API's address changes. */
  readonly account: string;
  readonly apiKey: string;
  /** The secret with which the custodian signs its webhook messages. */
  readonly webhookSecret: string;
}

/** Every setting, read from the environment and validated once. */
export interface Config extends CardConfig, WebhookConfig {
  readonly mode: "sandbox" | "live";
  readonly host: string;
  /** The port to listen on; 0 means any free port. */
  readonly port: number;
  /**
   * How long a stopping server keeps answering requests while the load balancer notices that it is
   * not ready.
   */
  readonly drainMs: number;
  /**
   * The absolute path of the folder for data outside the database: the embedded PostgreSQL and the
   * key file.
   */
  readonly dataDir: string;
  /**
   * The number of the cell that `databaseUrl` is; 1 unless the program has several cells. If this
   * server serves several, the first one.
   */
  readonly cell: number;
  /** The databases of the cells that this server serves; empty if only `databaseUrl` names one. */
  readonly cells: CellConfig["cells"];
  /** The servers of the cells that this server does not serve. */
  readonly cellServers: CellConfig["cellServers"];
  /** The database to use; undefined means the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /**
   * The address for the role that runs migrations; undefined means the role in `databaseUrl`. A
   * live server has no such address.
   */
  readonly databaseOwnerUrl: string | undefined;
  /** The address for the role that creates roles and databases, used only by `prepare-database`. */
  readonly databaseAdminUrl: string | undefined;
  /** The simulator's database; undefined means a second database on the same server. */
  readonly practiceDatabaseUrl: string | undefined;
  /** The IANA time zone for limits, "today" and daily totals. */
  readonly timeZone: string;
  readonly metricsToken: string | undefined;
  readonly captchaAnswer: string | undefined;
  readonly rateLimits: boolean;
  readonly seed: boolean;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /**
   * The address that replies go to; undefined means the address in `mailFrom`. Live mode requires
   * one.
   */
  readonly mailReplyTo: string | undefined;
  /** The URL at which browsers reach the console, without a trailing slash. */
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
  /** Networks whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  /** The root key as configured; undefined means that it is read from `keyFile`. */
  readonly key: string | undefined;
  readonly keyFile: string;
  /**
   * Whether `keyFile` was configured explicitly instead of defaulting to a path next to the data.
   */
  readonly isKeyFileSet: boolean;
  readonly rates: {
    readonly provider: "none" | "bundled" | "ecb";
    readonly url: string | undefined;
    /** Maximum age in milliseconds at which rates from a live source can be used for pricing. */
    readonly maxAgeMs: number;
    /**
     * Maximum change between two rate sheets. A larger change takes effect only after the next rate
     * sheet confirms it.
     */
    readonly maxJumpBasisPoints: number;
    /**
     * The spread between currencies: how much worse the customer's rate is than the source's rate.
     */
    readonly spreadBasisPoints: number;
  };
  readonly usdtRate: {
    readonly provider: "none" | "bundled" | "coinbase";
    readonly url: string | undefined;
    readonly maxAgeMs: number;
    /** Maximum deviation of an asset from one dollar at which prices are still quoted. */
    readonly depegBasisPoints: number;
  };
  readonly usdcRate: {
    readonly provider: "none" | "bundled" | "bitstamp";
    readonly url: string | undefined;
  };
  readonly chain: { readonly provider: "none" | "sandbox" } | CustodianSettings | EvmSettings;
  readonly payout:
    | { readonly provider: "none" | "sandbox" }
    | CustodianSettings
    | EvmPayoutSettings;
  readonly network: { readonly provider: "none" | "sandbox" | "stripe" };
  /** The time between two blocks on the sandbox chain. */
  readonly chainBlockMs: number;
  /** How long a clearing waits for its authorization before it is posted without one. */
  readonly unmatchedClearingSeconds: number;
  readonly withdrawals: {
    /** How long a withdrawal waits before it is sent, during which it can always be canceled. */
    readonly cancelSeconds: number;
  };
  readonly issuer: { readonly provider: "none" | "sandbox" } | StripeSettings;
  /** The program's accounts at banks, of all cells; empty if bank transfers are not offered. */
  readonly bankAccounts: readonly BankAccountSettings[];
  /** Where uploaded files are stored, and how they are scanned for viruses. */
  readonly files: FileConfig;
  readonly log: { readonly level: string; readonly pretty: boolean };
  readonly traces: {
    /** Base URL of the OpenTelemetry collector; undefined means that no traces are exported. */
    readonly otlpEndpoint: string | undefined;
    /** The share of traces to export, from 0 to 1. */
    readonly sampledRatio: number;
  };
}

/** Returns the settings for one of the cells that this server serves. */
export function configOfCell(config: Config, { cell, databaseUrl }: CellDatabase): Config {
  return Object.freeze({ ...config, cell, databaseUrl });
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
 * @throws ConfigError naming every problem
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given: Record<string, unknown> = {};
  for (const name of SETTINGS) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== "") {
      given[name] = LIST_SETTINGS.has(name) ? commaList(value) : value;
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
  const ofCells = cellProblems(parsed.data, postgresUrlProblem);
  if (ofCells.length > 0) {
    throw new ConfigError(ofCells);
  }
  const settings = withFirstCell(parsed.data);
  const isLive = settings.TESSERA_MODE === "live";
  const problems = [
    ...(isLive ? liveProblems(settings) : sandboxProblems(settings)),
    ...stripeProblems(settings),
    ...fileProblems(settings),
    ...custodianProblems(settings),
    ...evmProblems(settings),
    ...evmPayoutProblems(settings),
    ...practiceProblems(settings),
  ];
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  const config = configOf(settings);
  const ofTreasury = coldWalletProblems(config);
  if (ofTreasury.length > 0) {
    throw new ConfigError(ofTreasury);
  }
  return Object.freeze(config);
}

function uniqueProblems(problems: readonly ConfigProblem[]): ConfigProblem[] {
  return [...new Map(problems.map((one) => [`${one.setting}:${one.problem}`, one])).values()];
}

function sandboxProblems(env: Environment): ConfigProblem[] {
  return env.CORS_ORIGINS.includes("*") && env.CORS_ORIGINS.length > 1
    ? [{ setting: "CORS_ORIGINS", problem: "list exact origins, or * alone" }]
    : [];
}

/** Rejects a simulator database that is also the real ledger's database. */
function practiceProblems(env: Environment): ConfigProblem[] {
  const { PRACTICE_DATABASE_URL: practice, DATABASE_URL, DATABASE_OWNER_URL } = env;
  const places = new Set(practice === undefined ? [] : placesOf(practice));
  const isShared = [DATABASE_URL, DATABASE_OWNER_URL].some(
    (url) => url !== undefined && placesOf(url).some((place) => places.has(place)),
  );
  return isShared
    ? [{ setting: "PRACTICE_DATABASE_URL", problem: "set another database than DATABASE_URL" }]
    : [];
}

/** Returns the issuer's settings. {@link stripeProblems} has checked that all are present. */
function issuerOf(env: Environment): Config["issuer"] {
  const { ISSUER_PROVIDER: provider = "sandbox" } = env;
  return provider !== "stripe"
    ? { provider }
    : {
        provider,
        secretKey: env.STRIPE_SECRET_KEY ?? "",
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
        publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? "",
        cardholderTermsUrl: env.STRIPE_CARDHOLDER_TERMS_URL ?? "",
        apiUrl: env.STRIPE_API_URL,
      };
}

/** Returns the custodian's settings. {@link custodianProblems} has checked that all are present. */
function custodyOf(env: Environment, provider: "none" | "sandbox" | "custodian" = "sandbox") {
  const url = (env.CUSTODIAN_URL ?? "").replace(/\/+$/, "");
  return provider !== "custodian"
    ? { provider }
    : {
        provider,
        url,
        account: env.CUSTODIAN_ACCOUNT ?? url,
        apiKey: env.CUSTODIAN_API_KEY ?? "",
        webhookSecret: env.CUSTODIAN_WEBHOOK_SECRET ?? "",
      };
}

/**
 * Returns the external providers. They default to the sandbox; live mode requires each to be set.
 */
function providersOf(
  env: Environment,
): Pick<Config, "chain" | "payout" | "network" | "rates" | "usdtRate" | "usdcRate"> {
  const assetDefault = env.TESSERA_MODE === "live" ? "none" : "bundled";
  return {
    chain: env.CHAIN_PROVIDER === "evm" ? evmConfigOf(env) : custodyOf(env, env.CHAIN_PROVIDER),
    payout:
      env.PAYOUT_PROVIDER === "evm" ? evmPayoutConfigOf(env) : custodyOf(env, env.PAYOUT_PROVIDER),
    network: { provider: env.NETWORK_PROVIDER ?? "sandbox" },
    rates: {
      provider: env.RATES_PROVIDER ?? (env.RATES_URL === undefined ? "bundled" : "ecb"),
      url: env.RATES_URL,
      maxAgeMs: Number(env.RATES_MAX_AGE_HOURS) * 3_600_000,
      maxJumpBasisPoints: Number(env.RATES_MAX_JUMP_BASIS_POINTS),
      spreadBasisPoints: Number(env.RATES_SPREAD_BASIS_POINTS),
    },
    usdtRate: {
      provider: env.USDT_RATE_PROVIDER ?? assetDefault,
      url: env.USDT_RATE_URL,
      maxAgeMs: Number(env.USDT_RATE_MAX_AGE_SECONDS) * 1_000,
      depegBasisPoints: Number(env.USDT_DEPEG_BASIS_POINTS),
    },
    usdcRate: { provider: env.USDC_RATE_PROVIDER ?? assetDefault, url: env.USDC_RATE_URL },
  };
}

/**
 * Returns whether demo data can be created, which needs simulated cards. The demo's own deposits
 * and withdrawals are simulated even if the server reads a chain or sends payouts itself.
 */
function canSeed(env: Environment): boolean {
  const { ISSUER_PROVIDER: issuer, CHAIN_PROVIDER: chain, PAYOUT_PROVIDER: payout } = env;
  const simulated = [issuer, ...[chain, payout].filter((provider) => provider !== "evm")];
  return (
    simulated.every((provider) => (provider ?? "sandbox") === "sandbox") &&
    env.RATES_PROVIDER !== "none"
  );
}

function configOf(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR);
  const port = Number(env.PORT);
  return {
    mode: env.TESSERA_MODE,
    host: env.HOST,
    port,
    drainMs: Number(env.DRAIN_SECONDS) * 1_000,
    dataDir,
    ...cellConfigOf(env),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL,
    practiceDatabaseUrl: env.PRACTICE_DATABASE_URL,
    timeZone: env.PROGRAMME_TIME_ZONE,
    metricsToken: env.METRICS_TOKEN,
    captchaAnswer: env.CAPTCHA_ANSWER,
    rateLimits: env.RATE_LIMITS === "on",
    seed: env.SEED === "on" && canSeed(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mailReplyTo: env.MAIL_REPLY_TO,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ""),
    corsOrigins: env.CORS_ORIGINS,
    trustedProxies: env.TRUSTED_PROXIES,
    key: env.TESSERA_KEY,
    keyFile: resolve(env.TESSERA_KEY_FILE ?? `${dataDir}/tessera.key`),
    isKeyFileSet: env.TESSERA_KEY_FILE !== undefined,
    ...providersOf(env),
    chainBlockMs: Number(env.SANDBOX_BLOCK_MS),
    unmatchedClearingSeconds: Number(env.UNMATCHED_CLEARING_SECONDS),
    withdrawals: {
      cancelSeconds: Number(env.WITHDRAWAL_CANCEL_SECONDS),
    },
    ...cardConfigOf(env),
    issuer: issuerOf(env),
    bankAccounts: bankAccountsOf(env),
    files: fileConfigOf(env),
    ...webhookConfigOf(env),
    log: {
      level: env.LOG_LEVEL,
      pretty: env.LOG === undefined ? env.TESSERA_MODE === "sandbox" : env.LOG === "pretty",
    },
    traces: {
      otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      sampledRatio: Number(env.OTEL_TRACES_SAMPLER_ARG),
    },
  };
}
