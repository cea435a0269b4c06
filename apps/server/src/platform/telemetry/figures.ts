import { Counter, Gauge, type Registry } from "prom-client";
import type { Logger } from "./logger.ts";
import { outageOf } from "./outage.ts";

/** One value of a gauge. */
export interface Figure {
  readonly gauge: string;
  /** The values of the gauge's labels: terms that we define, never an id or a customer's text. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The description of a gauge. Sources that share a gauge describe it identically. */
export interface GaugeDescription {
  readonly help: string;
  readonly labelNames?: readonly string[];
  /**
   * Whether the value only increases while the process runs, in which case the name ends with
   * `_total`.
   */
  readonly isCounter?: boolean;
}

/** Figures that are read together, each time metrics are read. */
export interface FigureSource {
  /** The source's name in `tessera_figures_unreadable`. */
  readonly name: string;
  /** The gauges, keyed by name. A gauge's name ends with its unit. */
  readonly gauges: Readonly<Record<string, GaugeDescription>>;
  /**
   * Whether the source reads only from this process, so that it also works without the database.
   */
  readonly isOfProcess?: boolean;
  /** Returns the current values. A gauge without a value is not exported. */
  read(): Promise<readonly Figure[]>;
}

/** Reads all sources. */
export interface FigureReader {
  /** Sets the gauges. Never throws. Gauges whose source cannot be read get no value. */
  refresh(): Promise<void>;
}

interface ReaderOptions {
  readonly sources: readonly FigureSource[];
  /** The registry for the gauges. */
  readonly registry: Registry;
  readonly log: Logger;
  /**
   * Maximum time, in milliseconds, to wait for a read before responding without the remaining
   * figures. 4,000 by default.
   */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 4_000;

/**
 * Creates a reader for all sources. The reader reads them one at a time, so that it uses only one
 * connection from the pool no matter how many there are. It starts with those of the process, and
 * stops at the first sign that the database is not responding. A read that takes too long continues
 * in the background, and no second read is started in the meantime, since metrics are read most
 * often when something is wrong.
 */
export function createFigureReader(options: ReaderOptions): FigureReader {
  const { patienceMs = PATIENCE_MS } = options;
  const gauges = registerAll(options);
  const unreadable = new Gauge({
    name: "tessera_figures_unreadable",
    help: "Whether the figures of a source could not be read when metrics were read last",
    labelNames: ["source"],
    registers: [options.registry],
  });
  const inOrder = [
    ...options.sources.filter(({ isOfProcess }) => isOfProcess === true),
    ...options.sources.filter(({ isOfProcess }) => isOfProcess !== true),
  ];
  let results = new Map<FigureSource, readonly Figure[]>();
  let running: Promise<void> | undefined;

  async function readAll(): Promise<void> {
    results = new Map();
    for (const source of inOrder) {
      try {
        results.set(source, await source.read());
      } catch (error) {
        options.log.warn({ err: error, source: source.name }, "figures could not be read");
        if (outageOf(error) !== undefined) {
          return;
        }
      }
    }
  }

  return {
    async refresh() {
      running ??= readAll().finally(() => {
        running = undefined;
      });
      await untilLate(running, patienceMs);
      for (const gauge of gauges.values()) {
        gauge.clear();
      }
      for (const source of options.sources) {
        const figures = results.get(source);
        unreadable.set({ source: source.name }, figures === undefined ? 1 : 0);
        for (const { gauge, labels = {}, value } of figures ?? []) {
          gauges.get(gauge)?.put(labels, value);
        }
      }
    },
  };
}

/** Waits for a promise, but no longer than the specified time. */
async function untilLate(work: Promise<void>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

interface Registered {
  /** Removes all values. */
  clear(): void;
  put(labels: Readonly<Record<string, string>>, value: number): void;
}

/** Registers the gauges of all sources. Sources of the same type can share a gauge. */
function registerAll({ sources, registry }: ReaderOptions): Map<string, Registered> {
  const all = new Map<string, Registered>();
  for (const [name, description] of sources.flatMap(({ gauges }) => Object.entries(gauges))) {
    if (!all.has(name)) {
      all.set(name, register(registry, name, description));
    }
  }
  return all;
}

function register(registry: Registry, name: string, description: GaugeDescription): Registered {
  const { help, labelNames = [], isCounter = false } = description;
  const settings = { name, help, labelNames, registers: [registry] };
  const metric = isCounter ? new Counter(settings) : new Gauge(settings);
  return {
    clear() {
      metric.reset();
      if (labelNames.length === 0) {
        // The reset sets the value to 0, which would be exported as a real value.
        metric.remove();
      }
    },
    put: (labels, value) => metric.inc({ ...labels }, value),
  };
}
