import { formatAmount } from "@tessera/money";
import { providers } from "../../adapters/providers/registry.ts";
import { flagCustomer } from "../../back-office/cases/index.ts";
import { proposeCorrection } from "../../back-office/customers/index.ts";
import {
  createConversation,
  markRead,
  replyToCustomer,
  resolveConversation,
  sendMessage,
} from "../../back-office/support/index.ts";
import { applyForCard } from "../../cards/applications/index.ts";
import type { Person } from "../../identity/people/index.ts";
import { listWithdrawals } from "../../money-movement/payouts/index.ts";
import type { StandingClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { newId, parseId, wireId } from "../../platform/ids.ts";
import type {
  ConversationEvent,
  DemoWord,
  HeldApplicationEvent,
  ProposalEvent,
} from "./demo-events.ts";
import { openingFeeAt } from "./opening-fee.ts";

const MINUTE_MS = 60_000;
const REQUEST_ID = "demo-seed";

/** The people involved in a back-office event, and when it happens. */
export interface Desk {
  readonly context: AppContext;
  readonly clock: StandingClock;
  readonly customerId: string;
  readonly customer: Person;
  readonly administrator: Person;
  readonly reviewer: Person;
}

async function aboutOf({ context, customerId }: Desk, event: ConversationEvent) {
  const [latest] =
    event.aboutWithdrawal === true ? (await listWithdrawals(context, customerId, {})).data : [];
  const id = latest === undefined ? undefined : parseId("wdr", latest.id);
  return id === undefined ? {} : { about: { kind: "withdrawal" as const, id: wireId("mov", id) } };
}

/**
 * Sends a message in a conversation.
 *
 * @returns the message's id
 */
async function say(
  desk: Desk,
  conversationId: string | undefined,
  { by, text }: DemoWord,
  idempotencyKey: string,
): Promise<string> {
  const { context, customer, administrator, customerId } = desk;
  const sent = { conversationId, body: { text }, idempotencyKey };
  if (by === "customer") {
    const { id: userId, username } = customer;
    const writer = { userId, ownerId: customerId, customerId, username };
    return (await sendMessage(context, { ...sent, writer })).id;
  }
  const { id: userId, username, role } = administrator;
  const actor = { userId, username, role, requestId: REQUEST_ID };
  return (await replyToCustomer(context, { ...sent, actor })).id;
}

/** Plays a conversation with support. */
export async function playConversation(
  desk: Desk,
  event: ConversationEvent,
  key: string,
): Promise<void> {
  const { context, clock, customer, customerId } = desk;
  const { id: userId, username } = customer;
  const { subject, text, words } = event;
  const begun = await createConversation(context, {
    writer: { userId, ownerId: customerId, customerId, username },
    body: { subject, text, ...(await aboutOf(desk, event)) },
    locale: "en",
    idempotencyKey: key,
  });
  const id = parseId("con", begun.id);
  let upTo: string | undefined;
  for (const [place, word] of words.entries()) {
    clock.moveTo(new Date(event.at.getTime() + word.afterMinutes * MINUTE_MS));
    upTo = await say(desk, id, word, `${key}-${place}`);
  }
  if (event.ends === "resolved" && upTo !== undefined) {
    await markRead(context, customerId, { conversationId: id, upTo });
    await resolveConversation(context, customerId, id);
  }
}

/** Applies for a card while the customer is flagged by the reviewer. */
export async function playHeldApplication(
  { context, customerId, reviewer }: Desk,
  event: HeldApplicationEvent,
  key: string,
): Promise<void> {
  const by = {
    operatorId: reviewer.id,
    actor: reviewer.username,
    role: reviewer.role,
    requestId: REQUEST_ID,
  };
  const { segmentId, nickname, reason } = event;
  const openingFee = await openingFeeAt(context, segmentId, event.at);
  await flagCustomer(context, { customerId, flagged: true, reason, by });
  await applyForCard(context, context.use(providers).issuer, {
    customerId,
    segmentId,
    nickname,
    billingAddress: "auto",
    usage: "standard",
    openingFee,
    idempotencyKey: key,
    mayBeReviewed: true,
    actor: "demo",
    requestId: REQUEST_ID,
  });
  await flagCustomer(context, { customerId, flagged: false, reason, by });
}

/**
 * Has the administrator propose an adjustment to the customer's account. The proposal moves no
 * money.
 */
export async function playProposal(
  { context, customerId, administrator }: Desk,
  event: ProposalEvent,
  idempotencyKey: string,
): Promise<void> {
  const { id: userId, username, role } = administrator;
  const { reason, reference, amountMinor } = event;
  await proposeCorrection(context, {
    session: {
      sessionId: newId(event.at),
      userId,
      customerId: userId,
      username,
      role,
      lacksSecondFactor: false,
    },
    requestId: REQUEST_ID,
    id: wireId("cus", customerId),
    body: {
      direction: "credit",
      currency: "USD",
      amount: formatAmount(amountMinor, "USD"),
      reason,
      reference,
    },
    idempotencyKey,
  });
}
