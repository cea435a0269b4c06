import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type {
  PracticeScenario,
  PracticeScenarioId,
  PracticeSession,
} from "@tessera/contract/simulator/scenarios.schemas";
import { ChevronRight } from "lucide-react";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { RowIcon } from "../../../ui/list/list-row.tsx";
import { classNames } from "../../../ui/style/class-names.ts";
import { SCENARIO_WORDS } from "./scenario-words.ts";

interface ScenarioListProps {
  readonly scenarios: readonly PracticeScenario[];
  /**
   * Progress of each scenario. Absent until a session has started; no scenario can be opened before
   * then.
   */
  readonly progress?: PracticeSession["progress"] | undefined;
  /** The scenario that is open next to the list. */
  readonly selected?: PracticeScenarioId | undefined;
}

const ROW = "flex min-h-16 w-full items-center gap-3 py-2.5 text-left";

function RowText({ id, played }: { readonly id: PracticeScenarioId; readonly played: string }) {
  const { t } = useLingui();
  const { icon: Icon, title, lesson } = SCENARIO_WORDS[id];
  return (
    <>
      <RowIcon>
        <Icon aria-hidden="true" size={17} strokeWidth={1.75} />
      </RowIcon>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{t(title)}</span>
          {played !== "" && <span className="text-small text-ink-3">{played}</span>}
        </span>
        <span className="block text-small text-ink-3">{t(lesson)}</span>
      </span>
    </>
  );
}

/**
 * Returns a function that describes a scenario's progress. The description is empty if the scenario
 * was never started.
 */
function usePlayed(progress: ScenarioListProps["progress"]) {
  const { t } = useLingui();
  return ({ id, steps }: PracticeScenario): string => {
    const { next = 1, take = 1 } = progress?.find(({ scenario }) => scenario === id) ?? {};
    if (next > 1) {
      return t`${next - 1} of ${steps.length}`;
    }
    return take > 1 ? t`Played` : "";
  };
}

/** Renders the available scenarios and what each one teaches. */
export function ScenarioList({ scenarios, progress, selected }: ScenarioListProps) {
  const played = usePlayed(progress);
  return (
    <section className="mt-5">
      <SectionHead title={<Trans>Scenarios</Trans>} />
      <ul>
        {scenarios.map((scenario) => (
          <li key={scenario.id} className="border-line not-first:border-t">
            {progress === undefined ? (
              <div className={ROW}>
                <RowText id={scenario.id} played="" />
              </div>
            ) : (
              <Link
                to="/practice"
                search={{ scenario: scenario.id }}
                replace={selected !== undefined}
                resetScroll={false}
                aria-current={scenario.id === selected ? "true" : undefined}
                className={classNames(
                  ROW,
                  "rounded-small hover:bg-fill",
                  scenario.id === selected && "lg:bg-accent-soft",
                )}
              >
                <RowText id={scenario.id} played={played(scenario)} />
                <ChevronRight
                  aria-hidden="true"
                  size={20}
                  strokeWidth={1.75}
                  className="flex-none text-ink-3"
                />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
