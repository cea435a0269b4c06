import type { VerifyCheck } from "@tessera/ledger";
import type { FastifyInstance } from "fastify";
import type { CaseHandler } from "./back-office/cases/index.ts";
import type { PowersEndHandler, ProposalHandler } from "./identity/operators/index.ts";
import type { StopHandler } from "./money-movement/payouts/index.ts";
import type { AppContext } from "./platform/context.ts";
import type { SealedStore } from "./platform/crypto/sealed-store.ts";
import type { QueueReader } from "./platform/jobs/queue-reader.ts";
import type { GaugeSource } from "./platform/telemetry/metrics.ts";

/**
 * What a module adds to the server. Each module exports one from its `<name>.module.ts`, and
 * modules.ts lists them. A slot that a module leaves out is empty.
 */
export interface Module {
  /** Unique; the name of its folder, or `<folder>-network` for a card network. */
  readonly name: string;
  /** The names of all modules that its files import, for the order in which modules start. */
  readonly needs: readonly string[];
  /** Registers the calls of its operations, in groups. */
  readonly routes?: readonly ((app: FastifyInstance, context: AppContext) => void)[];
  /**
   * Start its background work, in order and before the server listens. A promise that one returns
   * is awaited.
   */
  readonly jobs?: readonly ((context: AppContext) => unknown)[];
  /** What deciding its kinds of cases does; each kind has one handler. */
  readonly caseHandlers?: readonly CaseHandler[];
  /** What approving its kinds of two-administrator proposals does; each kind has one handler. */
  readonly proposalHandlers?: readonly ProposalHandler[];
  /** What ends when an operator loses a role or all access. */
  readonly powersEndHandlers?: readonly PowersEndHandler[];
  /** What a “not me” report stops, in addition to the customer's withdrawals. */
  readonly stopHandlers?: readonly StopHandler[];
  /** Values that are counted when metrics are read. */
  readonly gauges?: readonly ((context: AppContext) => GaugeSource)[];
  /** Queues of waiting work on the operators' dashboard. */
  readonly queues?: readonly QueueReader[];
  /** Data that it stores sealed, and seals again when the root key is replaced. */
  readonly sealedStores?: readonly SealedStore[];
  /** What must always be true of its tables and the ledger; `tessera verify` checks it. */
  readonly invariants?: readonly VerifyCheck[];
}

/** Defines a module's manifest. */
export function defineModule(module: Module): Module {
  return Object.freeze(module);
}
