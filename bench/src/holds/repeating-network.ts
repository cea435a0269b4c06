import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../http-population.ts";

/** One attempt to send a message, as recorded in the history. */
export interface Attempt {
  readonly at: string;
  readonly reference: string;
  readonly kind: PaymentKind;
  readonly amountMinor: number;
  readonly server: number;
  /** How long the response took, or how long the network waited for one, in milliseconds. */
  readonly durationMs: number;
  /** The HTTP status of the response; 0 if there was no response in time. */
  readonly status: number;
  readonly code: string;
  readonly approved?: boolean;
  readonly movement?: string;
}

export type PaymentKind = "authorize" | "single-message";

/** A payment with all of its responses. */
export interface AnsweredPayment {
  readonly reference: string;
  readonly kind: PaymentKind;
  readonly amountMinor: number;
  readonly attempts: number;
  /** All final responses, in the order of arrival; they must all agree. */
  readonly answers: readonly Attempt[];
}

interface NetworkSettings {
  readonly callers: readonly Caller[];
  /** Current addresses of the servers; an empty string while a server is restarting. */
  readonly addresses: readonly string[];
  readonly random: () => number;
  readonly isOver: () => boolean;
  readonly record: (attempt: Attempt) => void;
  /** Called for each response that approves a payment, as soon as it has arrived. */
  readonly approved?: (movement: string, customerId: string) => void;
}

/**
 * How long the network waits for a response before it retries, in milliseconds. It waits longer
 * after each attempt, so that a busy machine answers in the end.
 */
const ANSWER_WITHIN_MS = 2_500;
const LONGEST_WAIT_MS = 30_000;
/** How long a payment is retried after the run before it counts as unanswered, in milliseconds. */
const LAST_TRIES_MS = 300_000;

/**
 * Sends payments one after another until the run is over. Each payment is retried under the same
 * name, on any server, until it gets a final response (200, or an error status below 500). Some
 * payments are sent to two servers at the same time, and some are sent again after the final
 * response.
 *
 * @param client the number of this network; the names of its payments start with it
 */
export async function runNetwork(
  settings: NetworkSettings,
  client: number,
): Promise<AnsweredPayment[]> {
  const payments: AnsweredPayment[] = [];
  for (let number = 0; !settings.isOver(); number += 1) {
    const reference = `lab-${client}-${number}-${Math.floor(settings.random() * 1e9)}`;
    payments.push(await pay(settings, reference));
    // A very short pause, so that payments are in progress when a kill happens.
    await sleep(settings.random() * 20);
  }
  return payments;
}

async function pay(settings: NetworkSettings, reference: string): Promise<AnsweredPayment> {
  const { random, callers } = settings;
  const caller = callers[Math.floor(random() * callers.length)];
  if (caller === undefined) {
    throw new RangeError("there are no cards to pay with");
  }
  const kind: PaymentKind = random() < 0.15 ? "single-message" : "authorize";
  const amountMinor = 1 + Math.floor(random() * 99);
  const payment = { reference, kind, amountMinor };
  const names = random();
  const body = JSON.stringify({
    pan: caller.pan,
    expiryMonth: caller.expiryMonth,
    expiryYear: caller.expiryYear,
    amount: `0.${String(amountMinor).padStart(2, "0")}`,
    currency: "USD",
    merchant: { name: "Lab Store", mcc: "5734", country: "US" },
    ...(names < 0.66 ? { networkReference: reference } : {}),
    ...(names >= 0.33 ? { messageId: reference } : {}),
  });
  const answers: Attempt[] = [];
  let attempts = 0;
  const send = async () => {
    attempts += 1;
    const withinMs = Math.min(ANSWER_WITHIN_MS * attempts, LONGEST_WAIT_MS);
    const answer = await attempt(settings, payment, body, withinMs);
    if (answer.approved === true && answer.movement !== undefined) {
      settings.approved?.(answer.movement, caller.customerId);
    }
    if (isFinal(answer)) {
      answers.push(answer);
    }
  };
  let end = Number.POSITIVE_INFINITY;
  while (answers.length === 0 && performance.now() < end) {
    await Promise.all(random() < 0.1 ? [send(), send()] : [send()]);
    if (answers.length === 0) {
      if (settings.isOver()) {
        end = Math.min(end, performance.now() + LAST_TRIES_MS);
      }
      await sleep(50 + random() * 450);
    }
  }
  if (random() < 0.25) {
    await sleep(random() * 3_000);
    await send();
  }
  return { ...payment, attempts, answers };
}

function isFinal({ status }: Attempt): boolean {
  return status >= 200 && status < 500;
}

async function attempt(
  { addresses, random, record }: NetworkSettings,
  payment: Pick<Attempt, "reference" | "kind" | "amountMinor">,
  body: string,
  withinMs: number,
): Promise<Attempt> {
  const server = Math.floor(random() * addresses.length);
  const sentMs = performance.now();
  const result = await answerOf(
    `${addresses[server]}/sandbox/network/${payment.kind}`,
    body,
    withinMs,
  );
  const durationMs = performance.now() - sentMs;
  const made = { at: new Date().toISOString(), ...payment, server, durationMs, ...result };
  record(made);
  return made;
}

type Answer = Pick<Attempt, "status" | "code" | "approved" | "movement">;

async function answerOf(url: string, body: string, withinMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(withinMs),
    });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    const id = String(answer.authorizationId ?? answer.movementId ?? "");
    return {
      status: response.status,
      code: String(answer.code),
      ...(response.ok && {
        approved: answer.approved === true,
        movement: id.split("_")[1] ?? "",
      }),
    };
  } catch (error) {
    return { status: 0, code: error instanceof Error ? error.name : "unknown" };
  }
}
