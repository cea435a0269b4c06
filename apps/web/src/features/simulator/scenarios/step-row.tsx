import { useLingui } from "@lingui/react/macro";
import type {
  PracticePlay,
  PracticeScenarioId,
  PracticeStep,
} from "@tessera/contract/simulator/scenarios.schemas";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "../../../ui/style/class-names.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { PlayOutcome, ResultChip } from "./play-outcome.tsx";
import { spanText } from "./span-text.ts";
import { stepWords } from "./step-words.ts";

interface StepRowProps {
  readonly scenario: PracticeScenarioId;
  readonly step: PracticeStep;
  readonly place: number;
  readonly isLast: boolean;
  readonly isNext: boolean;
  /** The outcome of the step; undefined if it has not been played. */
  readonly play: PracticePlay | undefined;
  readonly currency: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly checks: ReactNode;
}

const TONES: Readonly<Record<PracticePlay["result"], string>> = {
  approved: "bg-accent text-on-accent",
  done: "bg-accent text-on-accent",
  declined: "bg-negative-soft text-negative",
  refused: "bg-negative-soft text-negative",
  skipped: "bg-fill text-ink-3",
};

function Marker({ place, tone, isLast }: { place: number; tone: string; isLast: boolean }) {
  return (
    <span aria-hidden="true" className="flex flex-none flex-col items-center pt-2">
      <span
        className={classNames(
          "grid size-6 place-items-center rounded-switch text-small font-semibold",
          tone,
        )}
      >
        {place}
      </span>
      {!isLast && <span className="mt-1 w-px flex-1 bg-line" />}
    </span>
  );
}

/** Returns the step's time, amount, and place, as far as they are known. */
function useMeta({ step, play, currency }: Pick<StepRowProps, "step" | "play" | "currency">) {
  const { t } = useLingui();
  const span = spanText(step.after);
  const amount = play?.amount ?? step.amount;
  return [
    span && t(span),
    amount === undefined ? undefined : formatMoney(amount, currency),
    step.merchant?.name,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

/** Renders a step of a scenario. Once played, the row can be expanded to show what happened. */
export function StepRow(props: StepRowProps) {
  const { scenario, step, place, isLast, isNext, play, currency, open, onToggle, checks } = props;
  const { t } = useLingui();
  const id = useId();
  const words = stepWords(scenario, step.id);
  const meta = useMeta(props);
  const title = (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className={classNames("font-medium", play === undefined && !isNext && "text-ink-2")}>
          {words === undefined ? step.id : t(words.title)}
        </span>
        {play !== undefined && <ResultChip play={play} />}
      </span>
      <span className="block text-small text-ink-3">{meta}</span>
    </span>
  );
  const waiting = isNext ? "bg-accent-soft text-accent-ink" : "bg-fill text-ink-2";
  const tone = play === undefined ? waiting : TONES[play.result];
  return (
    <li className="flex gap-3" aria-current={isNext ? "step" : undefined}>
      <Marker place={place} tone={tone} isLast={isLast} />
      <div className="min-w-0 flex-1 pb-4">
        {play === undefined ? (
          <div className="flex min-h-11 items-center">{title}</div>
        ) : (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={onToggle}
            className="flex min-h-11 w-full items-center gap-2.5 text-left"
          >
            {title}
            <ChevronDown
              aria-hidden="true"
              size={20}
              strokeWidth={1.75}
              className={classNames(
                "flex-none text-ink-3 transition-transform duration-120 motion-reduce:transition-none",
                open && "rotate-180",
              )}
            />
          </button>
        )}
        {words !== undefined && (isNext || open) && (
          <p className="mt-0.5 text-ink-2">{t(words.says)}</p>
        )}
        {play !== undefined && open && (
          <div id={id} className="mt-2">
            <PlayOutcome play={play} currency={currency} checks={checks} />
          </div>
        )}
      </div>
    </li>
  );
}
