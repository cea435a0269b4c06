import { hostname } from "node:os";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Config } from "../config/config.ts";
import { maskSecrets } from "./masking.ts";
import { outageOf } from "./outage.ts";
import { RepeatedLines } from "./repeated-lines.ts";

export type { Logger } from "pino";

/** Field names whose values are never logged, at any depth of a logged object. */
const SECRET_NAMES = new Set(
  [
    "authorization",
    "x-proof",
    "proof",
    "cookie",
    "set-cookie",
    "password",
    "confirmPassword",
    "code",
    "captchaCode",
    "token",
    "totp",
    "recoveryCode",
    "recoveryCodes",
    "challenge",
    "passphrase",
    "pan",
    "cvv",
    "secret",
    "key",
    "idempotency-key",
  ].map((name) => name.toLowerCase()),
);

/**
 * Matches machine-readable error codes (`23505`, `quote_used`), as opposed to codes sent by email.
 */
const ERROR_CODE = /^(?:[0-9A-Z]{5}|[A-Z][A-Z0-9_]{3,}|[a-z]+(?:_[a-z]+)*)$/;

const MAX_DEPTH = 6;

function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === "string") {
    return maskSecrets(value);
  }
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null || value instanceof Date) {
    return value;
  }
  if (depth >= MAX_DEPTH) {
    return "[deep]";
  }
  if (value instanceof Error) {
    return cleanedError(value, depth);
  }
  if (Buffer.isBuffer(value)) {
    return `[${value.length} bytes]`;
  }
  if (Array.isArray(value)) {
    return value.slice(0, 100).map((item) => cleaned(item, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isSecret(name, item) ? "[secret]" : cleaned(item, depth + 1),
    ]),
  );
}

function isSecret(name: string, value: unknown): boolean {
  if (!SECRET_NAMES.has(name.toLowerCase())) {
    return false;
  }
  return !(name === "code" && typeof value === "string" && ERROR_CODE.test(value));
}

/**
 * Returns an error's type, message and stack. Omits its other fields, in which database drivers
 * store statements and their values.
 */
function cleanedError(error: Error, depth: number): Record<string, unknown> {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    type: error.name,
    message: maskSecrets(error.message),
    ...(code !== undefined && { code: maskSecrets(code) }),
    ...(error.stack !== undefined && { stack: maskSecrets(error.stack) }),
    ...(error.cause !== undefined && { cause: cleaned(error.cause, depth + 1) }),
  };
}

function withMore(first: unknown, more: object): unknown {
  return Object.keys(more).length === 0 ? first : { ...Object(first), ...more };
}

/**
 * Returns additional fields for a log line about a database outage, or undefined if the same line
 * was just written, since every call and every loop reports the same outage.
 */
function admitted(
  repeated: RepeatedLines,
  first: unknown,
  message: unknown,
): { repeated?: number } | undefined {
  const outage =
    typeof first === "object" && first !== null && "err" in first ? outageOf(first.err) : undefined;
  if (outage === undefined) {
    return {};
  }
  const leftOut = repeated.admit(`${outage} ${String(message)}`, performance.now());
  return leftOut === undefined ? undefined : { ...(leftOut > 0 && { repeated: leftOut }) };
}

/**
 * Creates the logger. It writes one JSON line per event, with the process and the host but without
 * secrets, or human-readable lines if `config.pretty` is set.
 */
export function createLogger(config: Config["log"], destination?: DestinationStream): Logger {
  const repeated = new RepeatedLines();
  const options: LoggerOptions = {
    level: config.level,
    base: { pid: process.pid, hostname: hostname() },
    // The formatter below has already cleaned the error.
    serializers: { err: (cleanError: unknown) => cleanError },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => Object(cleaned(fields)),
    },
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args;
        const more = admitted(repeated, first, rest[0]);
        if (more === undefined) {
          return;
        }
        method.apply(this, [
          typeof first === "string" ? maskSecrets(first) : withMore(first, more),
          ...rest.map((arg) => cleaned(arg)),
        ] as Parameters<typeof method>);
      },
    },
  };
  if (destination !== undefined) {
    return pino(options, destination);
  }
  const colorize = process.stdout.isTTY === true;
  return config.pretty
    ? pino({
        ...options,
        transport: { target: "pino-pretty", options: { colorize, singleLine: true } },
      })
    : pino(options);
}
