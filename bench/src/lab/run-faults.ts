import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../statistics.ts";
import { inflict, type Victims } from "./inflict-fault.ts";
import type { Round } from "./rounds.ts";
import { endlessFaults, LOOP_NAMES, LOOPS, quickSchedule, type Targets } from "./schedule.ts";

/** The quick part leaves out what does not fit, so that it ends in time on a busy machine. */
const QUICK_FAULTS_MS = 50_000;
const PAUSE_MS = 300;
/** Share of the kills of PostgreSQL that do not wait until every server has started. */
const KILLED_WHILE_STARTING = 0.15;

/** Breaks one thing after another, as the round says. */
export async function runFaults(
  round: Round,
  seed: number,
  victims: Victims,
  say: (text: string) => void,
): Promise<void> {
  const targets = {
    servers: round.serves.length,
    cells: new Set(round.serves.flat()).size,
  };
  await (round.isQuick
    ? runQuickly(targets, seed, victims, say)
    : runLoops(round, { targets, seed, victims, say }));
}

async function runQuickly(
  targets: Targets,
  seed: number,
  victims: Victims,
  say: (text: string) => void,
): Promise<void> {
  const end = performance.now() + QUICK_FAULTS_MS;
  for (const fault of quickSchedule(seededRandom(seed), targets)) {
    if (performance.now() > end) {
      say(`left out on this busy machine: ${fault.kind}`);
      continue;
    }
    await inflict(victims, fault);
    await sleep(PAUSE_MS);
  }
}

interface Loops {
  readonly targets: Targets;
  readonly seed: number;
  readonly victims: Victims;
  readonly say: (text: string) => void;
}

async function runLoops(
  { minutes, kills }: Round,
  { targets, seed, victims, say }: Loops,
): Promise<void> {
  const { counts } = victims;
  const end = performance.now() + minutes * 60_000;
  const isDone: Readonly<Record<keyof typeof LOOPS, () => boolean>> = {
    database: () => kills !== undefined && counts.databaseKills >= kills.databases,
    servers: () => kills !== undefined && counts.serverKills >= kills.servers,
    connections: () => isDone.database() && isDone.servers(),
  };
  const saying = setInterval(() => say(JSON.stringify(counts)), 30_000);
  const loops = LOOP_NAMES.map(async (name, loop) => {
    const kinds = LOOPS[name];
    const random = seededRandom(seed * 100 + loop);
    const pauses = seededRandom(seed * 100 + 50 + loop);
    for (const fault of endlessFaults(random, kinds, targets)) {
      // Otherwise servers would hardly ever finish starting.
      if (fault.kind === "kill database" && pauses() > KILLED_WHILE_STARTING) {
        await victims.servers.started();
      }
      // PostgreSQL, once killed often enough, leaves the rest of the time to the servers.
      if (performance.now() > end || isDone[name]()) {
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
