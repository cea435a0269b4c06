import type {
  PracticePlay,
  PracticeScenario,
  PracticeSession,
} from "@tessera/contract/simulator/scenarios.schemas";

/** Progress of a scenario: the plays in the displayed run, and the next step. */
export interface ScenarioStanding {
  /** The outcome of each step; undefined if the step has not been played yet. */
  readonly plays: readonly (PracticePlay | undefined)[];
  /** Number of the next step, starting at 1. */
  readonly next: number;
  /** Whether all steps have been played, in which case the next play starts the scenario over. */
  readonly isOver: boolean;
}

/** Returns the progress of a scenario. A finished scenario shows its last run until restarted. */
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
