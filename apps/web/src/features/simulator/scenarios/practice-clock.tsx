import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { PracticeLeap, PracticePlay } from "@tessera/contract/simulator/scenarios.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { useLeap } from "./practice.mutations.ts";
import { PracticeMoment } from "./practice-moment.tsx";

const LEAPS: readonly (readonly [by: PracticeLeap, label: MessageDescriptor])[] = [
  ["PT1H", msg`+1 hour`],
  ["P1D", msg`+1 day`],
  ["P1W", msg`+1 week`],
  ["P1M", msg`+1 month`],
];

interface PracticeClockProps {
  readonly now: string;
  readonly onMoved: (play: PracticePlay) => void;
}

/** Renders the simulated time and buttons to move it forward. */
export function PracticeClock({ now, onMoved }: PracticeClockProps) {
  const { t } = useLingui();
  const leap = useLeap(onMoved);
  return (
    <Panel>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-ink-2">
          <Trans>Practice time</Trans>
        </span>
        <span className="ml-auto font-semibold">
          <PracticeMoment at={now} />
        </span>
      </div>
      <fieldset className="mt-2.5 grid grid-cols-2 gap-2 min-[21.6em]:grid-cols-4">
        <legend className="sr-only">{t`Move practice time forward`}</legend>
        {LEAPS.map(([by, label]) => (
          <Button
            key={by}
            size="md"
            className="px-1! whitespace-nowrap"
            loadingLabel={leap.isPending && leap.variables === by ? "" : undefined}
            onClick={() => tellOutcome(leap, by, {})}
          >
            {t(label)}
          </Button>
        ))}
      </fieldset>
      {leap.isError && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(leap.error, t`Unknown error`)}
        </Note>
      )}
    </Panel>
  );
}
