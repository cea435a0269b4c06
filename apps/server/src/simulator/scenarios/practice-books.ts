import { databaseErrorCode, databaseErrorKind, openDatabase } from "@tessera/database";
import type { AppContext, Db } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";

/** Practice's own database, opened when it is first asked for. */
export interface PracticeBooks {
  /**
   * Does something in practice's books.
   *
   * @throws Refusal `practice_unavailable` where they can't be reached
   */
  use<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Where nobody can practise. */
export const NO_PRACTICE: PracticeBooks = {
  use: async () => {
    throw new Refusal("practice_unavailable");
  },
  close: async () => undefined,
};

/** One that is pipelined and two for transactions. */
const MAX_CONNECTIONS = 3;

const UNREACHABLE: ReadonlySet<string> = new Set([
  "connection_lost",
  "server_unavailable",
  "too_many_connections",
  "out_of_resources",
  "permission_denied",
  "unknown_outcome",
]);
/** The database was dropped, or the role may not enter any more. */
const GONE: ReadonlySet<string> = new Set(["3D000", "28000", "28P01", "42P01"]);

function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.has(databaseErrorKind(error));
}

function isGone(error: unknown): boolean {
  return GONE.has(databaseErrorCode(error) ?? "");
}

/**
 * @param prepare makes the database ready and answers its address with the application's role;
 * asked once, and again after it failed
 */
export function createPracticeBooks(
  { log }: Pick<AppContext, "log">,
  prepare: () => Promise<string>,
): PracticeBooks {
  let opening: Promise<Db> | undefined;

  async function open(): Promise<Db> {
    const url = await prepare();
    return openDatabase<object>({
      url,
      maxConnections: MAX_CONNECTIONS,
      pipelinedConnections: 1,
      applicationName: "tessera-practice",
    });
  }

  function opened(): Promise<Db> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw unavailable(error);
    });
    return opening;
  }

  function unavailable(error: unknown): Refusal {
    log.error({ err: error }, "practice's books can't be reached");
    return new Refusal("practice_unavailable", { cause: error });
  }

  /** Where the database itself is gone, it is made ready anew next time. */
  function forget(mine: Promise<Db>, db: Db): void {
    if (opening === mine) {
      opening = undefined;
    }
    db.close().catch((error: unknown) => log.warn({ err: error }, "practice did not close"));
  }

  return {
    async use(work) {
      const mine = opened();
      const db = await mine;
      try {
        return await work(db);
      } catch (error) {
        if (isGone(error)) {
          forget(mine, db);
        }
        throw isGone(error) || isUnreachable(error) ? unavailable(error) : error;
      }
    },
    async close() {
      const db = await opening?.catch(() => undefined);
      await db?.close();
    },
  };
}
