import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../http-population.ts";

/** The longest time that the card network waits for an answer, in milliseconds. */
const ANSWER_WITHIN_MS = 5_000;

/** Payments that a card network sends all the time, at a steady rate. */
export interface Traffic {
  /** Changes the amount of each payment, such as to one above every balance. */
  amount: string;
  stop(): Promise<void>;
}

interface TrafficSource {
  readonly callers: readonly Caller[];
  /** The current addresses of the servers. */
  readonly urls: readonly string[];
  readonly everyMs: number;
}

/** Starts payments. Their answers are read and forgotten: the servers' metrics count them. */
export function startTraffic({ callers, urls, everyMs }: TrafficSource): Traffic {
  const open = new Set<Promise<unknown>>();
  let isOver = false;
  const traffic = {
    amount: "0.01",
    async stop() {
      isOver = true;
      await sending;
      await Promise.allSettled(open);
    },
  };
  const send = async () => {
    for (let number = 0; !isOver; number += 1) {
      const caller = callers[number % callers.length];
      const url = urls[number % urls.length] ?? "";
      if (caller !== undefined) {
        const payment = authorize(url, caller, traffic.amount).catch(() => undefined);
        open.add(payment);
        void payment.finally(() => open.delete(payment));
      }
      await sleep(everyMs);
    }
  };
  const sending = send();
  return traffic;
}

/** The card, the money and the merchant of a payment. */
export function paymentOf({ pan, expiryMonth, expiryYear }: Caller, amount: string) {
  const merchant = { name: "Lab Store", mcc: "5734", country: "US" };
  return { pan, expiryMonth, expiryYear, amount, currency: "USD", merchant };
}

/** Sends an authorization request. */
export function authorize(
  url: string,
  caller: Caller,
  amount: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  return networkMessage(url, "authorize", { ...paymentOf(caller, amount), ...more });
}

/** Sends a message of the card network, and returns the answer whatever its status. */
export async function networkMessage(
  url: string,
  kind: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/sandbox/network/${kind}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return (await response.json()) as Record<string, unknown>;
}
