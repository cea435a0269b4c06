import { formatAmount } from "@tessera/money";
import { reverseAuthorisation, withdrawAuthorisation } from "../../../authorization/holds/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { type AskedMessage, decideAsked } from "./decide-asked.ts";
import { settleEvent } from "./inbox.repository.ts";
import { chooseAuthorisationId } from "./movement-ids.repository.ts";
import type { AskedAuthorisation } from "./network-message.ts";
import { receiveEvent, type SignedEvent } from "./receive-event.ts";
import type { AuthorisationAnswer } from "./stripe-issuing.tables.ts";

/** Stripe waits for 2 s from its own sending on; the way there and back is part of them. */
const DEADLINE_MS = 1_500;

/** Set once Stripe was told no because the time was over. */
interface Deadline {
  isOver: boolean;
}

/**
 * Answers whether a card may pay. After the deadline the answer is no, whatever is found out later,
 * and what was held by then is given back.
 *
 * @throws Refusal `idempotency_in_progress` for a copy of a message that is being answered
 */
export async function answerAuthorisation(
  context: AppContext,
  signed: SignedEvent & { readonly message: AskedAuthorisation },
): Promise<AuthorisationAnswer> {
  const deadline: Deadline = { isOver: false };
  const movementId = newId(context.clock.now());
  const late = { approved: false, code: "system_timeout", movementId };
  let timer: NodeJS.Timeout | undefined;
  const expiring = new Promise<AuthorisationAnswer>((resolve) => {
    timer = setTimeout(() => {
      deadline.isOver = true;
      context.log.warn({ eventId: signed.event.id }, "an authorisation was not answered in time");
      resolve(late);
    }, DEADLINE_MS);
  });
  const answering = answer(context, signed, movementId, deadline);
  // Nobody waits for it any more once the time is over; it has logged what went wrong.
  answering.catch(() => undefined);
  try {
    return await Promise.race([answering, expiring]);
  } finally {
    clearTimeout(timer);
  }
}

async function answer(
  context: AppContext,
  signed: SignedEvent & { readonly message: AskedAuthorisation },
  proposedId: string,
  deadline: Deadline,
): Promise<AuthorisationAnswer> {
  const { event, message } = signed;
  let asked: AskedMessage = { ...message, movementId: proposedId, isFirst: true };
  const earlier = await receiveEvent(context, signed, async (tx) => {
    const { authorisationId } = message;
    const now = context.clock.now();
    asked = { ...message, ...(await chooseAuthorisationId(tx, authorisationId, proposedId, now)) };
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
  // Over since it was looked at above, or before: Stripe was told no, and that is made true.
  if (deadline.isOver && decided.approved) {
    await takeBack(context, asked);
    await keepAnswer(context, event.id, lateAnswer(asked));
  }
  return given;
}

function lateAnswer({ movementId }: AskedMessage): AuthorisationAnswer {
  return { approved: false, code: "system_timeout", movementId };
}

/** No answer is never a yes. */
async function decideSafely(
  context: AppContext,
  asked: AskedMessage,
): Promise<AuthorisationAnswer> {
  try {
    return await decideAsked(context, asked);
  } catch (error) {
    const { authorisationId } = asked;
    context.log.error({ err: error, authorisationId }, "an authorisation could not be decided");
    return lateAnswer(asked);
  }
}

/** The answer does not hang on the record of it: what Stripe made of it is asked for later. */
async function keepAnswer(
  context: AppContext,
  eventId: string,
  given: AuthorisationAnswer,
): Promise<void> {
  try {
    await settleEvent(context.db.urgent.kysely, eventId, context.clock.now(), given);
  } catch (error) {
    context.log.error({ err: error, eventId }, "an answer could not be recorded");
  }
}

async function takeBack(context: AppContext, asked: AskedMessage): Promise<void> {
  const { movementId, isFirst, amountMinor, currency } = asked;
  if (currency === null || amountMinor === 0n) {
    return;
  }
  try {
    if (isFirst) {
      await withdrawAuthorisation(context, movementId);
    } else {
      const amount = formatAmount(amountMinor, currency);
      await reverseAuthorisation(context, { authorisationId: movementId, amount });
    }
  } catch (error) {
    // Stripe's own message about its decline comes to the same, and is tried again until it does.
    context.log.warn({ err: error, movementId }, "a late hold is given back later");
  }
}
