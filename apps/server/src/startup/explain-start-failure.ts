import {
  databaseErrorCode,
  databaseErrorKind,
  FormerHistoryError,
  MigrationChangedError,
  NotDurableError,
  RepeatableMigrationError,
} from "@tessera/database";
import { ConfigError } from "../platform/config/config.ts";
import { DatabaseUnusableError } from "../platform/database/naming-database.ts";
import { CellUnusableError } from "./cells/cell-unusable-error.ts";
import { DatabaseMarkError } from "./database-mark/settle-database-mark.ts";

/** Errors that the operator can fix. Their messages say how. */
const EXPECTED = [
  CellUnusableError,
  ConfigError,
  NotDurableError,
  DatabaseMarkError,
  DatabaseUnusableError,
  FormerHistoryError,
  MigrationChangedError,
  RepeatableMigrationError,
] as const;

/**
 * Explains in one sentence why a start failed and what to do about it.
 *
 * @param host the address to listen on
 * @returns undefined for a failure that the operator cannot fix
 */
export function explainStartFailure(error: unknown, host: string | undefined): string | undefined {
  if (EXPECTED.some((kind) => error instanceof kind)) {
    return error instanceof Error ? error.message : undefined;
  }
  if (error instanceof Error && "code" in error && "port" in error) {
    if (error.code === "EADDRINUSE") {
      return `Port ${error.port} is in use. Stop what uses it, or set PORT to another one.`;
    }
    if (error.code === "EACCES") {
      return `Port ${error.port} is not allowed for this user. Set PORT to one above 1023.`;
    }
  }
  return explainHost(error, host) ?? explainFile(error) ?? explainLostDatabase(error);
}

/** Explains that a database, which could be reached at first, stopped while the server started. */
function explainLostDatabase(error: unknown): string | undefined {
  const code = databaseErrorCode(error) ?? "unknown";
  // Writing to a terminal that is gone fails in the same way.
  if (code === "EPIPE") {
    return undefined;
  }
  switch (databaseErrorKind(error)) {
    case "server_unavailable":
    case "connection_lost":
      return code === "08001"
        ? "The directory's database cannot be reached (08001). Start PostgreSQL there, and then " +
            "start Tessera again."
        : `The database connection was lost while Tessera started (${code}). Start Tessera again.`;
    default:
      return undefined;
  }
}

function explainHost(error: unknown, host: string | undefined): string | undefined {
  const isUnknown = error instanceof Error && "hostname" in error && error.hostname === host;
  const isElsewhere = error instanceof Error && "code" in error && error.code === "EADDRNOTAVAIL";
  return isUnknown || isElsewhere
    ? `HOST is ${host}, which is no address of this machine. Set one of its own, such as 127.0.0.1.`
    : undefined;
}

/** Explains an error about a file or folder that is missing or belongs to another user. */
function explainFile(error: unknown): string | undefined {
  const isOfFile =
    error instanceof Error && "code" in error && "path" in error && "syscall" in error;
  return isOfFile && ["EACCES", "EPERM", "EROFS"].includes(String(error.code))
    ? `${error.path} cannot be used (${error.code}). The files in DATA_DIR must belong to the ` +
        "user who runs Tessera (chown)."
    : undefined;
}
