import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Insight } from "@tessera/contract/authorization/risk-insight.schemas";
import { TileMeter } from "../../../ui/chart/tile-meter.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";

/** Renders the current number of payments and the number needed for a score. */
export function WaitingPanel({ insight }: { readonly insight: Insight }) {
  const { t } = useLingui();
  const { payments, minimum } = insight;
  const missing = minimum - payments;
  return (
    <Panel className="py-5">
      <h2 className="text-h">
        <Trans>Not enough data yet</Trans>
      </h2>
      <p className="mt-1 mb-4 text-small text-ink-2">
        <Plural
          value={missing}
          one="Your score and its reasons appear after # more payment in this period."
          other="Your score and its reasons appear after # more payments in this period."
        />
      </p>
      <TileMeter label={t`Payments`} share={payments / minimum} tiles={minimum} steady />
      <p className="mt-2 text-small text-ink-3">
        <Trans>
          {payments} of {minimum} payments
        </Trans>
      </p>
    </Panel>
  );
}
