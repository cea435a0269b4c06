import type {
  PracticePlay,
  PracticeScenario,
  PracticeSession,
} from "@tessera/contract/simulator/scenarios.schemas";

/** How a scenario stands: what was played of the take that is shown, and what comes next. */
export interface ScenarioStanding {
  /** Of each step what came of it; undefined where it was not played yet. */
  readonly plays: readonly (PracticePlay | undefined)[];
  /** The step that is played next, from 1. */
  readonly next: number;
  /** All steps were played; the next one begins it again. */
  readonly isOver: boolean;
}

/** A scenario that was played to its end shows that take until it is begun again. */
export function standingOf(
  { id, steps }: PracticeScenario,
  { progress, plays }: Pick<PracticeSession, "progress" | "plays">,
): ScenarioStanding {
  const { next = 1, take = 1 } = progress.find(({ scenario }) => scenario === id) ?? {};
  const isOver = next === 1 && take > 1;
  const shown = isOver ? take - 1 : take;
  return {
    plays: steps.map((_, place) =>
      plays.find((play) => play.scenario === id && play.take === shown && play.step === place + 1),
    ),
    next,
    isOver,
  };
}
