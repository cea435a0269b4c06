import { cellOfToken } from "../../platform/cells/cell-of-token.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { SESSIONS_TOPIC } from "../../platform/events/event-stream.ts";
import type { Authenticator, Session, SessionUse } from "../../platform/http/authentication.ts";
import { newId } from "../../platform/ids.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { defineService } from "../../platform/service.ts";
import { roleOf } from "../people/index.ts";
import { judgeProof } from "./proofs.ts";
import { SessionCache } from "./session-cache.ts";
import {
  announceEnded,
  deleteCompanySessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsFor,
  deleteSessionsOf,
  endOldestSessions,
  findSessions,
  insertSession,
  markSeen,
  replaceToken,
  type Sighting,
  type StoredSession,
} from "./sessions.repository.ts";
import { hashToken, newToken } from "./token.ts";

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const LIFETIMES = {
  usual: { idleSeconds: 30 * MINUTE_SECONDS, totalSeconds: 12 * HOUR_SECONDS },
  /** Operators have access to other people's accounts, so “remember me” does not apply to them. */
  operator: { idleSeconds: 15 * MINUTE_SECONDS, totalSeconds: 12 * HOUR_SECONDS },
  remembered: { idleSeconds: 7 * DAY_SECONDS, totalSeconds: 30 * DAY_SECONDS },
};
const MAX_SESSIONS = 10;
/** How far the stored time of a session's last call may lag behind the actual time. */
const SEEN_EVERY_MS = 60_000;
/** How long to collect due refreshes before running them as one query. */
const REFRESH_DELAY_MS = 200;
const TOKEN = /^v[cm][1-9]\d{0,2}_[A-Za-z0-9_-]{43}$/;

/**
 * Called with the id of a session that has ended, or of a person whose sessions have ended. Called
 * with undefined if sessions may have ended unnoticed.
 */
type EndingWatcher = (id: string | undefined) => void;

/**
 * The sessions known to this process. Each of the two batchers serves all requests that are waiting
 * for it.
 */
interface KnownSessions {
  readonly cache: SessionCache;
  readonly watchers: Set<EndingWatcher>;
  readonly lookUp: Batcher<Buffer, StoredSession | null>;
  readonly seen: Batcher<Sighting, true>;
  /** Tokens of sessions that are due for a refresh, batched into one query. */
  readonly due: Map<string, Buffer>;
}

const BATCH = { maxItems: 128, maxInFlight: 1 };

/**
 * Tied to the database rather than to a context: a session that ends in one context must also end
 * in copies of that context.
 */
const knownSessions = defineService<KnownSessions>("known sessions", {
  ownerOf: ({ db }) => db,
  create: ({ db }) => ({
    cache: new SessionCache(),
    watchers: new Set(),
    lookUp: new Batcher((hashes: readonly Buffer[]) => findSessions(db, hashes), BATCH),
    seen: new Batcher(async (sightings: readonly Sighting[]) => {
      await markSeen(db, sightings);
      return sightings.map(() => true as const);
    }, BATCH),
    due: new Map(),
  }),
});

export interface Visitor {
  readonly ip: string;
  /** User-Agent, shortened. */
  readonly device: string;
}

/** Describes the caller using only the request. */
export function visitorOf(call: {
  readonly ip: string;
  readonly headers: { readonly "user-agent"?: string | undefined };
}): Visitor {
  return { ip: call.ip, device: call.headers["user-agent"] ?? "" };
}

/** Returns the User-Agent as it is stored. */
export function deviceText(device: string): string {
  return device.replace(/[^\x20-\x7e]/g, "").slice(0, 200);
}

/** Opens a session. The token is returned once; only its hash is stored. */
export async function openSession(
  { clock, directory }: AppContext,
  tx: Tx,
  personId: string,
  { ip, device, remember }: Visitor & { readonly remember: boolean },
): Promise<string> {
  const { token, hash } = newToken("vc", directory.cell);
  const customers = remember ? LIFETIMES.remembered : LIFETIMES.usual;
  const isCustomer = (await roleOf(tx, personId)) === "customer";
  const { idleSeconds, totalSeconds } = isCustomer ? customers : LIFETIMES.operator;
  const now = clock.now();
  await insertSession(tx, {
    id: newId(),
    tokenHash: hash,
    personId,
    idleSeconds,
    createdAt: now,
    expiresAt: new Date(now.getTime() + totalSeconds * 1_000),
    ip,
    device: deviceText(device),
  });
  if (await endOldestSessions(tx, personId, MAX_SESSIONS)) {
    await announceEnded(tx, personId);
  }
  return token;
}

/** Signs out: ends the session that makes the call, on every server, before returning. */
export async function endSession(
  context: AppContext,
  { sessionId, userId, customerId, role }: Session,
  requestId: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await deleteSession(tx, sessionId);
    await announceEnded(tx, sessionId);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "signed_out",
        actor: userId,
        customerId: role === "customer" ? customerId : null,
        object: null,
        outcome: "ok",
        requestId,
        data: {},
      },
    ]);
  });
  forgetSessions(context, sessionId);
}

/**
 * Ends all sessions of some of a customer's people, and all sessions that act for the customer if
 * it is a company, inside a transaction. After the commit, call
 * the returned function, which clears this process's cache and ends their event streams.
 */
export async function endSessionsOf(
  context: AppContext,
  tx: Tx,
  { people, customerId }: { readonly people: readonly string[]; readonly customerId: string },
): Promise<() => Promise<void>> {
  for (const personId of people) {
    await deleteSessionsOf(tx, personId);
    await announceEnded(tx, personId);
  }
  await deleteSessionsFor(tx, customerId);
  await announceEnded(tx, customerId);
  return async () => {
    for (const id of [...people, customerId]) {
      forgetSessions(context, id);
    }
    await tellSessionsEnded(context, { customerId });
  };
}

/**
 * Ends all of a person's sessions except one, inside a transaction. Call `forget` after the commit.
 *
 * @returns the number of sessions that were ended
 */
export async function endSessionsBut(
  context: AppContext,
  tx: Tx,
  kept: Pick<Session, "userId" | "sessionId">,
): Promise<{ readonly ended: number; readonly forget: () => void }> {
  const { userId, sessionId } = kept;
  const ended = await deleteOtherSessions(tx, userId, sessionId);
  await announceEnded(tx, userId);
  return { ended, forget: () => forgetSessions(context, userId) };
}

/**
 * Replaces a session's token in the transaction that ended the other sessions. The old token stops
 * working, as do the sessions for companies that it may have opened. Returns undefined if the
 * session has ended in the meantime.
 */
export async function renewToken(
  { directory }: AppContext,
  tx: Tx,
  sessionId: string,
): Promise<string | undefined> {
  const { token, hash } = newToken("vc", directory.cell);
  if (!(await replaceToken(tx, sessionId, hash))) {
    return undefined;
  }
  await deleteCompanySessions(tx, sessionId);
  return token;
}

/**
 * Makes every server reload a person's sessions without ending them. Call the returned function
 * after the commit.
 */
export async function rereadSessionsOf(
  context: AppContext,
  tx: Tx,
  personId: string,
): Promise<() => void> {
  await announceEnded(tx, personId);
  return () => forgetSessions(context, personId);
}

/** Notifies a customer's event streams that sessions ended. Call it after the commit. */
export async function tellSessionsEnded(
  context: AppContext,
  { customerId }: Pick<Session, "customerId">,
): Promise<void> {
  await context.events.publish(customerId, SESSIONS_TOPIC, {});
}

/**
 * Removes one session, or all of a person's, from this process's cache by id. Notifies the cache's
 * watchers before returning.
 */
export function forgetSessions(context: AppContext, id: string): void {
  noticeEnding(context.use(knownSessions), id);
}

function noticeEnding({ cache, watchers }: KnownSessions, id: string | undefined): void {
  if (id === undefined) {
    cache.clear();
  } else {
    cache.end(id);
  }
  for (const watcher of watchers) {
    watcher(id);
  }
}

/**
 * Calls `watcher` for each ended session that this process learns of. Returns a function that stops
 * the calls.
 */
export function watchEndedSessions(context: AppContext, watcher: EndingWatcher): () => void {
  const { watchers } = context.use(knownSessions);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

function isOver({ idleSeconds, expiresAt }: StoredSession, lastSeenMs: number, now: Date): boolean {
  return now >= expiresAt || now.getTime() - lastSeenMs >= idleSeconds * 1_000;
}

async function liveSession(
  context: AppContext,
  token: string,
  use: SessionUse,
): Promise<Session | undefined> {
  const { clock, directory, log } = context;
  if (!TOKEN.test(token)) {
    return undefined;
  }
  if (cellOfToken(token) !== directory.cell) {
    log.warn(
      { tokenCell: cellOfToken(token), cell: directory.cell },
      "a session of another cell was refused; the router must send it to its own cell",
    );
    return undefined;
  }
  const sessions = context.use(knownSessions);
  const { cache, lookUp } = sessions;
  const hash = hashToken(token);
  if (use === "verify") {
    const stored = await lookUp.submit(hash);
    const isLive = stored !== null && !isOver(stored, stored.lastSeenAt.getTime(), clock.now());
    return isLive ? stored : undefined;
  }
  const name = hash.toString("base64");
  let entry = cache.get(name);
  if (entry === undefined) {
    const { endings } = cache;
    const stored = await lookUp.submit(hash);
    if (stored === null) {
      return undefined;
    }
    // Sessions of operators and of members are not cached, so that their access ends on every
    // server with the commit that ends it.
    const isCached = stored.role === "customer" && stored.member === undefined;
    entry = isCached ? cache.put(name, stored, endings) : cache.entryOf(stored);
  } else if (cache.takeRefresh(entry)) {
    refreshSoon(context, sessions, name, hash);
  }
  const now = clock.now();
  if (entry === undefined || isOver(entry.session, entry.lastSeenMs, now)) {
    return undefined;
  }
  if (now.getTime() - entry.lastSeenMs >= SEEN_EVERY_MS) {
    entry.lastSeenMs = now.getTime();
    await sessions.seen.submit({ sessionId: entry.session.sessionId, at: now });
  }
  return entry.session;
}

/**
 * Refreshes sessions in use before they become too old, with one statement for several sessions.
 */
function refreshSoon(
  { db, log }: AppContext,
  { cache, due }: KnownSessions,
  name: string,
  hash: Buffer,
): void {
  due.set(name, hash);
  if (due.size > 1) {
    return;
  }
  setTimeout(() => {
    const wanted = [...due];
    due.clear();
    const { endings } = cache;
    findSessions(
      db,
      wanted.map(([, given]) => given),
    ).then(
      (found) => {
        wanted.forEach(([known], index) => {
          const session = found[index];
          if (session) {
            cache.put(known, session, endings);
          } else {
            cache.forget(known);
          }
        });
      },
      // The entries will expire, and the next caller will then wait for a new read.
      (error: unknown) => log.warn({ err: error }, "sessions could not be refreshed"),
    );
  }, REFRESH_DELAY_MS).unref();
}

/** Creates the authenticator that the platform calls for each request. */
export function createAuthenticator(context: AppContext): Authenticator {
  return {
    session: (token, use = "call") => liveSession(context, token, use),
    proof: (session, proof) => judgeProof(context, session, proof),
  };
}

/** Removes sessions from the cache when another server ends them. */
export async function followEndedSessions(context: AppContext): Promise<void> {
  const sessions = context.use(knownSessions);
  await context.db.listen(
    "tessera_session_ended",
    (id) => noticeEnding(sessions, id),
    // Notices may have been missed while the connection was down.
    () => noticeEnding(sessions, undefined),
  );
}
