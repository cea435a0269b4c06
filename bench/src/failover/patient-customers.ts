import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { type Caller, headersOf } from "../http-population.ts";
import type { AcknowledgedTopUp } from "../upgrade/strict-customers.ts";

/** A response to a customer. Times are those of `performance.now()`. */
export interface CustomerAnswer {
  readonly call: "quote" | "deposit";
  /** 0 if there was no response in time. */
  readonly status: number;
  readonly code: string;
  readonly sentMs: number;
  readonly answeredMs: number;
}

interface CustomerSettings {
  readonly callers: readonly Caller[];
  readonly addresses: readonly string[];
  readonly random: () => number;
  readonly isOver: () => boolean;
  readonly record: (answer: CustomerAnswer) => void;
}

/** Longer than any deadline of the server, so a request without a response is a fault. */
const ANSWER_WITHIN_MS = 30_000;
/** How long a top-up is repeated after the run, in milliseconds. */
const LAST_TRIES_MS = 60_000;

/**
 * Runs a customer who tops up one card after another until the run is over. Each request is sent to
 * any server and repeated under the same key until it gets a final response, as the console does.
 *
 * @returns the top-ups that a server acknowledged
 */
export async function runCustomer(settings: CustomerSettings): Promise<AcknowledgedTopUp[]> {
  const { callers, random, isOver } = settings;
  const topUps: AcknowledgedTopUp[] = [];
  while (!isOver()) {
    const caller = callers[Math.floor(random() * callers.length)];
    if (caller === undefined) {
      throw new RangeError("there are no customers");
    }
    const amountMinor = 1 + Math.floor(random() * 99);
    const amount = `0.${String(amountMinor).padStart(2, "0")}`;
    const card = caller.cardId;
    const quote = await untilFinal(settings, caller, "quote", { operation: "deposit", amount });
    const receipt =
      quote && (await untilFinal(settings, caller, "deposit", { quoteId: quote.quoteId }));
    if (receipt !== undefined) {
      const movement = String(receipt.movementId).replace(/^mov_/, "");
      topUps.push({ movement, card, amountMinor });
    }
    await sleep(random() * 40);
  }
  return topUps;
}

type Body = Readonly<Record<string, unknown>>;

/** Repeats a request until it gets a final response. Returns its body if it was successful. */
async function untilFinal(
  settings: CustomerSettings,
  caller: Caller,
  call: CustomerAnswer["call"],
  body: Body,
): Promise<Body | undefined> {
  const { addresses, random, isOver, record } = settings;
  const request = {
    method: "POST",
    headers: {
      ...headersOf(caller),
      "content-type": "application/json",
      "idempotency-key": uuidv7(),
    },
    body: JSON.stringify(body),
  };
  for (let end = Number.POSITIVE_INFINITY; performance.now() < end; ) {
    const address = addresses[Math.floor(random() * addresses.length)];
    const sentMs = performance.now();
    const answer = await send(`${address}/api/cards/${caller.cardId}/${call}`, request);
    const { status, code } = answer;
    record({ call, status, code, sentMs, answeredMs: performance.now() });
    if (status >= 200 && status < 500) {
      return status < 300 ? answer.body : undefined;
    }
    if (isOver()) {
      end = Math.min(end, performance.now() + LAST_TRIES_MS);
    }
    await sleep(100 + random() * 400);
  }
  return undefined;
}

async function send(url: string, request: RequestInit) {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(url, { ...request, signal });
    const body: Body = JSON.parse(await response.text());
    return { status: response.status, code: String(body.code ?? ""), body };
  } catch (error) {
    return { status: 0, code: error instanceof Error ? error.name : "unknown", body: {} };
  }
}
