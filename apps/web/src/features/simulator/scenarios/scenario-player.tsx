import { Trans, useLingui } from "@lingui/react/macro";
import type {
  PracticePlay,
  PracticeScenario,
  PracticeSession,
} from "@tessera/contract/simulator/scenarios.schemas";
import { type ReactNode, useRef, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { useFocusAfter } from "../../../ui/layout/use-lost-focus.ts";
import { usePlaySteps } from "./practice.mutations.ts";
import { standingOf } from "./scenario-standing.ts";
import { SCENARIO_WORDS } from "./scenario-words.ts";
import { StepRow } from "./step-row.tsx";

interface ScenarioPlayerProps {
  readonly scenario: PracticeScenario;
  readonly session: PracticeSession;
  readonly onPlayed: (play: PracticePlay) => void;
  /** Renders the checks behind a decision in the same way as other pages do. */
  readonly renderChecks: (play: PracticePlay) => ReactNode;
  /** Renders bills for the payments in these plays. */
  readonly renderPayments: (plays: readonly PracticePlay[]) => ReactNode;
}

/**
 * Tracks which steps are open. The last step played is open by default; the user can open or close
 * any step.
 */
function useOpenSteps(latest: number | undefined) {
  const [turned, setTurned] = useState<Readonly<Record<number, boolean>>>({});
  return {
    isOpen: (number: number) => turned[number] ?? number === latest,
    toggle: (number: number) =>
      setTurned((before) => ({ ...before, [number]: !(before[number] ?? number === latest) })),
  };
}

/** Renders the steps of a scenario and the buttons that play them. */
export function ScenarioPlayer(props: ScenarioPlayerProps) {
  const { scenario, session, onPlayed, renderChecks, renderPayments } = props;
  const { t } = useLingui();
  const words = SCENARIO_WORDS[scenario.id];
  const { plays, next, isOver } = standingOf(scenario, session);
  const played = plays.filter((play) => play !== undefined);
  const { isOpen, toggle } = useOpenSteps(played.at(-1)?.number);
  const steps = usePlaySteps(onPlayed);
  const last = scenario.steps.length;
  const play = (to: number) => tellOutcome(steps, { scenario: scenario.id, from: next, to }, {});
  const playButton = useRef<HTMLButtonElement>(null);
  // The other button, Play to the end, leaves with the last step.
  useFocusAfter(playButton, !isOver);
  const toEnd = steps.isPending && steps.variables.to > steps.variables.from;
  return (
    <section aria-labelledby="scenario">
      <h2 id="scenario" className="text-h">
        {t(words.title)}
      </h2>
      <p className="mt-1 text-ink-2">{t(words.lesson)}</p>
      <div className="mt-3.5 flex flex-wrap gap-2.5">
        <Button
          ref={playButton}
          kind="primary"
          size="md"
          loadingLabel={steps.isPending && !toEnd ? t`Playing` : undefined}
          onClick={() => play(next)}
        >
          {isOver ? <Trans>Play again</Trans> : <Trans>Play next step</Trans>}
        </Button>
        {!isOver && last > 1 && (
          <Button
            size="md"
            loadingLabel={toEnd ? t`Playing` : undefined}
            onClick={() => play(last)}
          >
            <Trans>Play to the end</Trans>
          </Button>
        )}
      </div>
      {steps.isError && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(steps.error, t`Unknown error`)}
        </Note>
      )}
      <ol className="mt-4">
        {scenario.steps.map((step, index) => {
          const result = plays[index];
          return (
            <StepRow
              key={step.id}
              scenario={scenario.id}
              step={step}
              place={index + 1}
              isLast={index + 1 === last}
              isNext={!isOver && next === index + 1}
              play={result}
              currency={session.currency}
              open={result !== undefined && isOpen(result.number)}
              onToggle={() => result !== undefined && toggle(result.number)}
              checks={result && renderChecks(result)}
            />
          );
        })}
      </ol>
      {renderPayments(played)}
    </section>
  );
}
