import type { Movement } from "@tessera/ledger";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { forgetDecline, keepDecline, keptDeclines } from "./kept-declines.ts";
import { withdrawAuthorisation } from "./release-authorisation.ts";

/** What a hold turned out to be once the ledger was asked again. */
export type Settled = "held" | "declined" | "unknown";

const INTERVAL_MS = 2_000;
const DEADLINE_MS = 1_000;

/** Declines of this process that are still to be written, or refused for a hold that stands. */
const waiting = new WeakMap<AppContext, Map<string, Movement>>();

/** Servers, whose questions outlive them. Practice has none that do. */
const lasting = new WeakSet<AppContext>();

function waitingIn(context: AppContext): Map<string, Movement> {
  const found = waiting.get(context) ?? new Map<string, Movement>();
  waiting.set(context, found);
  return found;
}

/**
 * Asks the ledger whether a hold stands whose outcome was lost, by declining it under its own id:
 * an id that is known stands for the hold, and one that is not is the decline's from now on.
 */
export async function settleHold(context: AppContext, decline: Movement): Promise<Settled> {
  try {
    const result = await context.ledger.submit(decline, {
      priority: "authorisation",
      deadlineMs: DEADLINE_MS,
    });
    // Any other refusal says that the id is not there, and it can no longer come.
    return result.outcome === "refused" && result.reason === "mismatch" ? "held" : "declined";
  } catch (error) {
    context.log.error({ err: error, movementId: decline.id }, "a hold's outcome is unknown");
    return "unknown";
  }
}

/**
 * Keeps a decline that the network is about to be told of, until it is known to be true or made so.
 * It lies on the disk too, because the database does not answer: a server that starts again asks.
 */
export async function keepAsking(context: AppContext, decline: Movement): Promise<void> {
  waitingIn(context).set(decline.id, decline);
  if (!lasting.has(context)) {
    return;
  }
  try {
    await keepDecline(context.config, decline);
  } catch (error) {
    // This process asks all the same.
    context.log.error({ err: error, movementId: decline.id }, "an open question is not kept");
  }
}

/** Asks again about every hold that is unknown; one that stands is given back. */
export async function settleUnanswered(context: AppContext): Promise<void> {
  const open = waitingIn(context);
  for (const [id, decline] of open) {
    const settled = await settleHold(context, decline);
    if (settled === "declined" || (settled === "held" && (await isWithdrawn(context, id)))) {
      open.delete(id);
      await forget(context, id);
    }
  }
}

async function forget(context: AppContext, id: string): Promise<void> {
  if (lasting.has(context)) {
    await forgetDecline(context.config, id);
  }
}

async function isWithdrawn(context: AppContext, id: string): Promise<boolean> {
  try {
    await withdrawAuthorisation(context, id);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "authorization_closed") {
      // The network gave it back itself.
      return true;
    }
    context.log.error({ err: error, movementId: id }, "a declined hold is not released yet");
    return false;
  }
}

/** Keeps doing so while the server runs, also about what one before it did not come to ask. */
export async function startSettlingHolds(context: AppContext): Promise<void> {
  lasting.add(context);
  const kept = await keptDeclines(context.config, (file, error) =>
    context.log.error({ err: error, file }, "an open question cannot be read, and is not asked"),
  );
  for (const decline of kept) {
    waitingIn(context).set(decline.id, decline);
  }
  context.jobs.every(INTERVAL_MS, "unanswered-holds", () => settleUnanswered(context));
}
