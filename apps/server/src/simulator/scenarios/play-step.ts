import type { Locale } from "@tessera/contract/errors/locales";
import type {
  PracticePlay,
  PracticeScenarioId,
} from "@tessera/contract/simulator/scenarios.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { cardMoney } from "./card-money.ts";
import { type Plan, playInSession } from "./play-in-session.ts";
import type { PracticeBooks } from "./practice-books.ts";
import { after } from "./practice-clock.policy.ts";
import { nextOf } from "./practice-progress.policy.ts";
import { presentPlay } from "./present-play.ts";
import { amountOf, type ScenarioStep, stepsOf } from "./scenarios.policy.ts";
import { type Sent, SKIPPED, sendStep } from "./send-step.ts";
import { lastSteps, stepsOfTake } from "./sessions.repository.ts";
import type { SessionRow } from "./simulator.tables.ts";

interface StepInput {
  readonly ownerId: string;
  readonly scenario: PracticeScenarioId;
  /** The number of the next step, counted from 1. */
  readonly step: number;
  readonly locale: Locale;
}

/**
 * Plays the next step of a scenario. After the last step, the scenario starts over.
 *
 * @throws Refusal `not_found` if there is no simulation, `practice_moved_on` if the step is not the
 * next one, `practice_over`, `practice_unavailable`
 */
export async function playStep(
  live: AppContext,
  books: PracticeBooks,
  { ownerId, scenario, step, locale }: StepInput,
): Promise<PracticePlay> {
  const played = await playInSession(live, books, ownerId, async (context, session) => {
    const last = await lastSteps(context.db.kysely, session.id);
    const next = nextOf(scenario, last);
    const what = stepsOf(scenario)[step - 1];
    if (next.step !== step || what === undefined) {
      throw new Refusal("practice_moved_on", { internal: `${scenario} is at ${next.step}` });
    }
    return planOf(session, scenario, { what, step, take: next.take }, locale);
  });
  return books.use(() => presentPlay(played.context, played.session, played.play, locale));
}

interface Next {
  readonly what: ScenarioStep;
  readonly step: number;
  readonly take: number;
}

function planOf(
  session: SessionRow,
  scenario: PracticeScenarioId,
  { what, step, take }: Next,
  locale: Locale,
): Plan {
  const act = async (context: AppContext, number: number): Promise<Sent> => {
    const about = await aboutOf(context, session, scenario, take, what);
    if (what.about !== undefined && about === undefined) {
      return SKIPPED;
    }
    const { availableMinor } = await cardMoney(context, session);
    return sendStep(context, {
      session,
      scenario,
      step: what,
      messageId: `practice:${session.id}:${number}:${scenario}.${step}`,
      amountMinor: amountOf(what, availableMinor),
      aboutId: about,
      locale,
    });
  };
  return { scenario, take, step, to: after(session.clock_at, what.after), act };
}

/**
 * Returns the movement that a step refers to. Returns undefined if that movement was declined or
 * never took place.
 */
async function aboutOf(
  { db }: AppContext,
  session: SessionRow,
  scenario: PracticeScenarioId,
  take: number,
  { about }: ScenarioStep,
): Promise<string | undefined> {
  if (about === undefined) {
    return undefined;
  }
  const steps = await stepsOfTake(db.kysely, { session_id: session.id, scenario, take });
  const place = stepsOf(scenario).findIndex(({ id }) => id === about) + 1;
  return steps.find(({ step }) => step === place)?.outcome.movementId;
}
