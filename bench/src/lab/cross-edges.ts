import { setTimeout as sleep } from "node:timers/promises";
import { answerOf } from "../http-population.ts";
import { type ClockEdge, edgesAfter, nextMonth } from "./clock-edges.ts";
import { type Load, runLoad } from "./run-load.ts";

const BEFORE_MS = 3_000;
const AFTER_MS = 4_000;
/** The longest step that the sandbox's clock takes. */
const LONGEST_STEP_SECONDS = 400 * 86_400;

/**
 * Moves every server's clock to the last seconds before a month ends, and lets customers, readers
 * and networks work until it is over. Partitions, windows of limits and days change at that moment.
 * Then does the same at other edges of the calendar, unless `isQuick`.
 *
 * @returns the names of the edges that were crossed
 */
export async function crossEdges(
  load: Omit<Load, "isOver">,
  isQuick: boolean,
): Promise<readonly string[]> {
  const now = new Date((await clockOf(clocksOf(load)[0], "GET")).now);
  const edges = isQuick ? [nextMonth(now)] : edgesAfter(now);
  for (const [index, edge] of edges.entries()) {
    await crossEdge(load, edge, index + 1);
  }
  return edges.map(({ name }) => name);
}

async function crossEdge(load: Omit<Load, "isOver">, { at }: ClockEdge, phase: number) {
  for (const clock of clocksOf(load)) {
    const { now } = await clockOf(clock, "GET");
    let seconds = Math.floor((at.getTime() - Date.parse(now) - BEFORE_MS) / 1_000);
    while (seconds > 0) {
      const advanceSeconds = Math.min(seconds, LONGEST_STEP_SECONDS);
      await clockOf(clock, "POST", { advanceSeconds });
      seconds -= advanceSeconds;
    }
  }
  let isOver = false;
  const running = runLoad({ ...load, isOver: () => isOver }, phase);
  await Promise.race([running, sleep(BEFORE_MS + AFTER_MS)]);
  isOver = true;
  await running;
}

/** The clock of a cell in a server. */
interface Clock {
  readonly address: string;
  readonly cell: number;
}

function clocksOf({ servers }: Omit<Load, "isOver">): Clock[] {
  return servers.serves.flatMap((cells, server) =>
    cells.map((cell) => ({ address: servers.addresses[server] ?? "", cell: cell + 1 })),
  );
}

async function clockOf(
  clock: Clock | undefined,
  method: "GET" | "POST",
  body?: { readonly advanceSeconds: number },
): Promise<{ readonly now: string }> {
  const response = await fetch(`${clock?.address}/sandbox/clock`, {
    method,
    headers: { "content-type": "application/json", "x-tessera-cell": String(clock?.cell) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answerOf(response);
}
