import { formatAmount } from "@tessera/money";
import { reverseAuthorization, withdrawAuthorization } from "../../../authorization/holds/index.ts";
import { measuredAuthorization } from "../../../authorization/requests/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { defineService } from "../../../platform/service.ts";
import { type AskedMessage, decideAsked } from "./decide-asked.ts";
import { settleEvent } from "./inbox.repository.ts";
import { chooseAuthorizationId } from "./movement-ids.repository.ts";
import type { AskedAuthorization } from "./network-message.ts";
import { receiveEvent, type SignedEvent } from "./receive-event.ts";
import type { AuthorizationAnswer } from "./stripe-issuing.tables.ts";

/** Stripe waits 2 s for a response, including the network time in both directions. */
const DEADLINE_MS = 1_500;

/** Maximum time to decide, in milliseconds. Tests allow more time on slow machines. */
export const stripeDeadline = defineService("Stripe deadline", () => ({ ms: DEADLINE_MS }));

/** Tracks whether the authorization has been declined because time ran out. */
interface Deadline {
  isOver: boolean;
}

/**
 * Decides whether a card may pay. After the deadline, the response is a decline even if the payment
 * is then approved, and any hold placed in the meantime is released.
 *
 * @throws Refusal `idempotency_in_progress` for a duplicate of a message that is still being
 * decided
 */
export function answerAuthorization(
  context: AppContext,
  signed: SignedEvent & { readonly message: AskedAuthorization },
): Promise<AuthorizationAnswer> {
  return measuredAuthorization(context, () => answerInTime(context, signed));
}

async function answerInTime(
  context: AppContext,
  signed: SignedEvent & { readonly message: AskedAuthorization },
): Promise<AuthorizationAnswer> {
  const deadline: Deadline = { isOver: false };
  const movementId = newId(context.clock.now());
  const late = { approved: false, code: "system_timeout", movementId };
  let timer: NodeJS.Timeout | undefined;
  const expiring = new Promise<AuthorizationAnswer>((resolve) => {
    timer = setTimeout(() => {
      deadline.isOver = true;
      context.log.warn({ eventId: signed.event.id }, "authorization timed out");
      resolve(late);
    }, context.use(stripeDeadline).ms);
  });
  const answering = answer(context, signed, movementId, deadline);
  // After the deadline, the result is ignored. The decision logs its errors itself.
  answering.catch(() => undefined);
  try {
    return await Promise.race([answering, expiring]);
  } finally {
    clearTimeout(timer);
  }
}

async function answer(
  context: AppContext,
  signed: SignedEvent & { readonly message: AskedAuthorization },
  proposedId: string,
  deadline: Deadline,
): Promise<AuthorizationAnswer> {
  const { event, message } = signed;
  let asked: AskedMessage = { ...message, movementId: proposedId, isFirst: true };
  const earlier = await receiveEvent(context, signed, async (tx) => {
    const { authorisationId: authorizationId } = message;
    const now = context.clock.now();
    asked = { ...message, ...(await chooseAuthorizationId(tx, authorizationId, proposedId, now)) };
  });
  if (earlier !== undefined) {
    if (earlier.answer === null) {
      throw new Refusal("idempotency_in_progress");
    }
    return earlier.answer;
  }
  const decided = deadline.isOver ? lateAnswer(asked) : await decideSafely(context, asked);
  const given = deadline.isOver ? lateAnswer(asked) : decided;
  await keepAnswer(context, event.id, given);
  // The deadline passed after it was last checked, so Stripe received a decline. Release the hold.
  if (deadline.isOver && decided.approved) {
    await takeBack(context, asked);
    await keepAnswer(context, event.id, lateAnswer(asked));
  }
  return given;
}

function lateAnswer({ movementId }: AskedMessage): AuthorizationAnswer {
  return { approved: false, code: "system_timeout", movementId };
}

/** Decides a request. Declines it if an error occurs. */
async function decideSafely(
  context: AppContext,
  asked: AskedMessage,
): Promise<AuthorizationAnswer> {
  try {
    return await decideAsked(context, asked);
  } catch (error) {
    const { authorisationId: authorizationId } = asked;
    context.log.error(
      { err: error, authorisationId: authorizationId },
      "authorization could not be decided",
    );
    return lateAnswer(asked);
  }
}

/**
 * Stores the response. If this fails, the response still stands, and Stripe's state is queried
 * later.
 */
async function keepAnswer(
  context: AppContext,
  eventId: string,
  given: AuthorizationAnswer,
): Promise<void> {
  try {
    await settleEvent(context.db.urgent.kysely, eventId, context.clock.now(), given);
  } catch (error) {
    context.log.error({ err: error, eventId }, "response could not be recorded");
  }
}

async function takeBack(context: AppContext, asked: AskedMessage): Promise<void> {
  const { movementId, isFirst, amountMinor, currency } = asked;
  if (currency === null || amountMinor === 0n) {
    return;
  }
  try {
    if (isFirst) {
      await withdrawAuthorization(context, movementId);
    } else {
      const amount = formatAmount(amountMinor, currency);
      await reverseAuthorization(context, { authorisationId: movementId, amount });
    }
  } catch (error) {
    // Processing Stripe's message about the decline also releases the hold, and is retried until it
    // succeeds.
    context.log.warn({ err: error, movementId }, "late hold could not be released yet");
  }
}
