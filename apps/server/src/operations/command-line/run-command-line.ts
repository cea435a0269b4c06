import {
  databaseErrorKind,
  FormerHistoryError,
  MigrationBusyError,
  MigrationChangedError,
  MigrationLockError,
  NotDurableError,
  RepeatableMigrationError,
} from "@tessera/database";
import { ConfigError } from "../../platform/config/config.ts";
import { DatabaseUnusableError } from "../../platform/database/naming-database.ts";
import { CellUnusableError } from "../../startup/cells/cell-unusable-error.ts";
import { DatabaseMarkError } from "../../startup/database-mark/settle-database-mark.ts";
import { DamagedBackupError } from "../backup/damaged-backup-error.ts";
import { envOfCell } from "./cell-option.ts";
import { type Command, CommandError, type Terminal, UsageError } from "./command.ts";
import { type ParsedCommand, parseCommandLine } from "./parse-command-line.ts";

/** The exit codes of the process. */
export const EXIT = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

export interface CommandLine {
  readonly commands: readonly Command[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Runs the command named in the arguments and returns the exit code. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const { terminal, args } = line;
  try {
    const parsed = parseCommandLine(line.commands, args);
    if (typeof parsed === "string") {
      terminal.stdout.write(parsed);
      return EXIT.done;
    }
    return await runToEnd(line, parsed);
  } catch (error) {
    if (line.signal.aborted) {
      terminal.stderr.write("Interrupted.\n");
      return EXIT.interrupted;
    }
    terminal.stderr.write(`${wordsOf(error, args.includes("--verbose"))}\n`);
    return error instanceof UsageError ? EXIT.misused : EXIT.failed;
  }
}

/** Runs the command and then its cleanup functions. Ctrl-C does not wait for work in progress. */
async function runToEnd(line: CommandLine, { command, ...given }: ParsedCommand) {
  const { terminal, signal } = line;
  const env = envOfCell(line.env, given.options.text("cell"));
  const cleanUps: (() => Promise<void>)[] = [];
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    signal.throwIfAborted();
    const atEnd = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp);
    await Promise.race([command.run({ ...given, env, terminal, signal, atEnd }), aborted]);
    return EXIT.done;
  } finally {
    for (const cleanUp of cleanUps.reverse()) {
      // Only the first failure is reported, and the remaining cleanup functions still run.
      await cleanUp().catch(() => undefined);
    }
  }
}

/** Errors that the operator can fix. Their messages say how to fix them. */
const EXPECTED = [
  UsageError,
  CommandError,
  CellUnusableError,
  ConfigError,
  DamagedBackupError,
  DatabaseMarkError,
  DatabaseUnusableError,
  NotDurableError,
  FormerHistoryError,
  MigrationChangedError,
  MigrationBusyError,
  MigrationLockError,
  RepeatableMigrationError,
] as const;

/**
 * Returns an error's message on one line or, with `verbose`, the entire error. Errors from the
 * database driver contain values, so they are masked.
 */
function wordsOf(error: unknown, isVerbose: boolean): string {
  const isDenied = databaseErrorKind(error) === "permission_denied";
  const isExpected = isDenied || EXPECTED.some((kind) => error instanceof kind);
  const told = error instanceof Error ? error.message : String(error);
  const message = isDenied ? `${told}. Set DATABASE_OWNER_URL: this needs the owner's role.` : told;
  const words =
    error instanceof DamagedBackupError ? `The backup is not used: ${message}.` : message;
  if (isVerbose && error instanceof Error) {
    return `${words}\n${error.stack?.split("\n").slice(1).join("\n")}`;
  }
  return isExpected ? words : `Failed: ${words.split("\n")[0]} (--verbose tells where)`;
}
