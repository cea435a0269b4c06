import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo } from "../driver/connect-to.ts";
import type { Binaries } from "./binaries.ts";
import type { Credentials } from "./credentials.ts";
import type { ServerUser } from "./server-user.ts";

export const SUPERUSER = "tessera_superuser";
export const OWNER = "tessera_owner";
export const APP = "tessera_server";
export const DATABASE = "tessera";

/** Returns whether a directory contains a completely initialized cluster. */
export function clusterExists(dataDir: string): boolean {
  return (
    existsSync(join(dataDir, "PG_VERSION")) && existsSync(join(dataDir, "global", "pg_control"))
  );
}

/** Creates the cluster with UTF-8, locale C, page checksums, and SCRAM passwords from the start. */
export async function createCluster(
  binaries: Binaries,
  dataDir: string,
  credentials: Credentials,
  user: ServerUser | undefined,
): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const secretDir = await mkdtemp(join(tmpdir(), "tessera-initdb-"));
  const passwordFile = join(secretDir, "password");
  await writeFile(passwordFile, `${credentials.superuser}\n`, { mode: 0o600 });
  if (user !== undefined) {
    await Promise.all([dataDir, secretDir, passwordFile].map((p) => chown(p, user.uid, user.gid)));
  }
  try {
    const result = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${dataDir}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        "--encoding=UTF8",
        "--locale=C",
        "--data-checksums",
        "--auth=scram-sha-256",
      ],
      { cwd: "/", encoding: "utf8", ...(user && { uid: user.uid, gid: user.gid }) },
    );
    if (result.status !== 0) {
      throw new Error(`initdb failed: ${result.error?.message ?? result.stderr}`);
    }
    await chmod(dataDir, 0o700);
  } finally {
    await rm(secretDir, { recursive: true, force: true });
  }
}

/**
 * Creates the database and its two roles if they are missing: the owner, which runs migrations, and
 * the application, which may do only what migrations grant to `tessera_app`.
 */
export async function ensureDatabase(
  superuserUrl: string,
  credentials: Credentials,
): Promise<void> {
  const sql = connectTo(superuserUrl, {});
  try {
    const [recovery] = await sql`select pg_is_in_recovery() as "isStandby"`;
    if (recovery?.isStandby === true) {
      // A standby has what its primary has.
      return;
    }
    await sql.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'tessera_app') then
          create role tessera_app nologin;
        end if;
        if not exists (select from pg_roles where rolname = '${OWNER}') then
          create role ${OWNER} login createdb createrole password '${credentials.owner}';
        end if;
        if not exists (select from pg_roles where rolname = '${APP}') then
          create role ${APP} login in role tessera_app password '${credentials.app}';
        end if;
      end $$;
      grant tessera_app to ${OWNER} with admin option`);
    const [existing] = await sql`select from pg_database where datname = ${DATABASE}`;
    if (existing === undefined) {
      await sql.unsafe(`create database ${DATABASE} owner ${OWNER}`);
      await sql.unsafe(`revoke connect, temporary on database ${DATABASE} from public`);
      await sql.unsafe(`grant connect on database ${DATABASE} to tessera_app`);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}
