import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@tessera/database";
import type { EmbeddedServer } from "@tessera/database/embedded";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import { type ChildServer, freePort, startChildServer } from "../child-server.ts";
import { type Environment, openEnvironment } from "../environment.ts";
import { LAB_SETTINGS } from "../faults/faulty-database.ts";
import { fundCards } from "../fund-cards.ts";
import { checkHolds } from "../holds/check-holds.ts";
import { type AnsweredPayment, type Attempt, runNetwork } from "../holds/repeating-network.ts";
import { type Caller, openCallers } from "../http-population.ts";
import { loadMovements, openPopulation } from "../population.ts";
import { serverEnvironment } from "../server-environment.ts";
import { seededRandom } from "../statistics.ts";
import { verifyBooks } from "../verify-books.ts";
import { startBalancer } from "./balancer.ts";
import { checkTopUps } from "./check-top-ups.ts";
import { prepareReleases, type Release, type Releases } from "./releases.ts";
import { type CustomersCourse, runCustomers } from "./strict-customers.ts";
import { type UpgradeOptions, upgradeOptionsOf } from "./upgrade-options.ts";

/**
 * Upgrades from an old release to a new one under load, behind a balancer: migrates the schema
 * while the old release serves requests, starts the new release alongside it, stops the old
 * release, rolls back to it once, and upgrades again. Every request must get a response, no
 * response may be a server error, and everything acknowledged must be in the ledger.
 */

const CARDS = 24;
/**
 * Maximum number of attempts to prepare the customers, because a busy machine rejects some of the
 * calls.
 */
const PREPARATIONS = 5;
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${text}`);
}

/** A run's releases, and the servers that were started for it. */
interface Lab {
  readonly options: UpgradeOptions;
  readonly releases: Releases;
  readonly environment: Environment;
  readonly ports: readonly number[];
  readonly servers: Map<number, ChildServer>;
}

/** Runs a release's `tessera migrate` command. */
async function migrateWith(release: Release, server: EmbeddedServer, home: string): Promise<void> {
  const args = [fileURLToPath(release.commands), "migrate"];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: home,
      DATABASE_URL: server.appUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
    },
  });
  await once(child, "exit");
  if (child.exitCode !== 0) {
    throw new Error(`the migration of ${release.name} failed`);
  }
}

/** Starts a server from a release on one of the balancer's ports. */
async function startServer(lab: Lab, slot: number, release: Release): Promise<void> {
  const { environment, options, ports, servers } = lab;
  const settings = {
    ...serverEnvironment(environment),
    DATA_DIR: path.join(environment.folder, `server-${slot}`),
    TESSERA_KEY_FILE: path.join(environment.folder, "tessera.key"),
    DRAIN_SECONDS: String(options.drain),
    // All payments in this run come from a single address.
    RATE_LIMITS: "off",
  };
  servers.set(slot, await startChildServer(release.main, settings, "/readyz", ports[slot]));
  say(`a server of ${release.name} answers`);
}

async function stopServer({ servers }: Lab, slot: number): Promise<void> {
  const begun = performance.now();
  const code = await servers.get(slot)?.stop();
  servers.delete(slot);
  if (code !== 0) {
    throw new Error(`a server stopped with ${code}`);
  }
  say(`a server stopped after ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
}

/** Opens customers with funded cards, using the old release. */
async function openCustomers(lab: Lab): Promise<Caller[]> {
  const { environment, releases, ports } = lab;
  const own: { createLedger: typeof createLedger } = await import(releases.former.ledger.href);
  const ledger = own.createLedger({ db: environment.db });
  const open = async () => {
    const subjects = await openPopulation(environment, ledger, CARDS);
    await loadMovements(ledger, subjects, 0);
    return openCallers(environment.owner, `http://127.0.0.1:${ports[0]}`, subjects);
  };
  try {
    const callers = await repeated(open);
    await fundCards(ledger, callers);
    return callers;
  } finally {
    await ledger.close();
  }
}

/** Retries the work after a pause until it succeeds or has failed too many times. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === PREPARATIONS) {
        throw error;
      }
      await sleep(2_000);
    }
  }
}

/** Performs the upgrade while the load runs. */
async function upgrade(lab: Lab): Promise<void> {
  const { environment, options, releases } = lab;
  const pause = () => sleep(options.seconds * 1_000);
  await pause();
  const begun = performance.now();
  await migrateWith(releases.next, environment.server, path.join(environment.folder, "command"));
  say(`the schema is migrated after ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  await pause();
  await startServer(lab, 1, releases.next);
  await pause();
  await stopServer(lab, 0);
  await pause();
  // The rollback: the old release starts on the migrated schema.
  await startServer(lab, 0, releases.former);
  await pause();
  await stopServer(lab, 0);
  await startServer(lab, 0, releases.next);
  await pause();
  await stopServer(lab, 1);
  await pause();
}

/** The responses to the load during the upgrade. */
interface Course {
  readonly customers: CustomersCourse;
  readonly payments: readonly AnsweredPayment[];
  readonly attempts: readonly Attempt[];
}

async function runLoad(
  { options }: Lab,
  callers: readonly Caller[],
  url: string,
  isOver: () => boolean,
): Promise<Course> {
  const attempts: Attempt[] = [];
  const record = (attempt: Attempt) => void attempts.push(attempt);
  const networks = Array.from({ length: options.clients }, (_, client) => {
    const random = seededRandom(options.seed * 1_000 + client);
    return runNetwork({ callers, addresses: [url], random, isOver, record }, client);
  });
  const random = seededRandom(options.seed);
  const visits = { callers, url, clients: options.clients, random, isOver };
  const [customers, ...answered] = await Promise.all([runCustomers(visits), ...networks]);
  return { customers, payments: answered.flat(), attempts };
}

async function judge({ server }: Environment, course: Course): Promise<void> {
  const { customers, payments, attempts } = course;
  const owner = postgres(server.ownerUrl, { max: 1, onnotice: () => undefined });
  const db = openDatabase<unknown>({ url: server.appUrl, statementTimeoutMs: 600_000 });
  const ledger = createLedger({ db });
  try {
    const failed = attempts.filter(({ status }) => status === 0 || status >= 400);
    const faults = [
      ...customers.faults,
      ...failed.map(({ at, kind, status, code }) => `${at} ${kind}: ${status} ${code}`),
      ...(await checkHolds([owner], payments)),
      ...(await checkTopUps(owner, customers.topUps)),
    ];
    say(`${customers.topUps.length} top-ups, ${payments.length} payments are acknowledged`);
    say(`answers: ${JSON.stringify(customers.answers)}, ${attempts.length} to networks`);
    say(`every invariant holds of ${await verifyBooks(ledger, db)}`);
    for (const fault of faults.slice(0, 20)) {
      say(`FAULT ${fault}`);
    }
    say(faults.length === 0 ? "nothing was refused or lost" : `${faults.length} faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await ledger.close();
    await db.close();
    await owner.end({ timeout: 5 });
  }
}

async function run(options: UpgradeOptions, folder: string): Promise<void> {
  const releases = await prepareReleases(folder, options.from);
  const { former } = releases;
  const environment = await openEnvironment(LAB_SETTINGS, (server, home) =>
    migrateWith(former, server, path.join(home, "command")),
  );
  const ports = [await freePort(), await freePort()];
  const lab: Lab = { options, releases, environment, ports, servers: new Map() };
  const stops: (() => Promise<unknown>)[] = [() => environment.close()];
  try {
    stops.push(() => Promise.all([...lab.servers.values()].map((one) => one.stop())));
    await startServer(lab, 0, former);
    const callers = await openCustomers(lab);
    const balancer = await startBalancer(folder, ports, options.ownBalancer);
    stops.push(() => balancer.stop());
    say(`${CARDS} cards are funded; the load comes through ${balancer.name}`);
    let isOver = false;
    const load = runLoad(lab, callers, balancer.url, () => isOver);
    await upgrade(lab).finally(() => {
      isOver = true;
    });
    await judge(environment, await load);
  } finally {
    for (const stop of stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}

try {
  const options = upgradeOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), "tessera-upgrade-"));
    try {
      await run(options, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
