import type { StoredSession } from "./sessions.repository.ts";

/** A session that another server ended is honored no longer than this, even without a notice. */
const MAX_AGE_MS = 5_000;
/** From this age on, a session in use is refreshed before it expires. */
const REFRESH_AGE_MS = MAX_AGE_MS / 2;
const MAX_ENTRIES = 50_000;

interface Entry {
  readonly session: StoredSession;
  readonly readAtMs: number;
  lastSeenMs: number;
  /** Whether a caller is already refreshing it. */
  isRefreshing: boolean;
}

/** Caches recently read sessions, so that a burst of calls queries the database once. */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  /** Counts endings, so that a concurrent lookup does not bring an ended session back. */
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

  /** Returns whether to refresh a session now; true once per entry. */
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

  /** Caches what was read, unless something ended since `endings` was read. */
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
   * Removes the oldest tenth. Each new iterator of a Map walks over the entries that were deleted
   * before its first live one, so removing them one at a time would cost more and more.
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

  /** Removes a session, or all of a person's, by id. */
  end(id: string): void {
    this.#endings += 1;
    for (const [hash, { session }] of this.#entries) {
      if (session.sessionId === id || session.userId === id) {
        this.#entries.delete(hash);
      }
    }
  }

  clear(): void {
    this.#endings += 1;
    this.#entries.clear();
  }
}
