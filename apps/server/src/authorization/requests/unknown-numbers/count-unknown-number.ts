import { programSettings } from "../../../back-office/program/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Batcher } from "../../../platform/jobs/batcher.ts";
import { defineService } from "../../../platform/service.ts";
import {
  addUnknownNumbers,
  type BinTries,
  deleteUnknownNumbers,
  insertBurst,
  listBursts,
  lockBurst,
  type NumberBurst,
  sumUnknownNumbers,
  updateBurst,
} from "./unknown-numbers.repository.ts";

const MINUTE_MS = 60_000;
/**
 * The window in which attempts on one BIN are counted together. A burst ends after the same time
 * without any attempts.
 */
const WINDOW_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a burst stays on the operators' dashboard after its last attempt. */
const SHOWN_MS = 24 * HOUR_MS;
/** Maximum number of digits in a BIN. */
const BIN_DIGITS = 8;

/** Counts all waiting numbers by BIN in one transaction. */
const unknownNumbers = defineService(
  "unknown numbers",
  (context) =>
    new Batcher<string, true>(
      async (heads) => {
        await inTransaction(context.db, (tx) => countWithin(context, tx, heads));
        return heads.map(() => true);
      },
      { maxItems: 512, maxInFlight: 1 },
    ),
);

/**
 * Counts an unknown card number by its BIN, in one transaction with all other waiting numbers. When
 * the count within ten minutes reaches the program's threshold, a burst begins: it is logged and
 * audited once, and stays on the dashboard for a day. Only the BIN is stored, never the number. A
 * failure is logged and does not affect any response.
 */
export async function countUnknownNumber(context: AppContext, pan: string): Promise<void> {
  try {
    await context.use(unknownNumbers).submit(pan.slice(0, BIN_DIGITS));
  } catch (error) {
    context.log.error({ err: error }, "an unknown card number could not be counted");
  }
}

async function countWithin(context: AppContext, tx: Tx, heads: readonly string[]): Promise<void> {
  const now = context.clock.now();
  const counted = await addUnknownNumbers(tx, heads, now);
  const { tries } = await programSettings(context, tx);
  for (const { bin, tries: added } of counted) {
    const sum = await sumUnknownNumbers(tx, bin, new Date(now.getTime() - WINDOW_MS));
    const isOver = sum >= tries.unknownPerBin;
    const begun = isOver ? await noteBurst(tx, { bin, tries: sum }, added, now) : undefined;
    if (begun !== undefined) {
      await alertOperators(context, tx, begun);
    }
  }
}

/**
 * Records a burst.
 *
 * @returns the burst if it has just begun
 */
async function noteBurst(
  tx: Tx,
  { bin, tries }: BinTries,
  added: number,
  now: Date,
): Promise<NumberBurst | undefined> {
  const begun = { bin, tries, beganAt: now, lastAt: now };
  if (await insertBurst(tx, begun)) {
    return begun;
  }
  const last = await lockBurst(tx, bin);
  if (last === undefined || now.getTime() - last.lastAt.getTime() >= WINDOW_MS) {
    await updateBurst(tx, begun);
    return begun;
  }
  await updateBurst(tx, { ...last, lastAt: now, tries: last.tries + added });
  return undefined;
}

async function alertOperators(context: AppContext, tx: Tx, burst: NumberBurst): Promise<void> {
  const { bin, tries } = burst;
  const minutes = WINDOW_MS / MINUTE_MS;
  context.log.warn({ bin, tries, minutes }, "many unknown card numbers were tried in a BIN");
  await context.ledger.appendAudit(tx, [
    {
      action: "network.unknown_numbers",
      actor: "risk",
      customerId: null,
      object: bin,
      outcome: "refused",
      requestId: null,
      data: { tries, minutes },
    },
  ]);
}

/** Lists the bursts of the last day for the operators' dashboard, newest first. */
export function recentNumberBursts(tx: Tx, now: Date): Promise<NumberBurst[]> {
  return listBursts(tx, new Date(now.getTime() - SHOWN_MS));
}

/** Starts the job that purges counts that are too old for any window. */
export function startForgettingNumbers(context: AppContext): void {
  context.jobs.hourly("unknown-numbers", () =>
    deleteUnknownNumbers(context.db.kysely, new Date(context.clock.now().getTime() - HOUR_MS)),
  );
}
