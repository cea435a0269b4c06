import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { SESSIONS_TOPIC } from "../../platform/events/event-stream.ts";
import type { Authenticator, Session, SessionUse } from "../../platform/http/authentication.ts";
import { newId } from "../../platform/ids.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { roleOf } from "../people/index.ts";
import { judgeProof } from "./proofs.ts";
import { SessionCache } from "./session-cache.ts";
import {
  announceEnded,
  deleteOtherSessions,
  deleteSession,
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
  /** Operators see other people's accounts, whatever they asked for at their sign-in. */
  operator: { idleSeconds: 15 * MINUTE_SECONDS, totalSeconds: 12 * HOUR_SECONDS },
  remembered: { idleSeconds: 7 * DAY_SECONDS, totalSeconds: 30 * DAY_SECONDS },
};
const MAX_SESSIONS = 10;
/** How late the stored time of the last call may be. */
const SEEN_EVERY_MS = 60_000;
/** Gathers what becomes due together. */
const REFRESH_DELAY_MS = 200;
const TOKEN = /^vc1_[A-Za-z0-9_-]{43}$/;

/**
 * Called with the id of a session that ended, or of a person whose sessions ended; with undefined
 * when any may have ended unnoticed.
 */
type EndingWatcher = (id: string | undefined) => void;

/** How this process knows sessions. Both batchers serve all requests that wait at the time. */
interface KnownSessions {
  readonly cache: SessionCache;
  readonly watchers: Set<EndingWatcher>;
  readonly lookUp: Batcher<Buffer, StoredSession | null>;
  readonly seen: Batcher<Sighting, true>;
  /** Tokens whose sessions are due to be read again, all with the next statement. */
  readonly due: Map<string, Buffer>;
}

const BATCH = { maxItems: 128, maxInFlight: 1 };
const known = new WeakMap<AppContext["db"], KnownSessions>();

function knownSessions({ db }: AppContext): KnownSessions {
  let sessions = known.get(db);
  if (sessions === undefined) {
    sessions = {
      cache: new SessionCache(),
      watchers: new Set(),
      lookUp: new Batcher((hashes: readonly Buffer[]) => findSessions(db, hashes), BATCH),
      seen: new Batcher(async (sightings: readonly Sighting[]) => {
        await markSeen(db, sightings);
        return sightings.map(() => true as const);
      }, BATCH),
      due: new Map(),
    };
    known.set(db, sessions);
  }
  return sessions;
}

export interface Visitor {
  readonly ip: string;
  /** The browser's own words, shortened. */
  readonly device: string;
}

/** Who calls, as far as the call itself tells. */
export function visitorOf(call: {
  readonly ip: string;
  readonly headers: { readonly "user-agent"?: string | undefined };
}): Visitor {
  return { ip: call.ip, device: call.headers["user-agent"] ?? "" };
}

/** Opens a session; the token is answered once and stored nowhere. */
export async function openSession(
  { clock }: AppContext,
  tx: Tx,
  personId: string,
  { ip, device, remember }: Visitor & { readonly remember: boolean },
): Promise<string> {
  const { token, hash } = newToken("vc1_");
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
    device: device.replace(/[^\x20-\x7e]/g, "").slice(0, 200),
  });
  if (await endOldestSessions(tx, personId, MAX_SESSIONS)) {
    await announceEnded(tx, personId);
  }
  return token;
}

/** Signs out: ends the session that asks, everywhere, before it returns. */
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
 * Ends all sessions of some of a customer's people inside a transaction. Call what it returns once
 * that committed: it makes an end of what is kept of them here, and of their open screens.
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
  return async () => {
    for (const personId of people) {
      forgetSessions(context, personId);
    }
    await tellSessionsEnded(context, { customerId });
  };
}

/**
 * Ends a person's sessions but one inside a transaction. Call `forget` once that committed.
 *
 * @returns how many were ended
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
 * A new token for a session whose others were just ended, in the same transaction: the old one
 * dies with it. Undefined where the session ended meanwhile.
 */
export async function renewToken(tx: Tx, sessionId: string): Promise<string | undefined> {
  const { token, hash } = newToken("vc1_");
  return (await replaceToken(tx, sessionId, hash)) ? token : undefined;
}

/**
 * Has every server read a person's sessions again, which go on. Call what it returns once the
 * transaction committed.
 */
export async function rereadSessionsOf(
  context: AppContext,
  tx: Tx,
  personId: string,
): Promise<() => void> {
  await announceEnded(tx, personId);
  return () => forgetSessions(context, personId);
}

/** Publishes to a customer's event streams that sessions ended. Call it after the commit. */
export async function tellSessionsEnded(
  context: AppContext,
  { customerId }: Pick<Session, "customerId">,
): Promise<void> {
  await context.events.publish(customerId, SESSIONS_TOPIC, {});
}

/**
 * Drops an ended session, or all of a person, from this process's cache by id, and notifies its
 * watchers before it returns.
 */
export function forgetSessions(context: AppContext, id: string): void {
  noticeEnding(knownSessions(context), id);
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

/** Calls `watcher` for each ended session that this process learns of; returns a stop function. */
export function watchEndedSessions(context: AppContext, watcher: EndingWatcher): () => void {
  const { watchers } = knownSessions(context);
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
  if (!TOKEN.test(token)) {
    return undefined;
  }
  const { clock } = context;
  const sessions = knownSessions(context);
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
    // Never an operator's: their rights end at every server with the commit that ends them.
    entry = stored.role === "customer" ? cache.put(name, stored, endings) : cache.entryOf(stored);
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

/** Reads sessions in use again before they are too old to honour, many with one statement. */
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
      // Each is then too old soon, and whoever calls next waits for it.
      (error: unknown) => log.warn({ err: error }, "sessions could not be read again"),
    );
  }, REFRESH_DELAY_MS).unref();
}

/** How the platform asks who calls. */
export function createAuthenticator(context: AppContext): Authenticator {
  return {
    session: (token, use = "call") => liveSession(context, token, use),
    proof: (session, proof) => judgeProof(context, session, proof),
  };
}

/** Forgets at once what another server ended. */
export async function followEndedSessions(context: AppContext): Promise<void> {
  const sessions = knownSessions(context);
  await context.db.sql.listen(
    "tessera_session_ended",
    (id) => noticeEnding(sessions, id),
    // After a broken connection notices may have been missed.
    () => noticeEnding(sessions, undefined),
  );
}
