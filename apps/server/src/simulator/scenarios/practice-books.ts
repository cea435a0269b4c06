import { databaseErrorCode, databaseErrorKind, openDatabase } from "@tessera/database";
import type { AppContext, Db } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { defineService } from "../../platform/service.ts";

/** The simulator's separate database, which is opened on first use. */
export interface PracticeBooks {
  /**
   * Runs work on the simulator's database.
   *
   * @throws Refusal `practice_unavailable` if the database cannot be reached
   */
  use<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Access that always fails, for servers without a simulator. */
export const NO_PRACTICE: PracticeBooks = {
  use: async () => {
    throw new Refusal("practice_unavailable");
  },
  close: async () => undefined,
};

/**
 * This server's access to the simulator's database; undefined if the app has not provided it yet.
 */
export const practiceBooks = defineService(
  "practice books",
  (): PracticeBooks | undefined => undefined,
);

/** Maximum number of connections: one for pipelined statements, and two for transactions. */
const MAX_CONNECTIONS = 3;

const UNREACHABLE: ReadonlySet<string> = new Set([
  "connection_lost",
  "server_unavailable",
  "too_many_connections",
  "out_of_resources",
  "permission_denied",
  "unknown_outcome",
]);
/**
 * SQLSTATE codes which mean that the database was dropped or that the role can no longer connect.
 */
const GONE: ReadonlySet<string> = new Set(["3D000", "28000", "28P01", "42P01"]);

function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.has(databaseErrorKind(error));
}

function isGone(error: unknown): boolean {
  return GONE.has(databaseErrorCode(error) ?? "");
}

/**
 * Creates access to the simulator's database.
 *
 * @param prepare prepares the database and returns its address for the application's role. Called
 * once, and again after each failure.
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
    log.error({ err: error }, "the simulator's database can't be reached");
    return new Refusal("practice_unavailable", { cause: error });
  }

  /** Forgets a database that no longer exists, so that a new one is prepared on next use. */
  function forget(mine: Promise<Db>, db: Db): void {
    if (opening === mine) {
      opening = undefined;
    }
    db.close().catch((error: unknown) =>
      log.warn({ err: error }, "the simulator's database could not be closed"),
    );
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
