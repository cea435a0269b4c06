import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import { type ChildServer, startChildServer } from "../child-server.ts";
import { checkHolds } from "../holds/check-holds.ts";
import type { Caller } from "../http-population.ts";
import { runInFolder } from "../run-in-folder.ts";
import { seededRandom } from "../statistics.ts";
import { checkTopUps } from "../upgrade/check-top-ups.ts";
import { verifyBooks } from "../verify-books.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { type LoadCourse, startLoad } from "./failover-load.ts";
import {
  FAULT_KINDS,
  type FailoverOptions,
  type FaultKind,
  failoverOptionsOf,
} from "./failover-options.ts";
import { figuresOf, firstWriteAfter, type InjectedFault, p95 } from "./fault-figures.ts";
import { openCustomers } from "./open-customers.ts";
import {
  createProbeTable,
  findDoubleWrites,
  findLostWrites,
  type ProbeWrite,
  type RefusedWrite,
  startWriteProbe,
} from "./write-probe.ts";

/**
 * Fails the primary of a Patroni cluster again and again under load: kills its PostgreSQL, crashes,
 * freezes or cuts off its machine. Afterwards, everything acknowledged must be in the ledger, and
 * no two nodes may have accepted writes at the same time.
 */

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const CARDS = 48;
const SERVERS = 2;
/** How long a fault may last without a write before the lab repairs it, in milliseconds. */
const GIVE_UP_MS = 90_000;
/** How long a fault lasts after the first write, so that the new primary works without the node. */
const AFTER_FIRST_WRITE_MS = 5_000;
const LIMIT_SECONDS = 40;
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

/** Starts servers that reach the database through HAProxy. */
async function startServers(cluster: Cluster, folder: string): Promise<ChildServer[]> {
  const settings = {
    TESSERA_MODE: "sandbox",
    DATABASE_URL: cluster.appUrl,
    DATABASE_OWNER_URL: cluster.ownerUrl,
    TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
    SEED: "off",
    TRUSTED_PROXIES: "127.0.0.1/32",
    // The log would be full of the outages.
    LOG_LEVEL: "silent",
    NODE_ENV: "production",
    // All payments in this run come from a single address.
    RATE_LIMITS: "off",
  };
  const servers: ChildServer[] = [];
  for (let index = 0; index < SERVERS; index += 1) {
    const home = path.join(folder, `server-${index + 1}`);
    servers.push(await startChildServer(MAIN, { ...settings, DATA_DIR: home }, "/readyz"));
  }
  return servers;
}

/** Returns the kinds of the faults: each kind equally often, in random order. */
function planOf({ faults, only, seed }: FailoverOptions): FaultKind[] {
  const random = seededRandom(seed);
  const kinds = only === undefined ? FAULT_KINDS : [only];
  return Array.from({ length: faults }, (_, index) => kinds[index % kinds.length] ?? "kill")
    .map((kind) => ({ kind, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ kind }) => kind);
}

type Load = ReturnType<typeof startLoad>;

/** Injects a fault, waits for the first write, and repairs the node. */
async function inject(cluster: Cluster, load: Load, kind: FaultKind): Promise<InjectedFault> {
  const node = await cluster.untilHealthy();
  await node.fail(kind);
  const failedAtMs = performance.now();
  const over = failedAtMs + GIVE_UP_MS;
  while (
    firstWriteAfter(load.acknowledgments, failedAtMs) === undefined &&
    performance.now() < over
  ) {
    await sleep(50);
  }
  await sleep(AFTER_FIRST_WRITE_MS);
  const next = await cluster.primary();
  const repairedAtMs = performance.now();
  await node.repair(kind);
  await cluster.untilHealthy();
  return {
    kind,
    formerPrimary: node.name,
    nextPrimary: next?.name ?? "none",
    failedAtMs,
    repairedAtMs,
    healthyAtMs: performance.now(),
  };
}

/** Everything recorded in a run. */
interface Course {
  readonly load: Load;
  readonly answered: LoadCourse;
  readonly faults: readonly InjectedFault[];
  readonly probes: readonly ProbeWrite[];
  readonly refused: readonly RefusedWrite[];
}

async function runFaults(
  options: FailoverOptions,
  cluster: Cluster,
  callers: readonly Caller[],
  addresses: readonly string[],
): Promise<Course> {
  await createProbeTable(cluster.superuserUrl);
  const probes = cluster.nodes.map(({ name, own }) => {
    const url = new URL(cluster.superuserUrl);
    url.port = String(own.postgres);
    return startWriteProbe(name, url.href);
  });
  const load = startLoad(options, callers, addresses);
  const faults: InjectedFault[] = [];
  const random = seededRandom(options.seed);
  try {
    for (const kind of planOf(options)) {
      await sleep(options.calm * (0.5 + random()) * 1_000);
      const fault = await inject(cluster, load, kind);
      faults.push(fault);
      const [figures] = figuresOf([fault], load.acknowledgments);
      say(
        `${faults.length}: ${kind} of ${fault.formerPrimary}, then ${fault.nextPrimary}: first ` +
          `write after ${figures?.firstWriteSeconds} s, longest gap ` +
          `${figures?.longestGapSeconds} s, healthy after ${figures?.healthySeconds} s`,
      );
    }
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
  }
  const answered = await load.stop();
  const acknowledged = probes.flatMap((probe) => probe.acknowledged);
  const refused = probes.flatMap((probe) => probe.refused);
  return { load, answered, faults, probes: acknowledged, refused };
}

async function judge(options: FailoverOptions, cluster: Cluster, course: Course): Promise<void> {
  const { load, answered, faults, probes, refused } = course;
  const { payments, topUps, answers, slowest } = answered;
  const open = (url: string) => postgres(url, { max: 1, onnotice: () => undefined });
  const [owner, superuser] = [open(cluster.ownerUrl), open(cluster.superuserUrl)];
  const db = openDatabase<unknown>({ url: cluster.appUrl, statementTimeoutMs: 600_000 });
  const ledger = createLedger({ db });
  try {
    const lost = [
      ...(await checkHolds([owner], payments)),
      ...(await checkTopUps(owner, topUps)),
      ...(await findLostWrites(superuser, probes)).map((key) => `probe ${key} is lost`),
    ];
    const doubles = findDoubleWrites(probes);
    const figures = figuresOf(faults, load.acknowledgments, { acknowledged: probes, refused });
    const firstWrite = p95(figures.map(({ firstWriteSeconds }) => firstWriteSeconds));
    const longestGap = p95(figures.map(({ longestGapSeconds }) => longestGapSeconds));
    const approved = payments.filter(({ answers: [first] }) => first?.approved === true).length;
    say(`${approved} of ${payments.length} payments approved, ${topUps.length} top-ups`);
    say(`${probes.length} probe writes, ${doubles.length} while another node was the primary`);
    const fenced = figures.filter(
      ({ formerPrimary, nextPrimary }) => formerPrimary !== nextPrimary,
    );
    const tries = fenced.reduce((sum, { formerTries }) => sum + formerTries, 0);
    const accepted = fenced.reduce((sum, one) => sum + one.formerAcknowledged, 0);
    say(`${accepted} of ${tries} writes to replaced primaries were accepted before their repair`);
    say(`answers: ${JSON.stringify(answers)}`);
    for (const { call, status, code, seconds } of slowest) {
      say(`slow: ${call} ${status} ${code} after ${seconds} s`);
    }
    say(`p95 of ${faults.length}: first write ${firstWrite} s, longest gap ${longestGap} s`);
    say(`every invariant holds of ${await verifyBooks(ledger, db)}`);
    for (const fault of lost.slice(0, 20)) {
      say(`FAULT ${fault}`);
    }
    for (const { former, latter } of doubles.slice(0, 20)) {
      say(`FAULT ${former.node} accepted ${former.number} after ${latter.node} took over`);
    }
    if (options.json !== undefined) {
      const summary = { approved, payments: payments.length, topUps: topUps.length };
      const counts = { probeWrites: probes.length, lost, doubleWrites: doubles.length };
      const results = { firstWriteP95: firstWrite, longestGapP95: longestGap };
      const report = { ...options, ...summary, ...counts, ...results, slowest, answers };
      await writeFile(options.json, `${JSON.stringify({ ...report, figures }, null, 2)}\n`);
    }
    const isRight = lost.length === 0 && doubles.length === 0 && longestGap <= LIMIT_SECONDS;
    say(isRight ? "nothing was lost, and there was one primary at a time" : "the run FAILED");
    process.exitCode = isRight ? 0 : 1;
  } finally {
    await ledger.close();
    await db.close();
    await Promise.all([owner.end({ timeout: 5 }), superuser.end({ timeout: 5 })]);
  }
}

async function run(options: FailoverOptions, folder: string): Promise<void> {
  const cluster = await startCluster(folder, options.etcd3 ? "etcd3" : "etcd");
  const stops: (() => Promise<unknown>)[] = [() => cluster.stop()];
  try {
    const servers = await startServers(cluster, folder);
    stops.push(() => Promise.all(servers.map((server) => server.stop())));
    const addresses = servers.map(({ url }) => url);
    const callers = await openCustomers(cluster, addresses[0] ?? "", CARDS);
    say(`three nodes, ${SERVERS} servers, ${CARDS} funded cards, seed ${options.seed}`);
    const course = await runFaults(options, cluster, callers, addresses);
    await judge(options, cluster, course);
  } finally {
    for (const stop of stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}

await runInFolder({ prefix: "tessera-failover-", optionsOf: failoverOptionsOf, run, say });
