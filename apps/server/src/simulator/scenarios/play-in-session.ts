import { StandingClock } from "../../platform/clock.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { cardMoney } from "./card-money.ts";
import type { PracticeBooks } from "./practice-books.ts";
import { endOfPractice } from "./practice-clock.policy.ts";
import { practiceContext } from "./practice-context.ts";
import { liveThrough } from "./run-until.ts";
import type { Sent } from "./send-step.ts";
import { claimPlay, findSession, releaseClaim, writePlay } from "./sessions.repository.ts";
import type { PlayRow, SessionRow } from "./simulator.tables.ts";

/**
 * How long an interrupted step blocks the next step, in seconds. This is longer than any step
 * takes.
 */
const CLAIM_SECONDS = 30;
/** Maximum number of plays in a simulation. */
const MAX_PLAYS = 400;

/** A completed play and the context in which it ran. */
export interface Played {
  readonly context: AppContext;
  readonly session: SessionRow;
  readonly play: PlayRow;
}

/** The next action, chosen based on the simulation's progress. */
export interface Plan {
  readonly scenario: string | null;
  readonly take: number | null;
  readonly step: number | null;
  /** The time at which the action happens. */
  readonly to: Date;
  /** Performs the action at that time. */
  readonly act: (context: AppContext, number: number) => Promise<Sent>;
}

/**
 * Plays one step in a customer's simulation: claims the step, advances the simulation to the step's
 * time, performs it, and records it.
 *
 * @param planOf throws an error if the step is not the next one
 * @throws Refusal `not_found` if there is no simulation, `practice_moved_on` if another window is
 * playing the step, `practice_over`, `practice_unavailable`
 */
export async function playInSession(
  live: AppContext,
  books: PracticeBooks,
  ownerId: string,
  planOf: (context: AppContext, session: SessionRow) => Promise<Plan>,
): Promise<Played> {
  return books.use(async (db) => {
    const session = await findSession(db.kysely, ownerId);
    if (session === undefined) {
      throw new Refusal("not_found");
    }
    const clock = new StandingClock(session.clock_at);
    const context = practiceContext(live, db, clock);
    const plan = await planOf(context, session);
    if (session.played >= MAX_PLAYS || plan.to > endOfPractice(session.started_at)) {
      throw new Refusal("practice_over");
    }
    if (!(await claimPlay(db.kysely, session, CLAIM_SECONDS))) {
      throw new Refusal("practice_moved_on");
    }
    try {
      return { context, session, play: await play(context, clock, session, plan) };
    } catch (error) {
      await releaseClaim(db.kysely, session).catch(() => undefined);
      throw error;
    } finally {
      await context.ledger.close();
    }
  });
}

async function play(
  context: AppContext,
  clock: StandingClock,
  session: SessionRow,
  { scenario, take, step, to, act }: Plan,
): Promise<PlayRow> {
  const number = session.played + 1;
  const before = await cardMoney(context, session);
  await liveThrough(context, clock, session.customer_id, to);
  const sent = await act(context, number);
  const after = await cardMoney(context, session);
  const row: PlayRow = {
    session_id: session.id,
    number,
    scenario,
    take,
    step,
    from_at: session.clock_at,
    to_at: to,
    outcome: { ...sent, before: before.shown, after: after.shown },
  };
  await inTransaction(context.db, async (tx) => {
    if (!(await writePlay(tx, row))) {
      throw new Refusal("practice_moved_on");
    }
  });
  return row;
}
