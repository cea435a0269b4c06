import type { StoredSession } from "./sessions.repository.ts";

/** Nothing ended elsewhere is honoured longer than this, even when no notice arrives. */
const MAX_AGE_MS = 5_000;
/** From here on a session in use is read again before its time is up. */
const REFRESH_AGE_MS = MAX_AGE_MS / 2;
const MAX_ENTRIES = 50_000;

interface Entry {
  readonly session: StoredSession;
  readonly readAtMs: number;
  lastSeenMs: number;
  /** Somebody was told that it is due to be read again. */
  isRefreshing: boolean;
}

/** Sessions read lately, so that a burst of calls asks the database once. */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  /** Grows when anything ends, so that a look-up under way does not bring it back. */
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

  /** Whether to read a session again now; says so once an entry. */
  takeRefresh(entry: Entry): boolean {
    const isDue = !entry.isRefreshing && performance.now() - entry.readAtMs > REFRESH_AGE_MS;
    entry.isRefreshing ||= isDue;
    return isDue;
  }

  /** Wraps a session as one that was just read, without keeping it. */
  entryOf(session: StoredSession): Entry {
    const lastSeenMs = session.lastSeenAt.getTime();
    return { session, readAtMs: performance.now(), lastSeenMs, isRefreshing: false };
  }

  /** Keeps what was read, unless something ended since `endings` was asked. */
  put(hash: string, session: StoredSession, endings: number): Entry {
    const entry = this.entryOf(session);
    if (endings === this.#endings) {
      const oldest = this.#entries.keys().next().value;
      if (this.#entries.size >= MAX_ENTRIES && oldest !== undefined) {
        this.#entries.delete(oldest);
      }
      this.#entries.set(hash, entry);
    }
    return entry;
  }

  forget(hash: string): void {
    this.#entries.delete(hash);
  }

  /** Forgets a session, or all of a person, by id. */
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
