import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";

/** The folder of the WAL archive in docs/operations.md and compose.yaml. */
const DOCUMENTED_ARCHIVE = "/backups/wal";

/**
 * The archive_command in docs/operations.md and compose.yaml; a test compares them. A file gets its
 * final name only when it is on disk. If a file with that name already exists, it is accepted if
 * the content is the same, because PostgreSQL archives a file again after a crash.
 */
export const ARCHIVE_COMMAND =
  "cmp -s %p /backups/wal/%f || " +
  "{ test ! -e /backups/wal/%f && cp %p /backups/wal/%f.part && sync /backups/wal/%f.part && " +
  "mv /backups/wal/%f.part /backups/wal/%f && sync /backups/wal; }";

/** The restore_command in docs/operations.md. */
export const RESTORE_COMMAND = "cp /backups/wal/%f %p";

/** Returns a documented command, changed to use a different archive folder. */
export function withArchive(command: string, archive: string): string {
  return command.replaceAll(DOCUMENTED_ARCHIVE, archive);
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the user that PostgreSQL runs as, who owns the data. */
export async function ownerOf(folder: string): Promise<Owner> {
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

/**
 * Runs a program as the owner of PostgreSQL's data, because root may not own its files.
 *
 * @throws Error with the program's own output if it fails or is missing
 */
async function runAs(
  owner: Owner,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const mayChange = process.getuid?.() === 0;
  const child = spawn(program, args, {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, ...env },
    ...(mayChange && owner),
  });
  const ended = once(child, "close");
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (child.exitCode !== 0) {
    throw new Error(`${path.basename(program)} failed: ${problems.trim()}`);
  }
  return out;
}

/**
 * Locates `pg_basebackup`, which the embedded PostgreSQL does not include.
 *
 * @param folder the value of `PG_BIN`; if absent, searches PATH
 * @throws Error saying what to set
 */
export async function findBaseBackup(folder: string | undefined, owner: Owner): Promise<string> {
  const program = folder === undefined ? "pg_basebackup" : path.join(folder, "pg_basebackup");
  const version = await runAs(owner, program, ["--version"]).catch((cause: unknown) => {
    throw new Error(
      `${program} cannot be run. Install PostgreSQL 18's client programs, or set PG_BIN to their ` +
        "folder.",
      { cause },
    );
  });
  if (!/\) 18[.\s]/.test(version)) {
    throw new Error(`PostgreSQL 18's pg_basebackup is needed, not ${version.trim()}.`);
  }
  return program;
}

/** Takes a base backup into `target`, including the WAL needed to make it consistent. */
export async function takeBaseBackup(
  program: string,
  owner: Owner,
  superuserUrl: string,
  target: string,
): Promise<void> {
  const { username, password, port } = new URL(superuserUrl);
  const connection = ["--host=127.0.0.1", `--port=${port}`, `--username=${username}`];
  const how = ["--wal-method=stream", "--checkpoint=fast", "--no-password"];
  await runAs(owner, program, [`--pgdata=${target}`, ...connection, ...how], {
    PGPASSWORD: decodeURIComponent(password),
  });
}

/** Returns settings that make PostgreSQL replay the archive up to a time and then accept writes. */
export function recoverySettings(archive: string, targetTime: string): Record<string, string> {
  return {
    restore_command: withArchive(RESTORE_COMMAND, archive),
    recovery_target_time: targetTime,
    recovery_target_action: "promote",
    // No connections are accepted before the target is reached.
    hot_standby: "off",
    archive_mode: "off",
  };
}

/** Marks a data folder for recovery from the archive. */
export async function signalRecovery(dataDir: string, { uid, gid }: Owner): Promise<void> {
  const file = path.join(dataDir, "recovery.signal");
  await writeFile(file, "");
  await chown(file, uid, gid);
}
