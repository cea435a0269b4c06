import { tmpdir } from "node:os";
import path from "node:path";
import { createLedger } from "@tessera/ledger";
import { type Environment, openEnvironment } from "../environment.ts";
import { LAB_SETTINGS, mountSmallDisk, SLOW_COMMITS } from "../faults/faulty-database.ts";
import { FaultyServers } from "../faults/faulty-servers.ts";
import { fundCards } from "../fund-cards.ts";
import { type Caller, openCallers } from "../http-population.ts";
import { loadMovements, openPopulation } from "../population.ts";
import { crossMonth } from "./cross-month.ts";
import { type Event, openHistory } from "./history.ts";
import { type FaultCounts, noFaults, type Victims } from "./inflict-fault.ts";
import { judgeRun } from "./judge-run.ts";
import { FULL, type LabRunOptions, labRunOptionsOf } from "./lab-run-options.ts";
import { startPartners } from "./partners/partners.ts";
import { runPartners } from "./partners/run-partners.ts";
import { runFaults } from "./run-faults.ts";
import { type LoadResult, runLoad } from "./run-load.ts";

/**
 * The fault lab: a bank with exact readers and a network that repeats every payment, at servers
 * whose database, connections and processes are broken all the time. What was recorded is judged
 * afterwards, by plain SQL and by code that the product does not share.
 */

/** Room for PostgreSQL's data and its write-ahead log. */
const DISK_MEGABYTES = 3_000;
const BANK_CUSTOMERS = 6;
const NETWORK_CARDS = 24;
const DATABASE_SETTINGS = { ...LAB_SETTINGS, ...SLOW_COMMITS };
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

/** Things to stop, the last one first. */
class Stops {
  readonly #stops: (() => Promise<unknown>)[] = [];

  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  async run(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}

/** Opens funded cards: the first ones for the bank's customers, the others for the network. */
async function openCards(environment: Environment, address: string): Promise<Caller[]> {
  const ledger = createLedger({ db: environment.db });
  try {
    const cards = BANK_CUSTOMERS + NETWORK_CARDS;
    const subjects = await openPopulation(environment, ledger, cards);
    await loadMovements(ledger, subjects, 0);
    const callers = await openCallers(environment.owner, address, subjects);
    await fundCards(ledger, callers);
    // The clock is moved by up to a month.
    await environment.owner`
      update session set expires_at = now() + interval '60 days', idle_seconds = 5184000`;
    return callers;
  } finally {
    await ledger.close();
  }
}

/** Returns what a run did not do although it should have; empty if nothing. */
function missing(options: LabRunOptions, counts: FaultCounts): string[] {
  const { databaseKills, serverKills } = counts;
  return options.full && (databaseKills < FULL.databaseKills || serverKills < FULL.serverKills)
    ? [`only ${databaseKills} kills of PostgreSQL and ${serverKills} of servers fit into the hour`]
    : [];
}

async function run(options: LabRunOptions, stops: Stops): Promise<boolean> {
  const disk = await mountSmallDisk(DISK_MEGABYTES);
  if (disk === undefined) {
    say("skipped: the full disk, because this machine does not allow mounting a small one");
  } else {
    stops.add(() => disk.remove());
  }
  const environment = await openEnvironment(DATABASE_SETTINGS, undefined, disk?.folder);
  stops.add(() => environment.close());
  const partners =
    options.partners && !options.quick ? await startPartners(options.seed) : undefined;
  if (partners !== undefined) {
    stops.add(() => partners.close());
  }
  const file = options.history ?? path.join(tmpdir(), `tessera-lab-${options.seed}.jsonl`);
  const servers = await FaultyServers.start(environment, {
    logs: file,
    count: options.servers,
    databaseSettings: DATABASE_SETTINGS,
    ...(partners && { serverSettings: partners.settings }),
  });
  stops.add(() => servers.stop());
  const callers = await openCards(environment, servers.addresses[0] ?? "");
  say(`${options.servers} servers answer, ${callers.length} cards are funded`);

  const history = openHistory(file);
  const { seed } = options;
  history.write({ type: "run", seed, servers: options.servers } satisfies Event);
  const counts = noFaults();
  const victims: Victims = { servers, disk, history, counts };
  const bank = callers.slice(0, BANK_CUSTOMERS);
  const load = { environment, servers, history, seed, bank, network: callers.slice(bank.length) };
  let isOver = false;
  const running: Promise<LoadResult> = runLoad({ ...load, isOver: () => isOver });
  // An error of the faults comes first; the load is awaited below.
  running.catch(() => undefined);
  await runFaults(options, victims, say).finally(() => {
    isOver = true;
  });
  const { payments } = await running;
  servers.requireRunning();
  await servers.settle();
  say("the faults are over, and every question is settled");
  if (partners !== undefined) {
    await runPartners(load, partners, victims);
    say("the mail server and the custodian are calm again, and everything is settled");
  }
  await crossMonth(load);
  await history.close();
  const isRight = await judgeRun(environment, { file, payments, counts }, say);
  const absent = missing(options, counts);
  for (const sentence of absent) {
    say(sentence);
  }
  return isRight && absent.length === 0;
}

async function main(): Promise<void> {
  const options = labRunOptionsOf(process.argv.slice(2));
  if (options === undefined) {
    return;
  }
  const stops = new Stops();
  const giveUp = (reason: unknown) => {
    console.error(reason);
    void stops.run().finally(() => process.exit(1));
  };
  process.once("uncaughtException", giveUp);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, giveUp);
  }
  try {
    process.exitCode = (await run(options, stops)) ? 0 : 1;
  } catch (error) {
    // Before anything else, because stopping may take long or fail too.
    console.error(error);
    process.exitCode = 1;
  } finally {
    await stops.run();
  }
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
