import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LegalVersions } from "@tessera/contract/identity/legal-versions";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { type App, buildApp } from "../app.ts";
import { migrations, practiceMigrations } from "../db/migrations.ts";
import { openCustomer } from "../identity/people/index.ts";
import { openSession } from "../identity/sessions/index.ts";
import { MovableClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { type AppContext, inTransaction } from "../platform/context.ts";
import { createContext } from "../platform/create-context.ts";
import { hashPassword } from "../platform/crypto/password-hasher.ts";
import { defineService } from "../platform/service.ts";
import { createLogger } from "../platform/telemetry/logger.ts";
import { createPracticeBooks } from "../simulator/scenarios/index.ts";
import { startBackgroundWork } from "../startup/background-work.ts";
import { PATIENCE_MS, patientUrl } from "./patient-database.ts";

/** A signed-in test customer. */
export interface TestCustomer {
  readonly customerId: string;
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's IP address. */
  readonly ip?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: LightMyRequestResponse["headers"];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert a response's shape
  readonly json: any;
}

/** The real app with a separate database and without a listening socket. */
export interface TestApp {
  readonly context: AppContext;
  readonly app: App;
  readonly clock: MovableClock;
  /** All log lines so far. */
  readonly logs: readonly string[];
  /** The addresses of the test database. */
  readonly database: { readonly ownerUrl: string; readonly appUrl: string };
  /** Returns the addresses of the simulator's database, or undefined if it was never used. */
  practiceDatabase(): Promise<Pick<TestDatabase, "appUrl" | "ownerUrl"> | undefined>;
  /** Makes a call: `call("POST", "/api/cards/…/quote", { token, body })`. */
  call(method: InjectOptions["method"], url: string, options?: CallOptions): Promise<Answered>;
  /** Creates a customer with a live session and empty accounts, without sending email. */
  signUp(overrides?: {
    readonly email?: string;
    readonly password?: string;
  }): Promise<TestCustomer>;
  /** Issues a new step-up token for a session, for calls that require `X-Proof`. */
  prove(customer: TestCustomer): Promise<string>;
  /** Waits for email to an address, and returns the newest email. */
  mailTo(address: string): Promise<{ subject: string; text: string; html: string }>;
  close(): Promise<void>;
}

const MAIL_TIMEOUT_MS = 60_000;
const MAIL_POLL_MS = 25;

export interface TestAppOptions {
  /** Additional settings, such as `{ RATE_LIMITS: "on" }`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that contains the built console. If undefined, no console is served. */
  readonly webRoot?: string;
  /** The address of an existing simulator database. If undefined, the app gets a new database. */
  readonly practiceUrl?: string;
  /** The root key, for commands that run on the same data. If undefined, the app creates a key. */
  readonly rootKey?: Buffer;
  /** Whether the database's usual time limits apply, for tests of these limits. */
  readonly hasUsualLimits?: boolean;
  /** Versions of the legal texts to use instead of the published ones. */
  readonly legalVersions?: LegalVersions;
}

/**
 * Starts the app for one test file. Unless `env` says otherwise, rate limits are off and the
 * captcha's answer is `TESTER`. Close the app in `afterAll`.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { hasUsualLimits = false } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-app-"));
  const database = await createTestDatabase({ migrations });
  const config = readConfig({
    TESSERA_MODE: "sandbox",
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    CAPTCHA_ANSWER: "TESTER",
    SEED: "off",
    LOG_LEVEL: "debug",
    PUBLIC_URL: "http://localhost:4300",
    // No test asks the machine's DNS servers.
    WEBHOOK_DNS_SERVERS: "127.0.0.1:1",
    ...options.env,
  });
  const logs: string[] = [];
  const log = createLogger(config.log, { write: (line) => logs.push(line) });
  const open = await createContext({
    config,
    log,
    rootKey: options.rootKey ?? randomBytes(32),
    ...(hasUsualLimits
      ? { databaseUrl: database.appUrl }
      : { databaseUrl: patientUrl(database.appUrl), acquireTimeoutMs: PATIENCE_MS }),
    maxConnections: 8,
    ...(options.legalVersions !== undefined && { legalVersions: options.legalVersions }),
  });
  const { context } = open;
  const practice = practiceOf(context, options.practiceUrl);
  const app = await buildApp(context, {
    practice: practice.books,
    webRoot: options.webRoot ?? join(dataDir, "no-console"),
    // A slow machine must not make a test fail. The limit on the event-loop delay has a separate
    // test.
    maxEventLoopDelayMs: 0,
  });
  await startBackgroundWork(context);
  const { clock } = context;
  if (!(clock instanceof MovableClock)) {
    throw new Error("the sandbox's clock moves");
  }
  const call = (method: InjectOptions["method"], url: string, given: CallOptions = {}) =>
    inject(app, method, url, given);
  return {
    context,
    app,
    clock,
    logs,
    database,
    practiceDatabase: practice.database,
    call,
    signUp: (overrides = {}) => signUp(context, overrides),
    async prove({ token, password }) {
      const { json } = await call("POST", "/api/auth/proof", { token, body: { password } });
      return json.proof;
    },
    mailTo: (address) => mailTo(call, address),
    async close() {
      app.closeStreams();
      await app.server.close();
      await Promise.all([open.close(), practice.books.close()]);
      await Promise.all([database.drop(), practice.drop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates the simulator's database from a template when a test first uses it. */
function practiceOf(context: AppContext, given: string | undefined) {
  let made: Promise<TestDatabase> | undefined;
  const books = createPracticeBooks(context, async () => {
    made ??= given === undefined ? createTestDatabase({ migrations: practiceMigrations }) : made;
    return given ?? (await made)?.appUrl ?? "";
  });
  return {
    books,
    database: async () => made,
    drop: async () => (await made)?.drop(),
  };
}

async function inject(
  { server }: App,
  method: InjectOptions["method"],
  url: string,
  { token, body, headers, ip }: CallOptions,
): Promise<Answered> {
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const response = await server.inject({
    method: method ?? "GET",
    url,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
    ...(ip !== undefined && { remoteAddress: ip }),
  });
  const isJson = String(response.headers["content-type"] ?? "").includes("json");
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: isJson && response.body !== "" ? JSON.parse(response.body) : undefined,
  };
}

let people = 0;
/**
 * Uses the same password hash for all customers in a test file, since hashing is slow by design.
 */
const passwordHashes = defineService("password hashes", () => new Map<string, Promise<string>>());

function hashOnce(context: AppContext, password: string): Promise<string> {
  const known = context.use(passwordHashes);
  const hash = known.get(password) ?? hashPassword(context.keys, password);
  known.set(password, hash);
  return hash;
}

/** Creates a customer with a live session and empty accounts, without sending email. */
export async function signUp(
  context: AppContext,
  overrides: { readonly email?: string; readonly password?: string },
): Promise<TestCustomer> {
  people += 1;
  const email = overrides.email ?? `person${people}-${randomBytes(4).toString("hex")}@example.com`;
  const password = overrides.password ?? "three small boats at dawn";
  const passwordHash = await hashOnce(context, password);
  return inTransaction(context.db, async (tx) => {
    const person = await openCustomer(context, tx, {
      email,
      passwordHash,
      locale: "en",
      requestId: null,
      acceptance: { at: context.clock.now(), locale: "en", network: null, device: "test" },
    });
    if (person === undefined || person.customerId === null) {
      throw new Error(`${email} has an account already`);
    }
    const visitor = { ip: "127.0.0.1", device: "test", remember: false };
    const token = await openSession(context, tx, person.id, visitor);
    const { customerId, id: userId, username } = person;
    return { customerId, userId, username, email, password, token };
  });
}

async function mailTo(
  call: TestApp["call"],
  address: string,
): Promise<{ subject: string; text: string; html: string }> {
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  for (;;) {
    const { json } = await call("GET", "/sandbox/mail.json");
    const mail = json.data.find(({ to }: { to: string }) => to === address);
    if (mail !== undefined) {
      return mail;
    }
    if (performance.now() > deadline) {
      throw new Error(`no mail to ${address} came`);
    }
    await new Promise((resolve) => setTimeout(resolve, MAIL_POLL_MS));
  }
}
