import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import { type Environment, openEnvironment } from "../environment.ts";
import { LAB_SETTINGS } from "../faults/faulty-database.ts";
import { allServe, FaultyServers } from "../faults/faulty-servers.ts";
import { fundCards } from "../fund-cards.ts";
import { openCallers } from "../http-population.ts";
import { loadMovements, openPopulation } from "../population.ts";
import { seededRandom } from "../statistics.ts";
import { verifyBooks } from "../verify-books.ts";
import { checkHolds } from "./check-holds.ts";
import { type HoldsOptions, holdsOptionsOf } from "./holds-options.ts";
import { type AnsweredPayment, type Attempt, runNetwork } from "./repeating-network.ts";

/**
 * Runs a network that retries every payment until it gets a response, while PostgreSQL is killed
 * repeatedly. Afterwards, each approval must have its hold, and no declined payment may have a
 * hold.
 */

const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

/** Returns the options of this run; undefined if there is nothing to run. */
function readOptions(): HoldsOptions | undefined {
  try {
    return holdsOptionsOf(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
    return undefined;
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) {
    return;
  }
  const environment = await openEnvironment(LAB_SETTINGS);
  const stops: (() => Promise<unknown>)[] = [() => environment.close()];
  try {
    await run(options, environment, stops);
  } finally {
    for (const stop of stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}

async function run(
  options: HoldsOptions,
  environment: Environment,
  stops: (() => Promise<unknown>)[],
): Promise<void> {
  const ledger = createLedger({ db: environment.db });
  const subjects = await openPopulation(environment, ledger, options.cards);
  await loadMovements(ledger, subjects, 0);
  const servers = await FaultyServers.start([environment], {
    serves: allServe(options.servers),
  });
  stops.push(() => servers.stop());
  const callers = await openCallers(environment.owner, servers.addresses[0] ?? "", subjects);
  await fundCards(ledger, callers);
  await ledger.close();
  say(`${options.servers} servers answer, ${options.cards} cards are funded, seed ${options.seed}`);

  const file = options.history ?? path.join(tmpdir(), `tessera-holds-${options.seed}.jsonl`);
  const history = createWriteStream(file);
  const tries: Record<string, number> = {};
  const record = (attempt: Attempt) => {
    history.write(`${JSON.stringify(attempt)}\n`);
    const how = attempt.status === 200 ? "200" : `${attempt.status} ${attempt.code}`;
    tries[how] = (tries[how] ?? 0) + 1;
  };
  const over = performance.now() + options.minutes * 60_000;
  const isOver = () => performance.now() > over;
  const { addresses } = servers;
  const networks = Array.from({ length: options.clients }, (_, client) => {
    const random = seededRandom(options.seed * 1_000 + client);
    return runNetwork({ callers, addresses, random, isOver, record }, client);
  });
  const [kills, ...answered] = await Promise.all([
    killAgainAndAgain(options, servers, isOver),
    ...networks,
  ]);
  const payments = answered.flat();
  await servers.settle();
  // Servers retry every two seconds, so by now the last unresolved hold is settled.
  await sleep(5_000);
  await servers.settle();
  await new Promise((resolve) => history.end(resolve));
  say(`history: ${file}`);
  await judge(environment, payments, { kills, tries, questions: servers.questions() });
}

async function killAgainAndAgain(
  { killEvery, killServers, seed, servers: count }: HoldsOptions,
  servers: FaultyServers,
  isOver: () => boolean,
): Promise<number> {
  const random = seededRandom(seed);
  let kills = 0;
  for (;;) {
    await sleep(killEvery * 1_000);
    if (isOver()) {
      return kills;
    }
    kills += 1;
    // Includes durations below and above 3 s, the threshold at which a server records a hold as
    // unresolved.
    const deadMs = 200 + random() * 6_000;
    const dead = servers.killDatabase(deadMs);
    if (killServers && kills % 3 === 0) {
      // The server restarts as soon as the database is back.
      await dead;
      await servers.killServer(Math.floor(random() * count));
    }
    await dead;
    say(`PostgreSQL was killed and was away for ${(deadMs / 1_000).toFixed(1)} s`);
  }
}

/** What happened during a run. */
interface Course {
  readonly kills: number;
  readonly tries: Readonly<Record<string, number>>;
  /** Number of holds whose outcome a server could not determine right away. */
  readonly questions: number;
}

async function judge(
  { server }: Environment,
  payments: readonly AnsweredPayment[],
  { kills, tries, questions }: Course,
): Promise<void> {
  const owner = postgres(server.ownerUrl, { max: 1, onnotice: () => undefined });
  const db = openDatabase<unknown>({ url: server.appUrl, statementTimeoutMs: 600_000 });
  const ledger = createLedger({ db });
  try {
    const faults = await checkHolds([owner], payments);
    const approved = payments.filter(({ answers }) => answers[0]?.approved === true).length;
    const repeated = payments.filter(({ attempts }) => attempts > 1).length;
    say(`${kills} kills; ${payments.length} payments, ${approved} approved, ${repeated} repeated`);
    say(`${questions} holds were unresolved`);
    say(`tries by answer: ${JSON.stringify(tries)}`);
    say(`every invariant holds of ${await verifyBooks(ledger, db)}`);
    for (const fault of faults.slice(0, 20)) {
      say(`FAULT ${fault}`);
    }
    say(faults.length === 0 ? "every approval has its hold" : `${faults.length} faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await ledger.close();
    await db.close();
    await owner.end({ timeout: 5 });
  }
}

await main();
