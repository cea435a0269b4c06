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
   * Start its background work, in order and before the server listens; returned promises are
   * awaited.
   */
  readonly jobs?: readonly ((context: AppContext) => unknown)[];
  /** Handlers that apply decisions on its kinds of cases; each kind has one. */
  readonly caseHandlers?: readonly CaseHandler[];
  /** Handlers that apply approved two-administrator proposals; each kind has one. */
  readonly proposalHandlers?: readonly ProposalHandler[];
  /** Handlers that end what an operator left open who loses a role or all access. */
  readonly powersEndHandlers?: readonly PowersEndHandler[];
  /** Handlers of a “not me” report, in addition to the hold on the customer's withdrawals. */
  readonly stopHandlers?: readonly StopHandler[];
  /** Gauges, which are computed when metrics are read. */
  readonly gauges?: readonly ((context: AppContext) => GaugeSource)[];
  /** Queues of waiting work on the operators' dashboard. */
  readonly queues?: readonly QueueReader[];
  /** The data that it stores sealed, which is resealed when the root key is replaced. */
  readonly sealedStores?: readonly SealedStore[];
  /** The invariants of its tables and the ledger, which `tessera verify` checks. */
  readonly invariants?: readonly VerifyCheck[];
}

/** Defines a module's manifest. */
export function defineModule(module: Module): Module {
  return Object.freeze(module);
}
