import {
  PRACTICE_STEPS,
  type PracticeScenarioId,
} from "@tessera/contract/simulator/scenarios.schemas";

/** The progress of a scenario: the last step that was played in its latest run. */
export interface LastStep {
  readonly scenario: string | null;
  readonly take: number | null;
  readonly step: number | null;
}

/** Returns the next step of a scenario. After the last step, the scenario starts over. */
export function nextOf(
  scenario: PracticeScenarioId,
  last: readonly LastStep[],
): { readonly step: number; readonly take: number } {
  const { step, take } = last.find((one) => one.scenario === scenario) ?? { step: 0, take: 1 };
  const played = step ?? 0;
  const takes = take ?? 1;
  return played < PRACTICE_STEPS[scenario].length
    ? { step: played + 1, take: takes }
    : { step: 1, take: takes + 1 };
}
