import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookOutcome } from "@tessera/contract/developers/webhooks.schemas";
import type { AppContext } from "../../platform/context.ts";
import { numberedId, wireId } from "../../platform/ids.ts";
import {
  type Claimed,
  claimDue,
  findSigningSecrets,
  type Result,
  recordResults,
} from "./deliveries.repository.ts";
import { disableGone } from "./disable-endpoints.ts";
import { presentEvent } from "./message.ts";
import { pauseAfter, readRetryAfter } from "./retry-schedule.policy.ts";
import { openSecret, signatureHeaders } from "./secrets.ts";
import type { Answer } from "./send-request.ts";
import { webhookSender } from "./sender.ts";

/** How many events a server sends at the same time. */
const MAX_BUSY = 512;
/** How many of them to one endpoint: one that works, and one whose last attempts failed. */
const PER_ENDPOINT = { working: 16, failing: 2 } as const;
/** How long results are collected, so that one statement records many. */
const RECORD_DELAY_MS = 25;
/** How long to wait before looking for more while a server is sending. */
const BUSY_PAUSE_MS = 25;
/** The pause as a multiple of the time that the look took. */
const PAUSE_FACTOR = 2;
const GONE = 410;
/** The numbers of attempts, which order those of the same millisecond, begin again after it. */
const MAX_NUMBER = 2 ** 32;

/** Sends a server's share of the events that are due. */
export class Deliveries {
  /** How many attempts were made, by outcome. */
  readonly outcomes = new Map<WebhookOutcome, number>();
  readonly #context: AppContext;
  /** How many events are being sent, by endpoint. */
  readonly #busy = new Map<string, number>();
  #busyCount = 0;
  #attempts = 0;
  #results: Result[] = [];
  #recording: Promise<void> | undefined;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /**
   * Sends what is due, until nothing is. Does not wait for receivers that have not responded: their
   * results are recorded when they come.
   */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const startMs = performance.now();
      const claimed = this.#busyCount < MAX_BUSY ? await this.#claim() : [];
      if (claimed.length > 0) {
        await this.#sendAll(claimed, stopping);
      } else if (this.#results.length === 0 && this.#recording === undefined) {
        return;
      }
      // The more endpoints there are, the longer a look takes, and the rarer it has to be.
      await sleep(Math.max(BUSY_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startMs)));
    }
  }

  /** Waits until nothing is being sent. For tests. */
  async settle(): Promise<void> {
    while (this.#busyCount > 0 || this.#recording !== undefined) {
      await sleep(BUSY_PAUSE_MS);
    }
  }

  #claim(): Promise<Claimed[]> {
    return claimDue(this.#context.db, {
      now: this.#context.clock.now(),
      busy: this.#busy,
      perEndpoint: PER_ENDPOINT,
      limit: MAX_BUSY - this.#busyCount,
    });
  }

  async #sendAll(claimed: readonly Claimed[], stopping: AbortSignal): Promise<void> {
    const { db, clock, keys } = this.#context;
    const ids = [...new Set(claimed.map((one) => one.endpoint_id))];
    const found = await findSigningSecrets(db, ids, clock.now());
    const secrets = Map.groupBy(found, ({ endpointId }) => endpointId);
    const opened = new Map(
      [...secrets].map(([id, own]) => [id, own.map((one) => openSecret(keys, one))]),
    );
    for (const one of claimed) {
      const own = opened.get(one.endpoint_id);
      // Without a secret, the endpoint has been deleted since.
      if (own !== undefined) {
        this.#count(one.endpoint_id, 1);
        void this.#send(one, own, stopping);
      }
    }
  }

  #count(endpointId: string, by: number): void {
    const count = (this.#busy.get(endpointId) ?? 0) + by;
    this.#busyCount += by;
    if (count > 0) {
      this.#busy.set(endpointId, count);
    } else {
      this.#busy.delete(endpointId);
    }
  }

  async #send(one: Claimed, secrets: readonly Buffer[], stopping: AbortSignal): Promise<void> {
    const at = this.#context.clock.now();
    this.#attempts = (this.#attempts + 1) % MAX_NUMBER;
    const attemptId = numberedId(at, this.#attempts);
    const startMs = performance.now();
    const body = JSON.stringify(presentEvent(one));
    // Receivers compare the time with their own clocks, so it is not the sandbox's.
    const atSeconds = Math.floor(Date.now() / 1_000);
    const headers = signatureHeaders(secrets, { id: wireId("evt", one.id), atSeconds, body });
    const sender = this.#context.use(webhookSender);
    const answer = await sender.send({ url: one.url, headers, body }, { signal: stopping });
    if (stopping.aborted) {
      // The attempt was cut off by the server, which says nothing about the receiver.
      this.#count(one.endpoint_id, -1);
      return;
    }
    const durationMs = Math.round(performance.now() - startMs);
    this.outcomes.set(answer.outcome, (this.outcomes.get(answer.outcome) ?? 0) + 1);
    this.#results.push({
      attemptId,
      ...{ delivery: one, at, durationMs, outcome: answer.outcome, status: answer.status },
      nextAt: this.#nextAt(one, answer),
    });
    this.#recording ??= this.#recordSoon();
  }

  #nextAt({ attempts }: Claimed, { outcome, retryAfter }: Answer): Date | null {
    if (outcome === "delivered") {
      return null;
    }
    const asked = readRetryAfter(retryAfter, new Date());
    const pauseMs = pauseAfter(attempts + 1, Math.random(), asked);
    const now = this.#context.clock.now();
    return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
  }

  async #recordSoon(): Promise<void> {
    try {
      await sleep(RECORD_DELAY_MS);
      while (this.#results.length > 0) {
        const results = this.#results;
        this.#results = [];
        await this.#record(results);
      }
    } finally {
      this.#recording = undefined;
    }
  }

  async #record(results: readonly Result[]): Promise<void> {
    const { db, log } = this.#context;
    try {
      await recordResults(db, results);
      const gone = results.filter(({ status }) => status === GONE);
      await disableGone(this.#context, new Set(gone.map(({ delivery }) => delivery.endpoint_id)));
    } catch (error) {
      // The claims end, and the events are sent again.
      log.warn({ err: error, attempts: results.length }, "webhook attempts were not recorded");
    } finally {
      for (const { delivery } of results) {
        this.#count(delivery.endpoint_id, -1);
      }
    }
  }
}
