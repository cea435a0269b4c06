import { type Migration, repeatableIn, versionedIn } from "@tessera/database";
import { ledgerMigrations } from "@tessera/ledger/migrations";
import generation from "./generation.json" with { type: "json" };

const folder = (path: string) => new URL(path, import.meta.url);

const DATABASE_MARK = "server-0001_database_mark";
/** The migration that identifies the simulator's database. */
export const PRACTICE_MARK = "practice-0001_practice_mark";

const versioned = versionedIn(folder("./migrations/"), "server", {
  [DATABASE_MARK]: "server-0250_database_mark",
});

/**
 * The migrations for a server's database: first its mark, then the ledger, then the server's
 * numbered migrations, and finally functions, views, triggers and comments. This way, a database is
 * marked before it contains any data.
 */
export const migrations: readonly Migration[] = [
  ...versioned.filter(({ id }) => id === DATABASE_MARK),
  ...ledgerMigrations,
  ...versioned.filter(({ id }) => id !== DATABASE_MARK),
  ...repeatableIn(folder("./functions/"), "server-functions", generation),
  ...repeatableIn(folder("./views/"), "server-views", generation),
  ...repeatableIn(folder("./triggers/"), "server-triggers", generation),
  ...repeatableIn(folder("./comments/"), "server-comments", generation),
];

const practiceVersioned = versionedIn(folder("./practice/migrations/"), "practice", {
  [PRACTICE_MARK]: "practice-0000_practice_mark",
});

/**
 * The migrations for the simulator's database: its mark, all the migrations above, and the
 * simulator's own tables.
 */
export const practiceMigrations: readonly Migration[] = [
  ...practiceVersioned.filter(({ id }) => id === PRACTICE_MARK),
  ...migrations,
  ...practiceVersioned.filter(({ id }) => id !== PRACTICE_MARK),
  ...repeatableIn(folder("./practice/functions/"), "practice-functions", generation),
  ...repeatableIn(folder("./practice/comments/"), "practice-comments", generation),
];
