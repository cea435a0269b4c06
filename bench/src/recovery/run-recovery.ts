import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate, openDatabase } from "@tessera/database";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import { createLedger } from "@tessera/ledger";
import { migrations } from "@tessera/server/migrations";
import postgres from "postgres";
import type { Environment } from "../environment.ts";
import { openPopulation } from "../population.ts";
import {
  ARCHIVE_COMMAND,
  findBaseBackup,
  ownerOf,
  recoverySettings,
  signalRecovery,
  takeBaseBackup,
  withArchive,
} from "./physical-backup.ts";
import { type RecoveryOptions, recoveryOptionsOf } from "./recovery-options.ts";
import { waitForArchive } from "./wait-for-archive.ts";
import { findFaults, startWitnessedLoad, type Witnessed } from "./witnessed-load.ts";

/**
 * Tests recovery as described in docs/operations.md: a base backup under load, a target time while
 * the load continues, the loss of the server, and a restore from backup and archive to that time.
 * Every movement acknowledged before the target time must be present, no movement submitted after
 * it may be present, and every ledger invariant must hold.
 */

const TESSERA = new URL("../../../apps/server/src/tessera.ts", import.meta.url).pathname;
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${text}`);
}

interface Lab {
  readonly options: RecoveryOptions;
  readonly folder: string;
  readonly archive: string;
}

/** The first server, the movements that it acknowledged, and the time to recover to. */
interface Recorded {
  readonly witnessed: Witnessed;
  readonly target: string;
  readonly backup: string;
  readonly credentials: string;
}

/** Runs the load on a server with an archive, then destroys that server. */
async function record({ options, folder, archive }: Lab): Promise<Recorded> {
  const dataDir = path.join(folder, "lost", "pg");
  const server = await startEmbeddedServer({
    dataDir,
    settings: {
      archive_mode: "on",
      archive_timeout: "60",
      archive_command: withArchive(ARCHIVE_COMMAND, archive),
    },
  });
  const owner = await ownerOf(server.location.dataDir);
  await chown(archive, owner.uid, owner.gid);
  await chown(folder, owner.uid, owner.gid);
  const baseBackup = await findBaseBackup(process.env.PG_BIN, owner);
  await migrate({ ownerUrl: server.ownerUrl, migrations });
  const db: Environment["db"] = openDatabase<unknown>({ url: server.appUrl });
  const superuser = postgres(server.superuserUrl, { max: 1, onnotice: () => undefined });
  const ledger = createLedger({ db });
  try {
    const subjects = await openPopulation({ db }, ledger, options.customers);
    const load = startWitnessedLoad(ledger, subjects, options.clients);
    await sleep(options.seconds * 1_000);
    say(`${load.acknowledged()} movements are acknowledged; the base backup begins`);
    const backup = path.join(folder, "backup");
    const begun = performance.now();
    await takeBaseBackup(baseBackup, owner, server.superuserUrl, backup);
    say(`the base backup took ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    await sleep(options.seconds * 1_000);
    const target = await load.mark(async () => {
      const [row] = await superuser<{ at: string }[]>`select clock_timestamp()::text as at`;
      return row?.at ?? "";
    });
    say(`the target time is ${target}, after ${load.acknowledged()} movements`);
    await sleep(options.seconds * 1_000);
    const witnessed = await load.stop();
    await waitForArchive(superuser);
    say(`${load.acknowledged()} movements are acknowledged, and all WAL is archived`);
    const credentials = path.join(folder, "credentials");
    await copyFile(server.location.credentialsFile, credentials);
    return { witnessed, target, backup, credentials };
  } finally {
    await ledger.close();
    await db.close();
    await superuser.end({ timeout: 5 });
    await server.stop();
    await rm(path.dirname(dataDir), { recursive: true, force: true });
  }
}

/** Starts PostgreSQL on the base backup and waits until it has replayed WAL up to the target. */
async function restore({ archive, folder }: Lab, recorded: Recorded): Promise<EmbeddedServer> {
  const { backup, credentials, target } = recorded;
  const owner = await ownerOf(backup);
  await signalRecovery(backup, owner);
  // The roles' passwords. For an external PostgreSQL, Tessera gets them from DATABASE_URL.
  await copyFile(credentials, path.join(folder, "backup.credentials.json"));
  return startEmbeddedServer({ dataDir: backup, settings: recoverySettings(archive, target) });
}

/** Runs `npm run tessera -- verify` on the restored database. */
async function verify(server: EmbeddedServer, folder: string): Promise<boolean> {
  const child = spawn(process.execPath, [TESSERA, "verify"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: path.join(folder, "data"),
      DATABASE_URL: server.appUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
    },
  });
  await once(child, "exit");
  return child.exitCode === 0;
}

async function judge(
  server: EmbeddedServer,
  { witnessed, target }: Recorded,
  folder: string,
): Promise<boolean> {
  const owner = postgres(server.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    const rows = await owner<{ id: string }[]>`select id from ledger.movement`;
    const faults = findFaults(witnessed, new Set(rows.map(({ id }) => id)));
    const { expected, excluded, undecided } = witnessed;
    say(
      `recovered to ${target}: ${rows.length} movements; ${faults.lost.length} of ` +
        `${expected.size} acknowledged before it are lost, ${faults.surplus.length} of ` +
        `${excluded.size} submitted after it are there, ${undecided.size} were in flight`,
    );
    const isWhole = await verify(server, folder);
    return isWhole && faults.lost.length === 0 && faults.surplus.length === 0;
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function run(options: RecoveryOptions): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-recovery-"));
  // PostgreSQL may run as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  const archive = path.join(folder, "wal");
  await mkdir(archive);
  const lab = { options, folder, archive };
  try {
    const recorded = await record(lab);
    const begun = performance.now();
    const server = await restore(lab, recorded);
    say(`the restore took ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    try {
      const isRight = await judge(server, recorded, folder);
      say(isRight ? "the recovery is right" : "the recovery is WRONG");
      process.exitCode = isRight ? 0 : 1;
    } finally {
      await server.stop();
    }
  } finally {
    if (options.keep) {
      say(`kept: ${folder}`);
    } else {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

try {
  const options = recoveryOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    await run(options);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
