import { setTimeout as sleep } from "node:timers/promises";
import { answerOf } from "../http-population.ts";
import { type Load, runBank } from "./run-load.ts";

const BEFORE_MS = 3_000;
const AFTER_MS = 4_000;

/**
 * Moves every server's clock to the last seconds of a month, and lets the bank's customers and
 * readers work until it is over. Partitions, windows of limits and days change at that moment.
 */
export async function crossMonth(load: Omit<Load, "isOver">): Promise<void> {
  const { addresses } = load.servers;
  for (const address of addresses) {
    const { now } = await clockOf(address, "GET");
    const here = new Date(now);
    const edge = Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + 1, 1);
    const advanceSeconds = Math.floor((edge - here.getTime() - BEFORE_MS) / 1_000);
    await clockOf(address, "POST", { advanceSeconds });
  }
  let isOver = false;
  const bank = await runBank({ ...load, isOver: () => isOver }, 1);
  await sleep(BEFORE_MS + AFTER_MS);
  isOver = true;
  await bank.done;
}

async function clockOf(
  address: string,
  method: "GET" | "POST",
  body?: { readonly advanceSeconds: number },
): Promise<{ readonly now: string }> {
  const response = await fetch(`${address}/sandbox/clock`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answerOf(response);
}
