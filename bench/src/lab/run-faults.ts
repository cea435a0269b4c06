import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../statistics.ts";
import { inflict, type Victims } from "./inflict-fault.ts";
import { FULL, type LabRunOptions } from "./lab-run-options.ts";
import { endlessFaults, LOOPS, quickSchedule } from "./schedule.ts";

/** The quick part leaves out what does not fit, so that it ends in time on a busy machine. */
const QUICK_FAULTS_MS = 50_000;
const PAUSE_MS = 300;
/** Share of the kills of PostgreSQL that do not wait until every server has started. */
const KILLED_WHILE_STARTING = 0.15;

/** Breaks one thing after another, as the options say. */
export async function runFaults(
  options: LabRunOptions,
  victims: Victims,
  say: (text: string) => void,
): Promise<void> {
  await (options.quick ? runQuickly(options, victims, say) : runLoops(options, victims, say));
}

async function runQuickly(
  { seed, servers }: LabRunOptions,
  victims: Victims,
  say: (text: string) => void,
): Promise<void> {
  const end = performance.now() + QUICK_FAULTS_MS;
  for (const fault of quickSchedule(seededRandom(seed), servers)) {
    if (performance.now() > end) {
      say(`left out on this busy machine: ${fault.kind}`);
      continue;
    }
    await inflict(victims, fault);
    await sleep(PAUSE_MS);
  }
}

async function runLoops(
  options: LabRunOptions,
  victims: Victims,
  say: (text: string) => void,
): Promise<void> {
  const { counts } = victims;
  const minutes = options.full ? FULL.minutes : options.minutes;
  const end = performance.now() + minutes * 60_000;
  const isEnough = () =>
    options.full &&
    counts.databaseKills >= FULL.databaseKills &&
    counts.serverKills >= FULL.serverKills;
  const isOver = () => performance.now() > end || isEnough();
  const saying = setInterval(() => say(JSON.stringify(counts)), 30_000);
  const loops = Object.values(LOOPS).map(async (kinds, loop) => {
    const random = seededRandom(options.seed * 100 + loop);
    const pauses = seededRandom(options.seed * 100 + 50 + loop);
    for (const fault of endlessFaults(random, kinds, options.servers)) {
      // Otherwise servers would hardly ever finish starting.
      if (fault.kind === "kill database" && pauses() > KILLED_WHILE_STARTING) {
        await victims.servers.started();
      }
      if (isOver()) {
        return;
      }
      await inflict(victims, fault);
      await sleep(PAUSE_MS + pauses() * 1_000);
    }
  });
  try {
    await Promise.all(loops);
  } finally {
    clearInterval(saying);
  }
}
