import type { Priority, QueueObserver } from "@tessera/ledger";
import { Histogram, type Registry } from "prom-client";

const WAIT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];
const SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Creates the histograms for the ledger's queue, and an observer that records values in them. */
export function observeLedger(registry: Registry): QueueObserver {
  const registers = [registry];
  const waits = new Histogram({
    name: "tessera_ledger_wait_seconds",
    help: "Time from a movement's submission to its place in a batch",
    labelNames: ["priority"],
    buckets: WAIT_BUCKETS,
    registers,
  });
  const sizes = new Histogram({
    name: "tessera_ledger_batch_movements",
    help: "Movements of a batch",
    buckets: SIZE_BUCKETS,
    registers,
  });
  const durations = new Histogram({
    name: "tessera_ledger_batch_seconds",
    help: "Time from sending a batch to the database's answer",
    buckets: WAIT_BUCKETS,
    registers,
  });
  waits.zero({ priority: "authorization" });
  waits.zero({ priority: "normal" });
  // Looked up only once, since a lookup takes longer than recording a value.
  const byPriority: Readonly<Record<Priority, { observe(seconds: number): void }>> = {
    authorization: waits.labels({ priority: "authorization" }),
    normal: waits.labels({ priority: "normal" }),
  };
  return {
    placed: (priority, waitedMs) => byPriority[priority].observe(waitedMs / 1_000),
    answered(movements, durationMs) {
      sizes.observe(movements);
      durations.observe(durationMs / 1_000);
    },
  };
}
