import { chown, copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { type EmbeddedServer, startEmbeddedServer } from "./embedded-server.ts";
import { chooseServerUser, type ServerUser } from "./server-user.ts";

/** What a standby has of its own, or gets from its primary's log. */
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot"]);
/** Folders that a server does not create itself. */
const EMPTY = ["pg_wal", "pg_wal/archive_status", "pg_wal/summaries", "pg_replslot"];

export interface StandbyOptions {
  /** The new standby's data directory, in a folder that PostgreSQL's user can enter. */
  readonly dataDir: string;
  /** The name under which its primary knows it. */
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Copies a running embedded server and starts the copy as its standby. Does what `pg_basebackup`
 * does, which the embedded PostgreSQL does not include.
 *
 * @param primary whose data directory this process can read
 */
export async function startStandby(
  primary: Pick<EmbeddedServer, "superuserUrl" | "location">,
  { dataDir, name, settings = {} }: StandbyOptions,
): Promise<EmbeddedServer> {
  const user = chooseServerUser();
  const { location, superuserUrl } = primary;
  await rm(dataDir, { recursive: true, force: true });
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`select pg_backup_start(${name}, true)`;
    await copyFolder(location.dataDir, dataDir, user);
    const [stopped] = await sql<{ label: string }[]>`
      select labelfile as label from pg_backup_stop(false)`;
    await give(join(dataDir, "backup_label"), stopped?.label ?? "", user);
  } finally {
    await sql.end({ timeout: 5 });
  }
  for (const folder of EMPTY) {
    await makeFolder(join(dataDir, folder), user);
  }
  await give(join(dataDir, "standby.signal"), "", user);
  await copyFile(location.credentialsFile, `${dataDir}.credentials.json`);
  const { username, password, port } = new URL(superuserUrl);
  return startEmbeddedServer({
    dataDir,
    settings: {
      ...settings,
      cluster_name: name,
      primary_conninfo:
        `host=127.0.0.1 port=${port} user=${username} password=${password} ` +
        `application_name=${name}`,
    },
  });
}

async function makeFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await own(folder, user);
}

async function give(file: string, text: string, user: ServerUser | undefined): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  await own(file, user);
}

async function own(path: string, user: ServerUser | undefined): Promise<void> {
  if (user !== undefined) {
    await chown(path, user.uid, user.gid);
  }
}

/** Copies a folder whose files may be deleted in the meantime. */
async function copyFolder(from: string, to: string, user: ServerUser | undefined): Promise<void> {
  await makeFolder(to, user);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.has(entry.name)) {
      continue;
    }
    if (entry.isDirectory()) {
      await copyFolder(source, copy, user);
    } else {
      await copyFile(source, copy).then(() => own(copy, user), ignoreDeleted);
    }
  }
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") {
    throw error;
  }
}
