import { parseArgs } from "node:util";

/** How long a run takes, what it breaks, and its random seed. */
export interface HoldsOptions {
  readonly minutes: number;
  /** Seconds between two kills of PostgreSQL. */
  readonly killEvery: number;
  readonly servers: number;
  /** Networks that send at the same time, each one payment after another. */
  readonly clients: number;
  readonly seed: number;
  /** Whether every third kill also kills a server, which is restarted. */
  readonly killServers: boolean;
  /** Where the history is written, one attempt a line. */
  readonly history: string | undefined;
}

export const HOLDS_USAGE = `npm run lab:holds -- [options]

  --minutes N      how long the run takes; 1 by default
  --kill-every N   seconds between two kills of PostgreSQL; 20 by default
  --servers N      servers that answer the network; 2 by default
  --clients N      networks that send at the same time; 48 by default
  --seed N         what amounts, cards and repeats are drawn from; 1 by default
  --kill-servers   every third kill takes a server as well
  --history FILE   write every attempt to this file, one a line
  --help           print this`;

/**
 * Reads the arguments of a run.
 *
 * @returns undefined where the usage is asked for
 * @throws TypeError for an option that does not exist
 * @throws RangeError for a number that is not above zero
 */
export function holdsOptionsOf(args: readonly string[]): HoldsOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "1" },
      "kill-every": { type: "string", default: "20" },
      servers: { type: "string", default: "2" },
      clients: { type: "string", default: "48" },
      seed: { type: "string", default: "1" },
      "kill-servers": { type: "boolean", default: false },
      history: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    return undefined;
  }
  return {
    minutes: positive("minutes", values.minutes),
    killEvery: positive("kill-every", values["kill-every"]),
    servers: positive("servers", values.servers),
    clients: positive("clients", values.clients),
    seed: positive("seed", values.seed),
    killServers: values["kill-servers"],
    history: values.history,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) {
    throw new RangeError(`--${name} must be a number above zero, not ${text}`);
  }
  return value;
}
