import type { StoredSession } from "./sessions.repository.ts";

/**
 * Maximum age at which a cached session is still accepted, even if the notice that it ended was
 * lost.
 */
const MAX_AGE_MS = 5_000;
/** Age at which a session in use is refreshed, before its entry expires. */
const REFRESH_AGE_MS = MAX_AGE_MS / 2;
const MAX_ENTRIES = 50_000;

interface Entry {
  readonly session: StoredSession;
  readonly readAtMs: number;
  lastSeenMs: number;
  /** Whether a caller is already refreshing the session. */
  isRefreshing: boolean;
}

/** Caches recently read sessions, so that a burst of calls queries the database only once. */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  /**
   * Counts ended sessions, so that a concurrent lookup cannot put an ended session back into the
   * cache.
   */
  #endings = 0;

  get endings(): number {
    return this.#endings;
  }

  get(hash: string): Entry | undefined {
    const entry = this.#entries.get(hash);
    if (entry !== undefined && performance.now() - entry.readAtMs > MAX_AGE_MS) {
      this.#entries.delete(hash);
      return undefined;
    }
    return entry;
  }

  /**
   * Returns whether the caller should refresh this session now. Returns true only once per entry.
   */
  takeRefresh(entry: Entry): boolean {
    const isDue = !entry.isRefreshing && performance.now() - entry.readAtMs > REFRESH_AGE_MS;
    entry.isRefreshing ||= isDue;
    return isDue;
  }

  /** Wraps a session that was just read, without caching it. */
  entryOf(session: StoredSession): Entry {
    const lastSeenMs = session.lastSeenAt.getTime();
    return { session, readAtMs: performance.now(), lastSeenMs, isRefreshing: false };
  }

  /** Caches a session that was read, unless any session has ended since `endings` was read. */
  put(hash: string, session: StoredSession, endings: number): Entry {
    const entry = this.entryOf(session);
    if (endings === this.#endings) {
      if (this.#entries.size >= MAX_ENTRIES) {
        this.#makeRoom();
      }
      this.#entries.set(hash, entry);
    }
    return entry;
  }

  /**
   * Removes the oldest tenth of the entries. Each new iterator over a Map has to skip the deleted
   * entries before the first live one, so removing entries one at a time would get slower and
   * slower.
   */
  #makeRoom(): void {
    let surplus = MAX_ENTRIES / 10;
    for (const hash of this.#entries.keys()) {
      if (surplus === 0) {
        return;
      }
      this.#entries.delete(hash);
      surplus -= 1;
    }
  }

  forget(hash: string): void {
    this.#entries.delete(hash);
  }

  /**
   * Removes a session by its id, all of a person's sessions by the person's id, or all sessions
   * that act for a customer by the customer's id.
   */
  end(id: string): void {
    this.#endings += 1;
    for (const [hash, { session }] of this.#entries) {
      if (session.sessionId === id || session.userId === id || session.customerId === id) {
        this.#entries.delete(hash);
      }
    }
  }

  clear(): void {
    this.#endings += 1;
    this.#entries.clear();
  }
}
