import type { Db } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { Batcher } from "../jobs/batcher.ts";
import {
  findAnswers,
  type IdempotencyScope,
  type StoredAnswer,
  storeAnswers,
} from "./idempotency.repository.ts";

/** A response in the form it is sent. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Whether it is stored under the key: a success or a final refusal by state. */
  readonly isFinal: boolean;
}

export interface IdempotentRequest extends IdempotencyScope {
  readonly fingerprint: string;
}

/** The request that a key identifies. */
export interface IdempotentJob<Ahead> {
  /** Starts to read what `run` will need while the key is still being looked up. */
  readonly readAhead: () => Promise<Ahead>;
  readonly run: (ahead: Promise<Ahead>) => Promise<Answer>;
}

/** Gives each key one effect and every retry the same response. */
export interface Idempotency {
  /**
   * @throws Refusal `idempotency_mismatch` for another body under the key, or
   * `idempotency_in_progress` if the first request takes longer than the wait, or `outcome_unknown`
   * if the response could not be stored
   */
  once<Ahead>(
    request: IdempotentRequest,
    job: IdempotentJob<Ahead>,
  ): Promise<{ readonly answer: Pick<Answer, "status" | "body">; readonly replayed: boolean }>;
}

const WAIT_MS = 5_000;
const LOOK_UP = { maxItems: 128, maxInFlight: 2 };
const STORE = { maxItems: 128, maxInFlight: 1 };
const KEY = /^[\x21-\x7e]{1,255}$/;

/** @throws Refusal `idempotency_key_required` if it is missing or malformed */
export function parseIdempotencyKey(header: string | string[] | undefined): string {
  if (typeof header !== "string" || !KEY.test(header)) {
    throw new Refusal("idempotency_key_required");
  }
  return header;
}

interface Running {
  readonly fingerprint: string;
  readonly settled: Promise<unknown>;
}

function requireSame(request: IdempotentRequest, fingerprint: string): void {
  if (request.fingerprint !== fingerprint) {
    throw new Refusal("idempotency_mismatch");
  }
}

async function waitFor(running: Running, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, waitMs, "late");
  });
  const outcome = await Promise.race([running.settled, timeout]);
  clearTimeout(timer);
  if (outcome === "late") {
    throw new Refusal("idempotency_in_progress", { retryAfterSeconds: 1 });
  }
}

export function createIdempotency(db: Db): Idempotency {
  const lookUp = new Batcher(
    (scopes: readonly IdempotencyScope[]) => findAnswers(db, scopes),
    LOOK_UP,
  );
  // One statement may not write a key twice; in-flight keys are unique, so this is guaranteed.
  const store = new Batcher(
    (answers: readonly (IdempotencyScope & StoredAnswer)[]) => storeAnswers(db, answers),
    STORE,
  );
  const running = new Map<string, Running>();

  async function execute<Ahead>(
    request: IdempotentRequest,
    { readAhead, run }: IdempotentJob<Ahead>,
  ) {
    const ahead = readAhead();
    // A replay needs none of the reads; the call that runs awaits them and receives the failure.
    ahead.catch(() => undefined);
    const stored = await lookUp.submit(request);
    if (stored !== null) {
      requireSame(request, stored.fingerprint);
      return { answer: stored, replayed: true };
    }
    const answer = await run(ahead);
    if (answer.isFinal) {
      try {
        const { status, body } = answer;
        const kept = await store.submit({ ...request, status, body });
        // Every retry gets the response that is stored, which may be another server's.
        if (kept.body !== body && kept.fingerprint === request.fingerprint) {
          return { answer: kept, replayed: true };
        }
      } catch (error) {
        // It took effect and only its response is lost, whatever kind of error this is.
        throw new Refusal("outcome_unknown", { cause: error });
      }
    }
    return { answer, replayed: false };
  }

  return {
    async once(request, job) {
      const name = `${request.owner} ${request.operation} ${request.key}`;
      const deadline = performance.now() + WAIT_MS;
      for (let first = running.get(name); first !== undefined; first = running.get(name)) {
        requireSame(request, first.fingerprint);
        await waitFor(first, Math.max(1, deadline - performance.now()));
      }
      const result = execute(request, job);
      const settled = result.then(
        () => undefined,
        () => undefined,
      );
      running.set(name, { fingerprint: request.fingerprint, settled });
      try {
        return await result;
      } finally {
        running.delete(name);
      }
    },
  };
}
