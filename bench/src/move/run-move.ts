import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inOneHostForm, openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import { type ChildServer, freePort, startChildServer } from "../child-server.ts";
import { type LoadCourse, startLoad } from "../failover/failover-load.ts";
import { openCustomers } from "../failover/open-customers.ts";
import {
  createProbeTable,
  findDoubleWrites,
  findLostWrites,
  startWriteProbe,
  type WriteProbe,
} from "../failover/write-probe.ts";
import { checkHolds } from "../holds/check-holds.ts";
import { runInFolder } from "../run-in-folder.ts";
import { checkTopUps } from "../upgrade/check-top-ups.ts";
import { verifyBooks } from "../verify-books.ts";
import { startCitusProgram } from "./citus-program.ts";
import { at, type CellHost, type MovableProgram } from "./movable-program.ts";
import { type Move, moveFiguresOf, pauseIn, spread } from "./move-figures.ts";
import { type MoveOptions, moveOptionsOf } from "./move-options.ts";
import { startPlainProgram } from "./plain-program.ts";
import { runCommand } from "./run-command.ts";

/**
 * Moves a cell between two hosts under load, there and back, with `tessera cells move`. Afterwards,
 * everything acknowledged must be in the ledger, no two hosts may have accepted writes at the same
 * time, and both cells must verify.
 */

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const CARDS = 48;
/** How long the old server runs again after each move, so that its probe tries to write. */
const RETIRED_MS = 3_000;
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

/** The servers of a program: two of the cell that moves, and one of the other cell. */
interface Servers {
  readonly ofMoving: readonly string[];
  stop(): Promise<void>;
}

/** Starts a server of one cell, which knows a server of the other. */
function startServer(
  { dataDir, moving, staying }: MovableProgram,
  own: { readonly cell: 1 | 2; readonly port: number; readonly otherPort: number },
): Promise<ChildServer> {
  const { appUrl, ownerUrl } = own.cell === 1 ? moving : staying;
  const settings = {
    TESSERA_MODE: "sandbox",
    CELLS: `${own.cell}=${appUrl}`,
    DATABASE_OWNER_URL: ownerUrl,
    CELL_SERVERS: `${3 - own.cell}=http://127.0.0.1:${own.otherPort}`,
    DATA_DIR: `${dataDir}-${own.port}`,
    TESSERA_KEY_FILE: path.join(dataDir, "tessera.key"),
    SEED: "off",
    TRUSTED_PROXIES: "127.0.0.1/32",
    // The log would be full of the pauses.
    LOG_LEVEL: "silent",
    NODE_ENV: "production",
    // All payments in this run come from a single address.
    RATE_LIMITS: "off",
  };
  return startChildServer(MAIN, settings, "/readyz", own.port);
}

/** Makes a move there or back, and starts the old server again, which must let nobody in. */
async function moveOnce(
  program: MovableProgram,
  from: CellHost,
  to: CellHost,
): Promise<{ readonly move: Move; readonly output: string }> {
  const beganAtMs = performance.now();
  const target = `postgres://127.0.0.1:${to.port}/tessera`;
  const output = await runCommand(["cells", "move", "--number", "1", "--to", target], program);
  const endedAtMs = performance.now();
  await program.stopHost(from);
  await program.start(from);
  await sleep(RETIRED_MS);
  const retiredAtMs = performance.now();
  await program.stopHost(from);
  const printedPause = pauseIn(output) ?? Number.POSITIVE_INFINITY;
  const times = { beganAtMs, endedAtMs, retiredAtMs, printedPause };
  return { move: { from: from.name, to: to.name, ...times }, output };
}

/** Everything recorded in a run. */
interface Course {
  readonly moves: readonly Move[];
  readonly answered: LoadCourse;
  readonly load: ReturnType<typeof startLoad>;
  readonly probes: readonly WriteProbe[];
}

async function runMoves(
  options: MoveOptions,
  program: MovableProgram,
  load: Course["load"],
): Promise<Course> {
  const { ownerUrl } = program.moving;
  await createProbeTable(at(inOneHostForm(ownerUrl), program.hosts[0]));
  const probes = program.hosts.map((host) =>
    startWriteProbe(host.name, at(inOneHostForm(ownerUrl), host)),
  );
  const moves: Move[] = [];
  try {
    for (let number = 1; number <= options.moves; number += 1) {
      const [a, b] = program.hosts;
      const [from, to] = number % 2 === 1 ? [a, b] : [b, a];
      await program.addStandby(from, to);
      await sleep(options.calm * 1_000);
      const { move, output } = await moveOnce(program, from, to);
      moves.push(move);
      const [figures] = moveFiguresOf([move], load.acknowledgments, {
        acknowledged: [],
        refused: [],
      });
      say(
        `${number}: ${from.name} to ${to.name}, pause ${figures?.printedPause} s, longest gap ${
          figures?.longestGap
        } s`,
      );
      if (number === 1) {
        console.log(output);
      }
    }
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
  }
  return { moves, answered: await load.stop(), load, probes };
}

async function judge(
  options: MoveOptions,
  program: MovableProgram,
  { moves, answered, load, probes }: Course,
): Promise<void> {
  const { payments, topUps, answers, slowest } = answered;
  const last = program.hosts.find(({ name }) => name === moves.at(-1)?.to) ?? program.hosts[0];
  const url = (text: string) => at(inOneHostForm(text), last);
  const owner = postgres(url(program.moving.ownerUrl), { max: 1, onnotice: () => undefined });
  const db = openDatabase<unknown>({
    ...{ url: url(program.moving.appUrl), statementTimeoutMs: 600_000 },
  });
  const ledger = createLedger({ db });
  try {
    const acknowledged = probes.flatMap((probe) => probe.acknowledged);
    const refused = probes.flatMap((probe) => probe.refused);
    const lost = [
      ...(await checkHolds([owner], payments)),
      ...(await checkTopUps(owner, topUps)),
      ...(await findLostWrites(owner, acknowledged)).map((key) => `probe ${key} is lost`),
    ];
    const doubles = findDoubleWrites(acknowledged);
    const figures = moveFiguresOf(moves, load.acknowledgments, { acknowledged, refused });
    const approved = payments.filter(({ answers: [first] }) => first?.approved === true).length;
    say(`${approved} of ${payments.length} payments approved, ${topUps.length} top-ups`);
    say(`${acknowledged.length} probe writes, ${doubles.length} while the other host had the cell`);
    const tries = figures.reduce((sum, { formerTries }) => sum + formerTries, 0);
    const accepted = figures.reduce((sum, one) => sum + one.formerAcknowledged, 0);
    say(`${accepted} of ${tries} writes to the former server were accepted after the move`);
    say(`answers: ${JSON.stringify(answers)}`);
    say(`slowest answer to a customer: ${JSON.stringify(slowest[0])}`);
    say(`pause: ${spread(figures.map(({ printedPause }) => printedPause))}`);
    say(`longest gap: ${spread(figures.map(({ longestGap }) => longestGap))}`);
    say(`every invariant holds of ${await verifyBooks(ledger, db)}`);
    const verified = await runCommand(["verify", "--cells"], program);
    say(`verify --cells: ${verified.trim().split("\n").at(-1)}`);
    for (const fault of lost.slice(0, 20)) {
      say(`FAULT ${fault}`);
    }
    for (const { former, latter } of doubles.slice(0, 20)) {
      say(`FAULT ${former.node} accepted ${former.number} after ${latter.node} had the cell`);
    }
    if (options.json !== undefined) {
      const counts = { approved, payments: payments.length, topUps: topUps.length };
      const results = { probeWrites: acknowledged.length, lost, doubleWrites: doubles.length };
      const report = { ...options, ...counts, ...results, slowest, answers, figures };
      await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
    }
    const isRight = lost.length === 0 && doubles.length === 0 && accepted === 0;
    say(isRight ? "nothing was lost, and one host had the cell at a time" : "the run FAILED");
    process.exitCode = isRight ? 0 : 1;
  } finally {
    await ledger.close();
    await db.close();
    await owner.end({ timeout: 5 });
  }
}

async function startServers(program: MovableProgram, customersOf: (url: string) => Promise<void>) {
  const [one, two, other] = [await freePort(), await freePort(), await freePort()];
  const servers: ChildServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    servers.push(await startServer(program, { cell: 1, port: one, otherPort: other }));
    servers.push(await startServer(program, { cell: 2, port: other, otherPort: one }));
    await customersOf(servers[0]?.url ?? "");
    // Lists the new customers in the directory when it starts.
    servers.push(await startServer(program, { cell: 1, port: two, otherPort: other }));
    const ofMoving = [one, two].map((port) => `http://127.0.0.1:${port}`);
    return { ofMoving, stop } satisfies Servers;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(options: MoveOptions, folder: string): Promise<void> {
  const hasCitus = (process.env.CITUS_HOME ?? "") !== "";
  const program = await (hasCitus ? startCitusProgram(folder) : startPlainProgram(folder));
  const stops: (() => Promise<unknown>)[] = [() => program.stop()];
  try {
    const database = {
      appUrl: at(inOneHostForm(program.moving.appUrl), program.hosts[0]),
      ownerUrl: at(inOneHostForm(program.moving.ownerUrl), program.hosts[0]),
    };
    let callers: Awaited<ReturnType<typeof openCustomers>> = [];
    const servers = await startServers(program, async (url) => {
      callers = await openCustomers(database, url, CARDS);
    });
    stops.push(servers.stop);
    const kind = hasCitus ? "Citus" : "plain PostgreSQL and postgres_fdw";
    say(`${kind}, two cells, ${CARDS} funded cards, seed ${options.seed}`);
    const load = startLoad(options, callers, servers.ofMoving);
    const course = await runMoves(options, program, load);
    await judge(options, program, course);
  } finally {
    for (const stop of stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}

await runInFolder({ prefix: "tessera-move-lab-", optionsOf: moveOptionsOf, run, say });
