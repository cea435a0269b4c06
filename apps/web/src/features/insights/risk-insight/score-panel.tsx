import { Trans, useLingui } from "@lingui/react/macro";
import type {
  Insight,
  RiskBand,
  RiskChange,
} from "@tessera/contract/authorization/risk-insight.schemas";
import { useLocale } from "../../../lib/locale.ts";
import { TileArc } from "../../../ui/chart/tile-arc.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { formatMonth } from "../../../ui/text/format-date.ts";
import { BAND_NAMES, FALLEN_BY, RISEN_BY } from "./factor-words.ts";

const TONES: Readonly<Record<RiskBand, string>> = {
  low: "var(--positive)",
  moderate: "var(--caution-fill)",
  high: "var(--negative)",
};

function ChangeLine({ change }: { readonly change: RiskChange }) {
  const { t } = useLingui();
  const locale = useLocale();
  const month = formatMonth(new Date(change.since), locale, new Date());
  const points = Math.abs(change.points);
  if (points === 0) {
    return <Trans>The same as before {month}.</Trans>;
  }
  const words = change.points > 0 ? RISEN_BY : FALLEN_BY;
  const why = change.factor === undefined ? "" : t(words[change.factor]);
  return change.points > 0 ? (
    <Trans>
      Up {points} since {month}. {why}
    </Trans>
  ) : (
    <Trans>
      Down {points} since {month}. {why}
    </Trans>
  );
}

interface ScorePanelProps {
  readonly insight: Insight;
  readonly onHow: () => void;
}

/** Renders the score as an arc of tiles, with its meaning and its change. */
export function ScorePanel({ insight, onHow }: ScorePanelProps) {
  const { t } = useLingui();
  const { score = 0, band = "low", change } = insight;
  return (
    <Panel className="px-4 pt-4.5 pb-1.5 text-center">
      <TileArc label={t`Risk score`} share={score / 100} tone={TONES[band]}>
        <p className="text-display text-[3rem]">{score}</p>
        <p className="text-small text-ink-3">
          <Trans>out of 100</Trans>
        </p>
      </TileArc>
      <h2 className="mt-3 text-h">{t(BAND_NAMES[band])}</h2>
      {change !== undefined && (
        <p className="mt-0.5 text-small text-ink-2">
          <ChangeLine change={change} />
        </p>
      )}
      <Button kind="text" size="md" onClick={onHow} aria-haspopup="dialog">
        <Trans>How this is scored</Trans>
      </Button>
    </Panel>
  );
}
