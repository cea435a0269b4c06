import type { Movement } from "@tessera/ledger";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import type { ServerProcess } from "../../../platform/processes/server-process.ts";
import { defineService } from "../../../platform/service.ts";
import type { FigureSource } from "../../../platform/telemetry/figures.ts";
import { isPaymentTaken, withdrawUnlessUsed } from "../../holds/index.ts";
import type { NetworkOutcome } from "../../messages/index.ts";
import { answerNameOf, keepAnswer, lockAnswer } from "../../messages/index.ts";
import { findNamedPayment } from "../../unmatched/index.ts";
import { deleteQuestion, insertQuestions } from "../open-questions.repository.ts";

/**
 * The outcome of a hold, determined by querying the ledger again. `displaced` means that the hold
 * is not in the ledger and never will be, because another payment has its key.
 */
export type Settled = "held" | "declined" | "displaced" | "unknown";

const INTERVAL_MS = 2_000;
const DEADLINE_MS = 1_000;

interface Question {
  readonly decline: Movement;
  /** Whether the question is stored in the database, where another server can resolve it. */
  isStored: boolean;
}

/**
 * This process's declines, by id, that have not been written yet or were refused because the hold
 * exists.
 */
const openQuestions = defineService("unanswered holds", () => new Map<string, Question>());

/** Returns whether this server is still resolving a hold whose decline satisfies `isIt`. */
export function isInQuestion(context: AppContext, isIt: (decline: Movement) => boolean): boolean {
  for (const { decline } of context.use(openQuestions).values()) {
    if (isIt(decline)) {
      return true;
    }
  }
  return false;
}

/**
 * Determines whether a hold with an unknown outcome was committed, by writing a decline under the
 * hold's id. If the id exists, so does the hold. If not, the decline takes the id, and the hold can
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
    // The id exists with other content, or another payment has the same key.
    const isTaken = await isPaymentTaken(context.db.urgent.kysely, decline.id);
    return isTaken === undefined ? "displaced" : isTaken ? "held" : "declined";
  } catch (error) {
    context.log.error({ err: error, movementId: decline.id }, "a hold's outcome is unknown");
    return "unknown";
  }
}

/**
 * Remembers a decline that the network is about to receive, until the decline is confirmed or
 * enforced. The next heartbeat stores it, since the database is not responding now.
 */
export function keepAsking(context: AppContext, decline: Movement): void {
  context.use(openQuestions).set(decline.id, { decline, isStored: false });
}

/**
 * Adds declines that are already in the database, from a dead process or from an earlier version.
 */
export function keepAskingStored(context: AppContext, declines: readonly Movement[]): void {
  const open = context.use(openQuestions);
  for (const decline of declines) {
    open.set(decline.id, { decline, isStored: true });
  }
}

/** Stores the open questions, so that another server can resolve them if this one dies. */
export async function storeQuestions(context: AppContext, own: ServerProcess): Promise<void> {
  const open = [...context.use(openQuestions).values()].filter(({ isStored }) => !isStored);
  if (open.length === 0) {
    return;
  }
  const declines = open.map(({ decline }) => decline);
  await insertQuestions(context.db.urgent.kysely, own.id, declines);
  const isOver: string[] = [];
  for (const question of open) {
    question.isStored = true;
    if (context.use(openQuestions).get(question.decline.id) !== question) {
      isOver.push(question.decline.id);
    }
  }
  // Questions that were resolved in the meantime were not yet marked as stored, so their rows
  // remain.
  for (const id of isOver) {
    await deleteQuestion(context.db.urgent.kysely, id);
  }
}

/** Returns the start times of the payments whose questions only this process knows about. */
export function unstoredSince(context: AppContext): readonly Date[] {
  return [...context.use(openQuestions).values()]
    .filter(({ isStored }) => !isStored)
    .map(({ decline }) => decline.eventAt);
}

/** Returns the number of this process's open questions. */
export function countQuestions(context: AppContext): number {
  return context.use(openQuestions).size;
}

/**
 * Queries every hold with an unknown outcome again. Releases a hold that exists, unless the network
 * received an approval for it.
 *
 * @param stopping stops the run after the current hold; another server resolves the rest
 */
export async function settleUnanswered(context: AppContext, stopping?: AbortSignal): Promise<void> {
  const open = context.use(openQuestions);
  for (const [id, question] of open) {
    if (stopping?.aborted === true) {
      return;
    }
    const settled = await settleHold(context, question.decline);
    const isClosed =
      settled === "held" || settled === "displaced"
        ? await isHeldSettled(context, question, settled)
        : settled === "declined";
    if (isClosed) {
      if (question.isStored) {
        await deleteQuestion(context.db.urgent.kysely, id);
      }
      open.delete(id);
    }
  }
}

/** Releases a declined hold or keeps an approved one. Returns whether the hold is resolved. */
async function isHeldSettled(
  context: AppContext,
  { decline, isStored }: Question,
  settled: "held" | "displaced",
): Promise<boolean> {
  const { id: movementId } = decline;
  const end = settled === "held" ? endHeld : endOther;
  try {
    const became = await inTransaction(context.db.urgent, async (tx) => {
      const ended = await end(context, tx, decline);
      if (isStored) {
        await deleteQuestion(tx, movementId);
      }
      return ended;
    });
    context.log.info({ movementId, became }, "a hold's outcome is known");
    return true;
  } catch (error) {
    const isOver =
      error instanceof Refusal &&
      // The network reversed the hold, or the payment was an account verification, which has no
      // hold.
      (error.code === "authorization_closed" || error.code === "not_found");
    if (!isOver) {
      context.log.error({ err: error, movementId }, "a declined hold could not be released yet");
    }
    return isOver;
  }
}

/**
 * Releases a hold and stores the decline as the payment's response, in one transaction. Keeps the
 * hold if the network received an approval from another server, which had received a retry and
 * found the hold in the ledger. Both servers lock the payment's name before they read, so that each
 * sees what the other did.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function endHeld(
  context: AppContext,
  tx: Tx,
  {
    id: authorizationId,
    clientKey,
    currency,
  }: Pick<NetworkOutcome, "currency"> & Pick<Movement, "id" | "clientKey">,
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
 * Releases another server's hold that has the payment's key, if the network received a decline. If
 * no response is stored, that server or the next retry decides.
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

/** Starts the job that resolves unknown outcomes. */
export function startSettlingHolds(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "unanswered-holds", (stopping) =>
    settleUnanswered(context, stopping),
  );
}

/** Returns a gauge for the holds whose outcome is unknown to this process. */
export function countUnanswered(context: AppContext): FigureSource {
  return {
    name: "unanswered_holds",
    isOfProcess: true,
    gauges: {
      tessera_holds_in_question: { help: "Holds whose outcome this process does not know" },
    },
    read: async () => [
      { gauge: "tessera_holds_in_question", value: context.use(openQuestions).size },
    ],
  };
}
