import type { Ledger, Movement } from "@tessera/ledger";

/** Number of movements in flight: enough for two full batches and the next one. */
const CONCURRENCY = 1024;

/** Submits `count` movements. Throws on the first movement that is not posted. */
export async function submitAll(
  ledger: Ledger,
  count: number,
  movementAt: (index: number) => Movement,
): Promise<void> {
  let next = 0;
  await runClients(async () => {
    while (next < count) {
      await submitPosted(ledger, movementAt(next++));
    }
  });
}

/** Submits movements for some seconds and returns movements per second. */
export async function submitFor(
  ledger: Ledger,
  seconds: number,
  movementAt: (index: number) => Movement,
): Promise<number> {
  let next = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  await runClients(async () => {
    while (performance.now() < end) {
      await submitPosted(ledger, movementAt(next++));
    }
  });
  return (next * 1000) / (performance.now() - started);
}

async function submitPosted(ledger: Ledger, movement: Movement): Promise<void> {
  const result = await ledger.submit(movement, { deadlineMs: 60_000 });
  if (result.outcome !== "posted") {
    throw new Error(`a movement of the load was not posted: ${JSON.stringify(result, bigints)}`);
  }
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

async function runClients(client: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
}
