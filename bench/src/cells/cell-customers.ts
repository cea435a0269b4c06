import { createHash, randomBytes } from "node:crypto";
import { openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import { v7 as uuidv7 } from "uuid";
import { fundCards } from "../fund-cards.ts";
import { type Caller, openCallers } from "../http-population.ts";
import { loadMovements, openPopulation } from "../population.ts";
import type { ProgramCell } from "./start-program.ts";

const PARALLEL = 16;
/**
 * A valid Argon2id hash of no known password that takes little time to verify, because passwords
 * are not what the lab measures.
 */
const PASSWORD_HASH = `$argon2id$v=19$m=8,t=1,p=1$${"c2FsdHNhbHRzYWx0"}$${"A".repeat(43)}`;

/** Opens customers in a cell, each with a session, money, and a funded card. */
export async function openCellCallers(
  { cell, owner, appUrl, db, directory, server }: ProgramCell,
  count: number,
): Promise<Caller[]> {
  const ownDb = openDatabase<unknown>({ url: appUrl, statementTimeoutMs: 60_000 });
  const ledger = createLedger({ db: ownDb });
  try {
    const subjects = await openPopulation({ db: ownDb }, ledger, count);
    await loadMovements(ledger, subjects, 0);
    const callers = await openCallers(owner, server.url, subjects, cell);
    await fundCards(ledger, callers);
    await listPeople({ owner, db, directory });
    return callers;
  } finally {
    await ledger.close();
    await ownDb.close();
  }
}

/** Lists the names of everybody in a cell in the directory, as the server's hourly job does. */
async function listPeople({
  owner,
  db,
  directory,
}: Pick<ProgramCell, "owner" | "db" | "directory">): Promise<void> {
  const people = await owner<{ id: string; username: string; email: string }[]>`
    select id, username, email from person order by id`;
  await inParallel(PARALLEL, people, ({ id, username, email }) =>
    directory.record(db.kysely, id, { username, email }),
  );
}

/** A registration whose mailed link has not been followed yet. */
export interface PendingLink {
  readonly token: string;
  readonly email: string;
}

/**
 * Prepares registrations. They are written directly, because requesting one hashes a password and
 * sends a mail.
 */
export async function prepareLinks(
  { cell, owner }: Pick<ProgramCell, "cell" | "owner">,
  emails: readonly string[],
): Promise<PendingLink[]> {
  const links = emails.map((email) => ({
    email,
    token: `vl${cell}_${randomBytes(32).toString("base64url")}`,
  }));
  await owner`
    insert into registration (token_hash, email, password_hash, locale, expires_at, requested_at,
      network, device)
    select decode(given.hash, 'hex'), given.email, ${PASSWORD_HASH}, 'en', now() + interval '1 day',
      now(), '127.0.0.1', 'lab'
    from unnest(
      ${links.map(({ token }) => hashOf(token))}::text[],
      ${links.map(({ email }) => email)}::text[]
    ) as given (hash, email)`;
  return links;
}

/** An answer of a server, without what differs from request to request. */
export interface PlainAnswer {
  readonly status: number;
  readonly code: string;
  /** The body as text, without the request's id. */
  readonly text: string;
  readonly token: string;
}

/** Follows a mailed link, which opens the customer. Status 0 means that there was no answer. */
export function followLink(url: string, { token }: Pick<PendingLink, "token">) {
  return callOnce(`${url}/api/customer/verify-email`, { method: "POST", body: { token } });
}

/** Requests a username for the customer of a session, who has just confirmed the password. */
export async function requestUsername(
  { cell, owner, server }: ProgramCell,
  token: string,
  username: string,
): Promise<PlainAnswer> {
  const proof = `vp${cell}_${randomBytes(32).toString("base64url")}`;
  await owner`
    insert into session_proof (token_hash, session_id, expires_at)
    select decode(${hashOf(proof)}, 'hex'), id, now() + interval '1 day'
    from session where token_hash = decode(${hashOf(token)}, 'hex')`;
  return callOnce(`${server.url}/api/auth/username`, {
    ...{ method: "PUT", body: { username } },
    headers: { authorization: `Bearer ${token}`, "x-proof": proof },
  });
}

interface Call {
  readonly method: "GET" | "POST" | "PUT";
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const ANSWER_WITHIN_MS = 60_000;

/** Sends a request once. */
async function callOnce(url: string, call: Call): Promise<PlainAnswer> {
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: {
        ...(call.body !== undefined && { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const { requestId: _, ...body }: Record<string, unknown> = JSON.parse(await response.text());
    const text = JSON.stringify(body);
    const { status } = response;
    return { status, code: String(body.code ?? ""), text, token: String(body.token ?? "") };
  } catch (error) {
    const code = error instanceof Error ? error.name : "unknown";
    return { status: 0, code, text: "", token: "" };
  }
}

/** Returns an email that nobody has. */
export function newEmail(): string {
  return `lab-${uuidv7()}@bench.example`;
}

/** Runs work on every item, several at a time. */
export async function inParallel<T>(
  parallel: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) {
        await work(item, index);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
