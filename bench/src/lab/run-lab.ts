import { tmpdir } from "node:os";
import path from "node:path";
import { noFaults } from "./inflict-fault.ts";
import { FULL, type LabRunOptions, labRunOptionsOf } from "./lab-run-options.ts";
import { type Round, roundsOf } from "./rounds.ts";
import { type RoundResult, runRound, Stops } from "./run-round.ts";

/**
 * The fault lab: a bank with exact readers and a network that repeats every payment, at servers
 * whose database, connections and processes are broken all the time. What was recorded is judged
 * afterwards, by plain SQL and by code that the product does not share.
 */

const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

/** Says how much of what a full run should break fit into its time. */
function sayCounts(results: readonly RoundResult[]): void {
  const sum = (count: "databaseKills" | "serverKills") =>
    results.reduce((total, { counts }) => total + counts[count], 0);
  const [databases, servers] = [sum("databaseKills"), sum("serverKills")];
  say(`in all rounds, PostgreSQL was killed ${databases} times and servers ${servers} times`);
  if (databases < FULL.databaseKills || servers < FULL.serverKills) {
    say(
      `the time did not allow ${FULL.databaseKills} and ${FULL.serverKills} kills, as on a ` +
        "machine that has nothing else to do",
    );
  }
}

/** Runs a round. One that ends with an error is wrong, and the next one runs. */
async function roundResult(
  round: Round,
  settings: Parameters<typeof runRound>[1],
): Promise<RoundResult> {
  try {
    return await runRound(round, settings);
  } catch (error) {
    console.error(error);
    return { isRight: false, counts: noFaults() };
  }
}

async function run(options: LabRunOptions, stops: Stops): Promise<boolean> {
  const { seed, full } = options;
  const base = options.history ?? path.join(tmpdir(), `tessera-lab-${seed}.jsonl`);
  const rounds = roundsOf(options);
  const results: RoundResult[] = [];
  for (const round of rounds) {
    const file = full ? base.replace(/(\.jsonl)?$/, `-${round.name.replace(" ", "-")}$1`) : base;
    say(full ? `round with ${round.name}` : `seed ${seed}`);
    results.push(await roundResult(round, { seed, file, say, stops }));
    await stops.run();
  }
  if (full) {
    sayCounts(results);
    const right = rounds.filter((_, index) => results[index]?.isRight === true);
    say(`nothing is wrong in ${right.length} of ${rounds.length} rounds`);
  }
  return results.every(({ isRight }) => isRight);
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
