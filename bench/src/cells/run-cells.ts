import { rmSync } from "node:fs";
import { chmod, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CellsOptions, cellsOptionsOf, SECTIONS, type Section } from "./cells-options.ts";
import { killCells } from "./kill-cells.ts";
import { killInCommits } from "./kill-in-commit.ts";
import type { LabPlace } from "./lab-place.ts";
import { costFaults, costTables, measureCost } from "./measure-cost.ts";
import { raceForNames } from "./race-names.ts";
import { verificationFaults, verifyDirectory } from "./verify-directory.ts";

/**
 * Measures what several cells cost, and tries whether they get in each other's way: what an
 * operation costs with one, two and four cells, races for one name, killed cells, kills during the
 * commit of a registration, and a large directory. With `CITUS_HOME`, on Citus.
 */

const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(5);
  console.log(`${seconds} s  ${text}`);
}

/** The results of a part, and what is wrong with them. */
interface Outcome {
  readonly results: unknown;
  readonly faults: readonly string[];
}

const PARTS: Readonly<Record<Section, (of: CellsOptions, at: LabPlace) => Promise<Outcome>>> = {
  async cost(options, place) {
    const results = await measureCost(options, place);
    console.log(costTables(results));
    return { results, faults: costFaults(results) };
  },
  async races(options, place) {
    const results = await raceForNames(options, place);
    return { results, faults: results.flatMap(({ faults }) => faults) };
  },
  async kill(_, place) {
    const results = await killCells(place);
    const faults = results.flatMap(({ killed, refused }) =>
      refused.map((text) => `${killed} was killed, and ${text}`),
    );
    return { results, faults };
  },
  async commits(options, place) {
    const results = await killInCommits(options, place);
    return { results, faults: results.flatMap(({ faults }) => faults) };
  },
  async directory(options, place) {
    const results = await verifyDirectory(options, place);
    return { results, faults: verificationFaults(results) };
  },
};

/** Returns the load averages of the last 1, 5 and 15 minutes; an empty text if unknown. */
async function loadAverage(): Promise<string> {
  const text = await readFile("/proc/loadavg", "utf8").catch(() => "");
  return text.split(" ").slice(0, 3).join(" ");
}

async function run(options: CellsOptions, folder: string): Promise<void> {
  const engine = (process.env.CITUS_HOME ?? "").trim() === "" ? "plain" : "citus";
  const report: Record<string, unknown> = { engine, ...options };
  const faults: string[] = [];
  for (const section of options.only === undefined ? SECTIONS : [options.only]) {
    say(`${section}, ${engine}; load average ${await loadAverage()}`);
    const outcome = await PARTS[section](options, { engine, folder, say });
    report[section] = { ...outcome, loadAverage: await loadAverage() };
    faults.push(...outcome.faults.map((fault) => `${section}: ${fault}`));
    say(`${section}: ${outcome.faults.length} faults; load average ${await loadAverage()}`);
    if (options.json !== undefined) {
      await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
    }
  }
  for (const fault of faults.slice(0, 20)) {
    say(`FAULT ${fault}`);
  }
  process.exitCode = faults.length === 0 ? 0 : 1;
}

// Exits instead of dying at once, so that the programs it started are killed. A second signal,
// which a terminal and the launcher send, must not interrupt that.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => process.exit(1));
}
try {
  const options = cellsOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), "tessera-lab-cells-"));
    // PostgreSQL may run as another user, who must be able to access the folder.
    await chmod(folder, 0o755);
    process.once("exit", () => {
      if (options.keep) {
        say(`kept: ${folder}`);
      } else {
        rmSync(folder, { recursive: true, force: true });
      }
    });
    await run(options, folder);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
