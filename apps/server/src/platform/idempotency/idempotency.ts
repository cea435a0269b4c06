import type { Db } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { Batcher } from "../jobs/batcher.ts";
import {
  type AnswerWithRow,
  findAnswers,
  findAnswersAndRows,
  type IdempotencyScope,
  type KeyWithRow,
  type RowsToRead,
  type StoredAnswer,
  storeAnswers,
} from "./idempotency.repository.ts";

/** A response in the form in which it is sent. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /**
   * Whether to store the response under the key, as is the case for successes and final state
   * errors.
   */
  readonly isFinal: boolean;
}

export interface IdempotentRequest extends IdempotencyScope {
  readonly fingerprint: string;
}

/** A request identified by an idempotency key. */
export interface IdempotentJob<Row> {
  /**
   * Rejects if the call must not run, for example because of a rate limit. It is awaited together
   * with the lookup of the key, and its rejection takes precedence over any other outcome.
   */
  readonly admitted: Promise<void>;
  /**
   * Runs the request.
   *
   * @param row the row that was read with the key
   */
  readonly run: (row: Row) => Promise<Answer>;
}

/** Ensures that each key has only one effect and that every retry gets the same response. */
export interface OncePerKey<Request, Row> {
  /**
   * Runs a request, or replays the response stored under its key.
   *
   * @throws Refusal `idempotency_mismatch` if the key was used with another body;
   * `idempotency_in_progress` if the first request takes longer than the wait; `outcome_unknown` if
   * the response could not be stored
   */
  once(request: Request, job: IdempotentJob<Row>): Promise<Outcome>;
}

export interface Idempotency extends OncePerKey<IdempotentRequest, null> {
  /**
   * Returns a version of this object for calls that each need one row, which is read in the
   * statement that looks up the keys. The row is slightly older than a row read by `run`.
   */
  reading<Row extends { readonly id: string }>(
    rows: RowsToRead<Row>,
  ): OncePerKey<IdempotentRequest & KeyWithRow, Row | null>;
}

const WAIT_MS = 5_000;
const LOOKUP = { maxItems: 128, maxInFlight: 2 };
const STORE = { maxItems: 128, maxInFlight: 1 };
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Parses an Idempotency-Key header.
 *
 * @throws Refusal `idempotency_key_required` if the header is missing or malformed
 */
export function parseIdempotencyKey(header: string | string[] | undefined): string {
  if (typeof header !== "string" || !KEY.test(header)) {
    throw new Refusal("idempotency_key_required");
  }
  return header;
}

/** A response as one call under a key gets it. */
interface Outcome {
  readonly answer: Pick<Answer, "status" | "body">;
  readonly replayed: boolean;
}

interface Running {
  readonly fingerprint: string;
  /** The response, or undefined if the request failed and the next one may run. */
  readonly settled: Promise<Outcome | undefined>;
}

function requireSame(request: IdempotentRequest, fingerprint: string): void {
  if (request.fingerprint !== fingerprint) {
    throw new Refusal("idempotency_mismatch");
  }
}

/** Waits for a request in progress. Returns its response, or undefined if it failed. */
async function waitFor(running: Running, waitMs: number): Promise<Outcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, waitMs, "late");
  });
  const outcome = await Promise.race([running.settled, timeout]);
  clearTimeout(timer);
  if (outcome === "late") {
    throw new Refusal("idempotency_in_progress", { retryAfterSeconds: 1 });
  }
  return outcome;
}

/** The results of looking up a key: the stored response and the row. */
interface Found<Row> {
  readonly answer: StoredAnswer | null;
  readonly row: Row;
}

/**
 * Stores a response. Resolves to the response stored under the key, which may be from another
 * server.
 */
type Store = Batcher<IdempotencyScope & StoredAnswer, StoredAnswer>;

/** Replays the stored response, or runs the request and stores its response if it is final. */
async function execute<Row>(
  store: Store,
  request: IdempotentRequest,
  { admitted, run }: IdempotentJob<Row>,
  found: Promise<Found<Row>>,
): Promise<Outcome> {
  // If the call is not admitted, nothing awaits the lookup.
  found.catch(() => undefined);
  await admitted;
  const { answer: stored, row } = await found;
  if (stored !== null) {
    requireSame(request, stored.fingerprint);
    return { answer: stored, replayed: true };
  }
  const answer = await run(row);
  if (answer.isFinal) {
    try {
      const { status, body } = answer;
      const kept = await store.submit({ ...request, status, body });
      // Every retry gets the stored response, which may be from another server.
      if (kept.body !== body && kept.fingerprint === request.fingerprint) {
        return { answer: kept, replayed: true };
      }
    } catch (error) {
      // The request took effect and only its response was lost, regardless of the type of error.
      throw new Refusal("outcome_unknown", { cause: error });
    }
  }
  return { answer, replayed: false };
}

export function createIdempotency(db: Db): Idempotency {
  // A statement cannot write the same key twice. This never happens, since keys in progress are
  // unique.
  const store: Store = new Batcher(
    (answers: readonly (IdempotencyScope & StoredAnswer)[]) => storeAnswers(db, answers),
    STORE,
  );
  const running = new Map<string, Running>();

  function oncePerKey<Request extends IdempotentRequest, Row>(
    lookup: Batcher<Request, Found<Row>>,
  ): OncePerKey<Request, Row> {
    return {
      async once(request, job) {
        // While an earlier request is running, nothing awaits the admission.
        job.admitted.catch(() => undefined);
        const name = `${request.owner} ${request.operation} ${request.key}`;
        const deadline = performance.now() + WAIT_MS;
        for (let first = running.get(name); first !== undefined; first = running.get(name)) {
          await job.admitted;
          requireSame(request, first.fingerprint);
          const outcome = await waitFor(first, Math.max(1, deadline - performance.now()));
          if (outcome !== undefined) {
            // Looking the response up would return the same, but only one request at a time could.
            return { ...outcome, replayed: true };
          }
        }
        const result = execute(store, request, job, lookup.submit(request));
        const settled = result.catch(() => undefined);
        running.set(name, { fingerprint: request.fingerprint, settled });
        try {
          return await result;
        } finally {
          running.delete(name);
        }
      },
    };
  }

  const keysAlone = new Batcher(async (scopes: readonly IdempotentRequest[]) => {
    const answers = await findAnswers(db, scopes);
    return answers.map((answer) => ({ answer, row: null }));
  }, LOOKUP);
  return {
    ...oncePerKey(keysAlone),
    reading<Row extends { readonly id: string }>(rows: RowsToRead<Row>) {
      const lookup = new Batcher(
        (keys: readonly (IdempotentRequest & KeyWithRow)[]): Promise<AnswerWithRow<Row>[]> =>
          findAnswersAndRows(db, keys, rows),
        LOOKUP,
      );
      return oncePerKey(lookup);
    },
  };
}
