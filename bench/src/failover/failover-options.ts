import { InvalidArgumentError } from "commander";
import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/**
 * What can happen to a primary: its postmaster is killed; every process of its machine is killed;
 * all of them are suspended; the machine is cut off from its network.
 */
export const FAULT_KINDS = ["kill", "crash", "freeze", "cut"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A run's faults, load and output. */
export interface FailoverOptions {
  readonly faults: number;
  readonly seed: number;
  /** The only kind of fault to inject; all in turn if absent. */
  readonly only?: FaultKind;
  /** Number of networks that send payments, and of customers who send top-ups. */
  readonly clients: number;
  /** Seconds of undisturbed load before each fault. */
  readonly calm: number;
  /** Whether Patroni uses etcd's v3 API, with which its version 3.0.2 loses data. */
  readonly etcd3: boolean;
  /** File for the figures of each fault, as JSON. */
  readonly json?: string;
  /** Whether to keep the folder with logs and data. */
  readonly keep: boolean;
}

const NOTE = `
Needs etcd, patroni and haproxy from Debian's packages. PG_BIN names the folder with the programs of
PostgreSQL 18, including pg_basebackup; without it /usr/lib/postgresql/18/bin is used.`;

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function failoverOptionsOf(args: readonly string[]): FailoverOptions | undefined {
  const parser = labOptions("lab:failover")
    .option("--faults <n>", "how often the primary fails", positive("faults"), 3)
    .option("--seed <n>", "seed of faults, amounts and cards", positive("seed"), 1)
    .option("--only <kind>", "kill, crash, freeze or cut", faultKindOf)
    .option("--clients <n>", "networks, and as many customers", positive("clients"), 4)
    .option("--calm <n>", "seconds of load before each fault", positive("calm"), 8)
    .option("--etcd3", "use etcd's v3 API, with which Patroni 3.0.2 loses data", false)
    .option("--json <file>", "write the figures to this file")
    .option("--keep", "keep logs and data", false)
    .addHelpText("after", NOTE);
  return parseLabOptions(parser, args);
}

function faultKindOf(text: string): FaultKind {
  const kind = FAULT_KINDS.find((one) => one === text);
  if (kind === undefined) {
    throw new InvalidArgumentError(`must be one of ${FAULT_KINDS.join(", ")}`);
  }
  return kind;
}
