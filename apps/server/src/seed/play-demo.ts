import { formatAmount } from "@tessera/money";
import * as z from "zod/mini";
import { feeScheduleAt } from "../modules/legal/index.ts";
import type { AppContext } from "../platform/context.ts";
import { DEMO_CARDS, type DemoCardName } from "./demo-cards.ts";
import type { DemoEvent, SettleEvent } from "./demo-events.ts";
import { type SeedProgress, selectMovementAt, updateProgress } from "./demo-seed.repository.ts";
import { CardPlayer } from "./play-card.ts";
import { playDeposit } from "./play-deposit.ts";
import { contextAt, SeedClock } from "./seed-clock.ts";

/** What later events need of former ones. */
const seedRefs = z.object({
  cards: z._default(z.record(z.string(), z.string()), {}),
  payments: z._default(z.record(z.string(), z.string()), {}),
});

/** Events between two notes of how far it is. */
const NOTE_EVERY = 20;

type SeedRefs = z.infer<typeof seedRefs>;

interface Stage {
  readonly context: AppContext;
  readonly clock: SeedClock;
  readonly customerId: string;
  readonly player: CardPlayer;
  readonly refs: SeedRefs;
}

function cardIdOf(refs: SeedRefs, card: DemoCardName): string {
  const id = refs.cards[card];
  if (id === undefined) {
    throw new Error(`the demo uses its ${card} card before it has one`);
  }
  return id;
}

function note(refs: SeedRefs, ref: number, authorisationId: string | undefined): void {
  if (authorisationId !== undefined) {
    refs.payments[ref] = authorisationId;
  }
}

async function settle({ player, refs }: Stage, event: SettleEvent): Promise<void> {
  const authorisationId = refs.payments[event.ref];
  if (authorisationId === undefined) {
    // It was declined, so there is nothing to settle.
    return;
  }
  await player.settle(event, authorisationId);
  if (event.how !== "increment") {
    delete refs.payments[event.ref];
  }
}

async function playOnCard(
  stage: Stage,
  event: Exclude<DemoEvent, { type: "deposit" | "issue" }>,
  key: string,
): Promise<void> {
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
    case "freeze":
    case "unfreeze":
      await player.freeze(event, cardId);
  }
}

async function play(stage: Stage, event: DemoEvent, key: string): Promise<void> {
  const { context, clock, customerId, player, refs } = stage;
  if (event.type === "deposit") {
    await playDeposit(context, clock, { customerId, key, event });
  } else if (event.type === "issue") {
    const { cardOpeningFeeMinor } = await feeScheduleAt(context.db.kysely, event.at);
    const fee = formatAmount(cardOpeningFeeMinor, DEMO_CARDS[event.card].currency);
    refs.cards[event.card] = await player.issue(event, key, fee);
  } else {
    await playOnCard(stage, event, key);
  }
}

/**
 * Whether an interrupted run had played the event already without noting it; undefined where that
 * does not matter: deposits and cards have keys of their own, and a freeze can be repeated.
 */
async function wasPlayed(stage: Stage, event: DemoEvent): Promise<boolean | undefined> {
  if (event.type === "deposit" || event.type === "issue" || event.type.endsWith("freeze")) {
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
 * Plays what is left of the plan. What is done is noted now and then; a run that follows an
 * interrupted one finds in the books what was played after the last note.
 */
export async function playDemo(
  context: AppContext,
  plan: readonly DemoEvent[],
  progress: SeedProgress,
): Promise<void> {
  const clock = new SeedClock(progress.endsAt);
  const past = contextAt(context, clock);
  const { customerId } = progress;
  const player = new CardPlayer(past, customerId);
  const refs = seedRefs.parse(progress.refs);
  const stage: Stage = { context: past, clock, customerId, player, refs };
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
