import { databaseErrorCode } from "./database-errors.ts";

/** Thrown if the recorded text of a versioned migration differs from its current text. */
export class MigrationChangedError extends Error {
  constructor(id: string) {
    super(`migration ${id} was changed after it ran; write a new one instead`);
    this.name = "MigrationChangedError";
  }
}

/**
 * Thrown if a migration waited too long for a lock held by other sessions. The migration was rolled
 * back.
 */
export class MigrationLockError extends Error {
  constructor(id: string, lockTimeoutMs: number) {
    super(
      `migration ${id} waited ${lockTimeoutMs / 1_000} s for a lock that others hold. It was ` +
        "rolled back, and those before it are done; run this again when the database is less busy",
    );
    this.name = "MigrationLockError";
  }
}

/** Thrown if another process is migrating the same database and did not finish in time. */
export class MigrationBusyError extends Error {
  constructor(lockTimeoutMs: number) {
    super(
      `another process has been migrating this database for over ${lockTimeoutMs / 1_000} s. ` +
        "Nothing was changed here; run this again when it has finished",
    );
    this.name = "MigrationBusyError";
  }
}

/** Thrown if the database was created by migrations that the current ones have replaced. */
export class FormerHistoryError extends Error {
  constructor() {
    super(
      "This database was made by a version of Tessera from before its first release, which no " +
        "later version upgrades. It was not changed. Export what you need with the version that " +
        "made it, and start this one with an empty database",
    );
    this.name = "FormerHistoryError";
  }
}

/**
 * SQLSTATEs for changes that PostgreSQL cannot make in place: a function with a different result or
 * parameter names, a view with different columns, and objects that others depend on.
 */
const NEEDS_DROP = new Set(["42P13", "42P16", "2BP01"]);

/**
 * Thrown if PostgreSQL rejected a repeatable migration, in which case all of them were rolled back.
 */
export class RepeatableMigrationError extends Error {
  /** The SQLSTATE of PostgreSQL's error. */
  readonly code: string | undefined;
  constructor(id: string, cause: unknown) {
    const code = databaseErrorCode(cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice =
      code !== undefined && NEEDS_DROP.has(code)
        ? ". Drop the object, and what depends on it, in a versioned migration"
        : "";
    super(
      `repeatable migration ${id} failed, and all of them were rolled back: ${reason}${advice}`,
      { cause },
    );
    this.name = "RepeatableMigrationError";
    this.code = code;
  }
}
