import { Trans, useLingui } from "@lingui/react/macro";
import type { Insight, RiskFactor } from "@tessera/contract/authorization/risk-insight.schemas";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { FACTOR_ADVICE, FACTOR_NAMES } from "./factor-words.ts";

interface FactorSheetProps {
  readonly insight: Insight;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders a count out of a total; the unit depends on the factor. */
function Share({ factor, count, of }: RiskFactor) {
  switch (factor) {
    case "unguarded_cards":
      return (
        <Trans>
          {count} of {of} cards
        </Trans>
      );
    case "declines":
      return (
        <Trans>
          {count} of {of} payments
        </Trans>
      );
    case "settled":
      return (
        <Trans>
          {count} of {of} completed approved payments
        </Trans>
      );
    default:
      return (
        <Trans>
          {count}, compared with {of} approved payments
        </Trans>
      );
  }
}

function Threshold({ allAtBasisPoints, noneAtBasisPoints }: RiskFactor) {
  const all = formatBasisPoints(allAtBasisPoints);
  const none = formatBasisPoints(noneAtBasisPoints);
  if (allAtBasisPoints > noneAtBasisPoints) {
    return (
      <Trans>
        Full points at {all} or more, none at {none} or less.
      </Trans>
    );
  }
  return (
    <Trans>
      Full points up to {all}, none at {none} or more.
    </Trans>
  );
}

function Factor({ factor }: { readonly factor: RiskFactor }) {
  const { t } = useLingui();
  const { points, max, valueBasisPoints } = factor;
  return (
    <li className="border-t border-line py-3">
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-medium">{t(FACTOR_NAMES[factor.factor])}</span>
        <span className="flex-none font-semibold">
          <Trans>
            {points} of {max}
          </Trans>
        </span>
      </div>
      <div className="mt-1.5 mb-2">
        <SegmentBar value={BigInt(points)} of={BigInt(max)} />
      </div>
      <p className="text-small text-ink-2">
        <Share {...factor} />
        {" · "}
        {formatBasisPoints(valueBasisPoints)}
      </p>
      <p className="text-small text-ink-3">
        <Threshold {...factor} />
      </p>
      {points < max && <p className="text-small text-ink-3">{t(FACTOR_ADVICE[factor.factor])}</p>}
    </li>
  );
}

/** Renders every factor of the score: its meaning, the customer's share, thresholds and points. */
export function FactorSheet({ insight, open, onClose }: FactorSheetProps) {
  const { t } = useLingui();
  const { score = 0, factors } = insight;
  const parts = factors.length;
  return (
    <Sheet open={open} onClose={onClose} title={t`How this is scored`}>
      <p className="pb-3 text-small text-ink-2">
        <Trans>
          The score is the sum of these {parts} parts and nothing else. It describes how your cards
          are used; it doesn’t restrict you.
        </Trans>
      </p>
      <ul>
        {factors.map((factor) => (
          <Factor key={factor.factor} factor={factor} />
        ))}
      </ul>
      <p className="flex justify-between border-t border-line pt-3 font-semibold">
        <Trans>Score</Trans>
        <span>{score}</span>
      </p>
    </Sheet>
  );
}
