import { timingSafeEqual } from "node:crypto";
import type { Authenticator, Session } from "../../platform/authentication.ts";
import { Batcher } from "../../platform/batcher.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { SESSIONS_TOPIC } from "../../platform/event-stream.ts";
import { newId } from "../../platform/ids.ts";
import { SessionCache } from "./session-cache.ts";
import {
  announceEnded,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
  endOldestSessions,
  findProof,
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
  remembered: { idleSeconds: 7 * DAY_SECONDS, totalSeconds: 30 * DAY_SECONDS },
};
const MAX_SESSIONS = 10;
/** How late the stored time of the last call may be. */
const SEEN_EVERY_MS = 60_000;
const TOKEN = /^vc1_[A-Za-z0-9_-]{43}$/;

/** How this process knows sessions. Both batchers serve all requests that wait at the time. */
interface KnownSessions {
  readonly cache: SessionCache;
  readonly lookUp: Batcher<Buffer, StoredSession | null>;
  readonly seen: Batcher<Sighting, true>;
}

const BATCH = { maxItems: 128, maxInFlight: 1 };
const known = new WeakMap<AppContext["db"], KnownSessions>();

function knownSessions({ db }: AppContext): KnownSessions {
  let sessions = known.get(db);
  if (sessions === undefined) {
    sessions = {
      cache: new SessionCache(),
      lookUp: new Batcher((hashes: readonly Buffer[]) => findSessions(db, hashes), BATCH),
      seen: new Batcher(async (sightings: readonly Sighting[]) => {
        await markSeen(db, sightings);
        return sightings.map(() => true as const);
      }, BATCH),
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

/** Opens a session; the token is answered once and stored nowhere. */
export async function openSession(
  { clock }: AppContext,
  tx: Tx,
  personId: string,
  { ip, device, remember }: Visitor & { readonly remember: boolean },
): Promise<string> {
  const { token, hash } = newToken("vc1_");
  const { idleSeconds, totalSeconds } = remember ? LIFETIMES.remembered : LIFETIMES.usual;
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

/** Ends one session, everywhere, before it returns. */
export async function endSession(context: AppContext, sessionId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await deleteSession(tx, sessionId);
    await announceEnded(tx, sessionId);
  });
  forgetSessions(context, sessionId);
}

/**
 * Ends all sessions of a person inside a transaction. Call what it returns once that committed.
 */
export async function endSessionsOf(
  context: AppContext,
  tx: Tx,
  personId: string,
): Promise<() => void> {
  await deleteSessionsOf(tx, personId);
  await announceEnded(tx, personId);
  return () => forgetSessions(context, personId);
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

/** Lets open screens of ended sessions know at once. To be called once that committed. */
export async function tellSessionsEnded(context: AppContext, session: Session): Promise<void> {
  await context.events.publish(session.customerId, SESSIONS_TOPIC, {});
}

/** Forgets in this process a session that was ended, or all of a person, by id. */
export function forgetSessions(context: AppContext, id: string): void {
  knownSessions(context).cache.end(id);
}

function isOver({ idleSeconds, expiresAt }: StoredSession, lastSeenMs: number, now: Date): boolean {
  return now >= expiresAt || now.getTime() - lastSeenMs >= idleSeconds * 1_000;
}

async function liveSession(context: AppContext, token: string): Promise<Session | undefined> {
  if (!TOKEN.test(token)) {
    return undefined;
  }
  const { clock } = context;
  const { cache, lookUp, seen } = knownSessions(context);
  const hash = hashToken(token);
  const name = hash.toString("base64");
  let entry = cache.get(name);
  if (entry === undefined) {
    const { endings } = cache;
    const stored = await lookUp.submit(hash);
    entry = stored === null ? undefined : cache.put(name, stored, endings);
  }
  const now = clock.now();
  if (entry === undefined || isOver(entry.session, entry.lastSeenMs, now)) {
    return undefined;
  }
  if (now.getTime() - entry.lastSeenMs >= SEEN_EVERY_MS) {
    entry.lastSeenMs = now.getTime();
    await seen.submit({ sessionId: entry.session.sessionId, at: now });
  }
  return entry.session;
}

async function judgeProof(
  { db, clock }: AppContext,
  session: Session,
  proof: string,
): Promise<"ok" | "invalid" | "stale"> {
  const stored = await findProof(db.kysely, hashToken(proof));
  if (stored === undefined) {
    return "invalid";
  }
  const isOwn = timingSafeEqual(Buffer.from(stored.sessionId), Buffer.from(session.sessionId));
  if (!isOwn) {
    return "invalid";
  }
  return stored.expiresAt > clock.now() ? "ok" : "stale";
}

/** How the platform asks who calls. */
export function createAuthenticator(context: AppContext): Authenticator {
  return {
    session: (token) => liveSession(context, token),
    proof: (session, proof) => judgeProof(context, session, proof),
  };
}

/** Forgets at once what another server ended. */
export async function followEndedSessions(context: AppContext): Promise<void> {
  const { cache } = knownSessions(context);
  await context.db.sql.listen(
    "tessera_session_ended",
    (id) => cache.end(id),
    // After a broken connection notices may have been missed.
    () => cache.clear(),
  );
}
