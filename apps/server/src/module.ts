import type { VerifyCheck } from "@tessera/ledger";
import type { FastifyInstance } from "fastify";
import type { CaseHandler } from "./back-office/cases/index.ts";
import type { AccessLossHandler, ProposalHandler } from "./identity/operators/index.ts";
import type { StopHandler } from "./money-movement/payouts/index.ts";
import type { AppContext, Service } from "./platform/context.ts";
import type { SealedStore } from "./platform/crypto/sealed-store.ts";
import type { QueueReader } from "./platform/jobs/queue-reader.ts";
import type { FigureSource } from "./platform/telemetry/figures.ts";
import type { GaugeSource } from "./platform/telemetry/metrics.ts";

/**
 * What a module adds to the server. Each module exports its manifest from `<name>.module.ts`, and
 * modules.ts lists them all. Fields that a module omits count as empty.
 */
export interface Module {
  /**
   * The unique name of the module: the name of its folder, or `<folder>-network` for a card
   * network.
   */
  readonly name: string;
  /**
   * The names of all modules that its files import. They determine the order in which modules
   * start.
   */
  readonly needs: readonly string[];
  /** Functions that register the module's operations, in groups. */
  readonly routes?: readonly ((app: FastifyInstance, context: AppContext) => void)[];
  /**
   * Functions that start the module's background work. They run in order before the server listens,
   * and returned promises are awaited.
   */
  readonly jobs?: readonly ((context: AppContext) => unknown)[];
  /**
   * Handlers that apply decisions on the module's types of cases. Each type has exactly one
   * handler.
   */
  readonly caseHandlers?: readonly CaseHandler[];
  /**
   * Handlers that apply proposals approved by two administrators. Each type has exactly one
   * handler.
   */
  readonly proposalHandlers?: readonly ProposalHandler[];
  /** Handlers that close an operator's open work when the operator loses a role or all access. */
  readonly accessLossHandlers?: readonly AccessLossHandler[];
  /**
   * Handlers that run after a “not me” report, in addition to the hold placed on the customer's
   * withdrawals.
   */
  readonly stopHandlers?: readonly StopHandler[];
  /** Gauges, computed whenever metrics are read. */
  readonly gauges?: readonly ((context: AppContext) => GaugeSource)[];
  /** Sources of several gauges each, read whenever metrics are read. */
  readonly figures?: readonly ((context: AppContext) => FigureSource)[];
  /** Counters and histograms, created at startup so that they are exported before first use. */
  readonly instruments?: readonly Service<unknown>[];
  /** Work queues shown on the operations dashboard. */
  readonly queues?: readonly QueueReader[];
  /** The module's sealed data, which is resealed when the root key is replaced. */
  readonly sealedStores?: readonly SealedStore[];
  /** Invariants of the module's tables and the ledger, checked by `tessera verify`. */
  readonly invariants?: readonly VerifyCheck[];
}

/** Defines a module's manifest. */
export function defineModule(module: Module): Module {
  return Object.freeze(module);
}
