import { DIRECTIONS, type Direction } from "../faults/fault-proxy.ts";
import { POINTS, type Point } from "../faults/traps.ts";

/** Something that is broken during a run. */
export type Fault =
  | {
      readonly kind: "kill database";
      readonly cell: number;
      readonly point: Point;
      readonly downMs: number;
    }
  | { readonly kind: "kill server"; readonly server: number; readonly point: Point }
  /** A process of PostgreSQL is interrupted while it commits. */
  | { readonly kind: "cancel" | "terminate"; readonly cell: number }
  | {
      readonly kind: "slow";
      readonly server: number;
      readonly direction: Direction;
      readonly delayMs: number;
      readonly forMs: number;
    }
  /** What was frozen is delivered late, or never. */
  | {
      readonly kind: "freeze";
      readonly server: number;
      readonly direction: Direction | "both";
      readonly forMs: number;
      readonly ending: "thaw" | "cut";
    }
  | { readonly kind: "cut"; readonly server: number }
  | { readonly kind: "drain"; readonly server: number }
  | { readonly kind: "fill disk"; readonly forMs: number };

export type FaultKind = Fault["kind"];

type Random = () => number;

function oneOf<T>(random: Random, values: readonly [T, ...T[]] | readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) {
    throw new RangeError("there is nothing to choose from");
  }
  return value;
}

const between = (random: Random, least: number, most: number): number =>
  Math.round(least + random() * (most - least));

/** How many servers and databases there are to break. */
export interface Targets {
  readonly servers: number;
  readonly cells: number;
}

/**
 * Chooses the details of a fault. Freezes last from well below to well above the 2 s and 10 s after
 * which a server gives a silent connection up, and so does the time for which PostgreSQL is down.
 */
export function chooseFault(random: Random, kind: FaultKind, targets: Targets): Fault {
  const server = between(random, 0, targets.servers - 1);
  const cell = Math.floor(random() * targets.cells);
  const direction = oneOf(random, DIRECTIONS);
  switch (kind) {
    case "kill database":
      return { kind, cell, point: oneOf(random, POINTS), downMs: between(random, 0, 3_500) };
    case "kill server":
      return { kind, server, point: oneOf(random, POINTS) };
    case "slow":
      return {
        kind,
        server,
        direction,
        delayMs: between(random, 20, 400),
        forMs: between(random, 500, 3_000),
      };
    case "freeze":
      return {
        kind,
        server,
        direction: oneOf(random, [...DIRECTIONS, "both" as const]),
        forMs: between(random, 300, random() < 0.2 ? 12_000 : 3_500),
        ending: oneOf(random, ["thaw", "cut"]),
      };
    case "cancel":
    case "terminate":
      return { kind, cell };
    case "cut":
    case "drain":
      return { kind, server };
    case "fill disk":
      return { kind, forMs: between(random, 500, 3_000) };
  }
}

const QUICK: readonly FaultKind[] = [
  "cancel",
  "terminate",
  "slow",
  "cut",
  "kill database",
  "freeze",
  "drain",
  "fill disk",
];

const QUICK_FREEZE_MS = 2_500;

/**
 * Returns each kind of fault once, for the part that runs with every test. Servers are killed where
 * a retry is most dangerous: when the money has moved, and its sender cannot know.
 */
export function quickSchedule(random: Random, targets: Targets): Fault[] {
  const kills = (["answer held", "answered"] as const).map(
    (point, index): Fault => ({ kind: "kill server", server: index % targets.servers, point }),
  );
  const others = QUICK.map((kind) => {
    const fault = chooseFault(random, kind, targets);
    return fault.kind === "freeze"
      ? { ...fault, forMs: Math.min(fault.forMs, QUICK_FREEZE_MS) }
      : fault;
  });
  return [...kills, ...others];
}

/** The loops of a long run, which run side by side. */
export const LOOP_NAMES = ["database", "servers", "connections"] as const;

/** The kinds of faults of each loop: kills of PostgreSQL, kills of servers, broken connections. */
export const LOOPS: Readonly<Record<(typeof LOOP_NAMES)[number], readonly FaultKind[]>> = {
  database: [...Array<FaultKind>(9).fill("kill database"), "fill disk"],
  servers: [...Array<FaultKind>(9).fill("kill server"), "drain"],
  connections: ["cancel", "terminate", "slow", "freeze", "cut"],
};

/** Returns the faults of a loop, without end, in an order that depends only on the seed. */
export function* endlessFaults(
  random: Random,
  kinds: readonly FaultKind[],
  targets: Targets,
): Generator<Fault> {
  for (;;) {
    yield chooseFault(random, oneOf(random, kinds), targets);
  }
}
