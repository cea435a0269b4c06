import * as z from "zod/mini";
import { simulateTransfers } from "../../adapters/providers/registry.ts";
import { findPersonByName } from "../../identity/people/index.ts";
import { StandingClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { DEMO_CARDS, type DemoCardName } from "./demo-cards.ts";
import type { DemoEvent, DeskEvent, SettleEvent } from "./demo-events.ts";
import { type SeedProgress, selectMovementAt, updateProgress } from "./demo-seed.repository.ts";
import { openingFeeAt } from "./opening-fee.ts";
import { CardPlayer } from "./play-card.ts";
import { playDeposit } from "./play-deposit.ts";
import { type Desk, playConversation, playHeldApplication, playProposal } from "./play-desk.ts";
import { playAddress, playWithdrawal } from "./play-withdrawal.ts";
import { contextAt } from "./seed-clock.ts";

/** References to earlier events that later events need. */
const seedRefs = z.object({
  cards: z._default(z.record(z.string(), z.string()), {}),
  payments: z._default(z.record(z.string(), z.string()), {}),
});

/** Events that involve other people in addition to the customer. */
const DESK_EVENTS: ReadonlySet<DemoEvent["type"]> = new Set<DeskEvent["type"]>([
  "address",
  "withdrawal",
  "conversation",
  "held_application",
  "proposal",
]);

/** Number of events after which progress is recorded. */
const NOTE_EVERY = 20;

type SeedRefs = z.infer<typeof seedRefs>;

interface Stage {
  readonly context: AppContext;
  readonly clock: StandingClock;
  readonly customerId: string;
  readonly player: CardPlayer;
  readonly refs: SeedRefs;
  readonly desk: Desk;
}

async function personOf(context: AppContext, name: string) {
  const person = await findPersonByName(context.db.kysely, name);
  if (person === undefined) {
    throw new Error(`the demo has no ${name}`);
  }
  return person;
}

async function deskOf(
  context: AppContext,
  clock: StandingClock,
  customerId: string,
): Promise<Desk> {
  const [customer, administrator, reviewer] = await Promise.all([
    personOf(context, "demo"),
    personOf(context, "admin"),
    personOf(context, "reviewer"),
  ]);
  return { context, clock, customerId, customer, administrator, reviewer };
}

function cardIdOf(refs: SeedRefs, card: DemoCardName): string {
  const id = refs.cards[card];
  if (id === undefined) {
    throw new Error(`the demo uses its ${card} card before it has one`);
  }
  return id;
}

function note(refs: SeedRefs, ref: number, authorizationId: string | undefined): void {
  if (authorizationId !== undefined) {
    refs.payments[ref] = authorizationId;
  }
}

async function settle({ player, refs }: Stage, event: SettleEvent): Promise<void> {
  const authorizationId = refs.payments[event.ref];
  if (authorizationId === undefined) {
    // The payment was declined, so there is nothing to clear.
    return;
  }
  await player.settle(event, authorizationId);
  if (event.how !== "increment") {
    delete refs.payments[event.ref];
  }
}

type CardEvent = Exclude<DemoEvent, DeskEvent | { type: "deposit" | "issue" }>;

async function playOnCard(stage: Stage, event: CardEvent, key: string): Promise<void> {
  const { player, refs } = stage;
  const cardId = cardIdOf(refs, event.card);
  switch (event.type) {
    case "fund":
      await player.fund(event, cardId, key);
      return;
    case "payment":
      note(refs, event.ref, await player.pay(event, cardId));
      return;
    case "settle":
      await settle(stage, event);
      return;
    case "refund":
    case "force_post":
      await player.takeUnasked(event, cardId);
      return;
    case "rule":
      await player.makeRule(event, cardId, key);
      return;
    case "freeze":
    case "unfreeze":
      await player.freeze(event, cardId);
  }
}

async function playAtDesk({ desk }: Stage, event: DeskEvent, key: string): Promise<void> {
  const customer = { ...desk, userId: desk.customer.id };
  switch (event.type) {
    case "address":
      return playAddress(customer, event, key);
    case "withdrawal":
      return playWithdrawal(customer, event, key);
    case "conversation":
      return playConversation(desk, event, key);
    case "held_application":
      return playHeldApplication(desk, event, key);
    case "proposal":
      return playProposal(desk, event, key);
  }
}

function isAtDesk(event: DemoEvent): event is DeskEvent {
  return DESK_EVENTS.has(event.type);
}

async function play(stage: Stage, event: DemoEvent, key: string): Promise<void> {
  const { context, clock, customerId, player, refs } = stage;
  if (event.type === "deposit") {
    await playDeposit(context, clock, { customerId, key, event });
  } else if (event.type === "issue") {
    refs.cards[event.card] = await player.issue(
      event,
      key,
      await openingFeeAt(context, DEMO_CARDS[event.card].segmentId, event.at),
    );
  } else if (isAtDesk(event)) {
    await playAtDesk(stage, event, key);
  } else {
    await playOnCard(stage, event, key);
  }
}

/**
 * Returns whether an interrupted run had already played an event without recording it. Returns
 * undefined if that does not matter: deposits, cards, rules and back-office events have idempotency
 * keys, and a freeze can be repeated.
 */
async function wasPlayed(stage: Stage, event: DemoEvent): Promise<boolean | undefined> {
  if (
    event.type === "deposit" ||
    event.type === "issue" ||
    event.type === "rule" ||
    event.type === "freeze" ||
    event.type === "unfreeze" ||
    isAtDesk(event)
  ) {
    return undefined;
  }
  const { context, customerId, refs } = stage;
  const made = { customerId, cardId: cardIdOf(refs, event.card), at: event.at };
  const movement = await selectMovementAt(context.db.kysely, made);
  if (movement !== undefined && event.type === "payment" && movement.status !== "declined") {
    note(refs, event.ref, movement.id);
  }
  return movement !== undefined;
}

/**
 * Plays the rest of the plan, periodically recording progress. After an interruption, the ledger
 * shows what has been played since progress was last recorded.
 */
export async function playDemo(
  context: AppContext,
  plan: readonly DemoEvent[],
  progress: SeedProgress,
): Promise<void> {
  const clock = new StandingClock(progress.endsAt);
  const past = contextAt(context, clock);
  simulateTransfers(past);
  const { customerId } = progress;
  const player = new CardPlayer(past, customerId);
  const refs = seedRefs.parse(progress.refs);
  const desk = await deskOf(past, clock, customerId);
  const stage: Stage = { context: past, clock, customerId, player, refs, desk };
  let isCatchingUp = true;
  for (const [index, event] of plan.entries()) {
    if (index < progress.done) {
      continue;
    }
    clock.moveTo(event.at);
    const played: boolean | undefined = isCatchingUp ? await wasPlayed(stage, event) : false;
    isCatchingUp = played !== false && isCatchingUp;
    if (played !== true) {
      await play(stage, event, `demo-${index}`);
    }
    const done = index + 1;
    if (done % NOTE_EVERY === 0 || done === plan.length) {
      await updateProgress(context.db.kysely, { done, refs });
    }
  }
  await past.ledger.close();
}
