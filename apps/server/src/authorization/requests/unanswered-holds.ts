import type { Movement } from "@tessera/ledger";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { defineService } from "../../platform/service.ts";
import type { FigureSource } from "../../platform/telemetry/figures.ts";
import { isPaymentTaken, withdrawUnlessUsed } from "../holds/index.ts";
import { answerNameOf, keepAnswer, lockAnswer } from "../messages/index.ts";
import { findNamedPayment } from "../unmatched/index.ts";
import { forgetDecline, keepDecline, keptDeclines } from "./decline-spool.ts";

/**
 * The outcome of a hold, determined by querying the ledger again. `displaced`: the hold is not in
 * the ledger and never will be, because another payment has its key there.
 */
export type Settled = "held" | "declined" | "displaced" | "unknown";

const INTERVAL_MS = 2_000;
const DEADLINE_MS = 1_000;

interface UnansweredHolds {
  /**
   * This process's declines, by id, that are not written yet or were refused because the hold
   * exists.
   */
  readonly waiting: Map<string, Movement>;
  /** Whether declines outlive the process: they do on servers, but not in the simulator. */
  isLasting: boolean;
}

const unansweredHolds = defineService<UnansweredHolds>("unanswered holds", () => ({
  waiting: new Map(),
  isLasting: false,
}));

/** Returns whether this server is still resolving a hold whose decline `isIt` matches. */
export function isInQuestion(context: AppContext, isIt: (decline: Movement) => boolean): boolean {
  for (const decline of context.use(unansweredHolds).waiting.values()) {
    if (isIt(decline)) {
      return true;
    }
  }
  return false;
}

/**
 * Determines whether a hold with an unknown outcome was committed, by writing a decline under the
 * hold's id. If the id exists, so does the hold; if not, the decline takes the id, and the hold can
 * no longer be committed.
 */
export async function settleHold(context: AppContext, decline: Movement): Promise<Settled> {
  try {
    const result = await context.ledger.submit(decline, {
      priority: "authorization",
      deadlineMs: DEADLINE_MS,
    });
    if (result.outcome !== "refused" || result.reason !== "mismatch") {
      // Any other refusal means that the id does not exist, and the hold can no longer be
      // committed.
      return "declined";
    }
    // The id exists with other content, or another payment has this one's key.
    const isTaken = await isPaymentTaken(context.db.urgent.kysely, decline.id);
    return isTaken === undefined ? "displaced" : isTaken ? "held" : "declined";
  } catch (error) {
    context.log.error({ err: error, movementId: decline.id }, "a hold's outcome is unknown");
    return "unknown";
  }
}

/**
 * Stores a decline that the network is about to receive, until it is confirmed or enforced. The
 * decline is also written to disk, because the database is not responding; after a restart, the
 * server resolves it.
 */
export async function keepAsking(context: AppContext, decline: Movement): Promise<void> {
  const { waiting, isLasting } = context.use(unansweredHolds);
  waiting.set(decline.id, decline);
  if (!isLasting) {
    return;
  }
  try {
    await keepDecline(context.config, decline);
  } catch (error) {
    // This process resolves the hold even without the file.
    context.log.error(
      { err: error, movementId: decline.id },
      "an unresolved hold could not be stored on disk",
    );
  }
}

/**
 * Queries every hold with an unknown outcome again. A hold that exists is released, unless the
 * network received an approval for it.
 *
 * @param stopping stops the run after the current hold; the rest stay on disk
 */
export async function settleUnanswered(context: AppContext, stopping?: AbortSignal): Promise<void> {
  const { waiting: open } = context.use(unansweredHolds);
  for (const [id, decline] of open) {
    if (stopping?.aborted === true) {
      return;
    }
    const settled = await settleHold(context, decline);
    const isClosed =
      settled === "held" || settled === "displaced"
        ? await isHeldSettled(context, decline, settled)
        : settled === "declined";
    if (isClosed) {
      open.delete(id);
      await forget(context, id);
    }
  }
}

async function forget(context: AppContext, id: string): Promise<void> {
  if (context.use(unansweredHolds).isLasting) {
    await forgetDecline(context.config, id);
  }
}

/** Releases a declined hold or keeps an approved one; returns whether the hold is settled. */
async function isHeldSettled(
  context: AppContext,
  decline: Movement,
  settled: "held" | "displaced",
): Promise<boolean> {
  const { id: movementId } = decline;
  const end = settled === "held" ? endHeld : endOther;
  try {
    const became = await inTransaction(context.db.urgent, (tx) => end(context, tx, decline));
    context.log.info({ movementId, became }, "a hold's outcome is known");
    return true;
  } catch (error) {
    const isOver =
      error instanceof Refusal &&
      // The network reversed the hold, or it was an account verification, which has none.
      (error.code === "authorization_closed" || error.code === "not_found");
    if (!isOver) {
      context.log.error({ err: error, movementId }, "a declined hold could not be released yet");
    }
    return isOver;
  }
}

/**
 * Releases a hold and stores the decline as the payment's answer, in one transaction. The hold
 * stays if the network received an approval from another server, which got a retry and found the
 * hold in the ledger. Both servers lock the payment's name before they read, so that each sees what
 * the other did.
 */
async function endHeld(
  context: AppContext,
  tx: Tx,
  { id: authorizationId, clientKey, currency }: Movement,
): Promise<"approved" | "withdrawn"> {
  const name = answerNameOf(clientKey);
  const answer = name === undefined ? undefined : await lockAnswer(tx, [name]);
  if (answer?.approved === true && answer.movementId === authorizationId) {
    return "approved";
  }
  if (!(await withdrawUnlessUsed(context, tx, authorizationId))) {
    return "approved";
  }
  if (name !== undefined) {
    const decline = { approved: false, code: "system_timeout", amountMinor: 0n, currency };
    await keepAnswer(tx, [name], { ...decline, movementId: authorizationId });
  }
  return "withdrawn";
}

/**
 * Releases the hold of another server that has the payment's key, if the network received a
 * decline. Without a stored answer, that server or the next retry decides.
 */
async function endOther(
  context: AppContext,
  tx: Tx,
  { clientKey }: Movement,
): Promise<"displaced" | "withdrawn"> {
  const name = answerNameOf(clientKey);
  const answer = name === undefined ? undefined : await lockAnswer(tx, [name]);
  if (clientKey === null || answer === undefined || answer.approved) {
    return "displaced";
  }
  const payment = await findNamedPayment(tx, clientKey);
  const isOpen = payment?.status === "processing";
  return isOpen && (await withdrawUnlessUsed(context, tx, payment.id)) ? "withdrawn" : "displaced";
}

/** Starts the job that resolves unknown outcomes, including those an earlier process left. */
export async function startSettlingHolds(context: AppContext): Promise<void> {
  const unanswered = context.use(unansweredHolds);
  unanswered.isLasting = true;
  const kept = await keptDeclines(context.config, (file, error) =>
    context.log.error(
      { err: error, file },
      "a stored unresolved hold cannot be read and is skipped",
    ),
  );
  for (const decline of kept) {
    unanswered.waiting.set(decline.id, decline);
  }
  context.jobs.every(INTERVAL_MS, "unanswered-holds", (stopping) =>
    settleUnanswered(context, stopping),
  );
}

/** Returns a gauge of the holds whose outcome this process does not know. */
export function countUnanswered(context: AppContext): FigureSource {
  return {
    name: "unanswered_holds",
    isOfProcess: true,
    gauges: {
      tessera_holds_in_question: { help: "Holds whose outcome this process does not know" },
    },
    read: async () => [
      { gauge: "tessera_holds_in_question", value: context.use(unansweredHolds).waiting.size },
    ],
  };
}
