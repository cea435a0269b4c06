import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Insight } from "@tessera/contract/authorization/risk-insight.schemas";
import { customerRiskQuery } from "../../../features/back-office/customers/customers.queries.ts";
import { BAND_NAMES, FACTOR_NAMES } from "../../../features/insights/risk-insight/factor-words.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

function Score({ insight }: { readonly insight: Insight }) {
  const { t } = useLingui();
  const { score = 0, band = "low", factors, payments } = insight;
  return (
    <>
      <SectionHead title={t(BAND_NAMES[band])}>
        <span className="text-h">
          <Trans>{score} of 100</Trans>
        </span>
      </SectionHead>
      <p className="text-small text-ink-3">
        <Trans>Payments in the last 30 days: {payments}. A higher score means lower risk.</Trans>
      </p>
      <ul className="mt-2">
        {factors.map(({ factor, points, max, count, of }) => (
          <li key={factor} className="border-t border-line py-3">
            <div className="flex items-baseline justify-between gap-4">
              <span className="font-medium">{t(FACTOR_NAMES[factor])}</span>
              <span className="flex-none font-semibold">
                <Trans>
                  {points} of {max}
                </Trans>
              </span>
            </div>
            <div className="mt-1.5 mb-2">
              <SegmentBar value={BigInt(points)} of={BigInt(max)} />
            </div>
            <p className="text-small text-ink-3">
              <Trans>
                {count} of {of}
              </Trans>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Renders the factors of a customer's risk score. */
export function RiskTab({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery(customerRiskQuery(customerId));
  if (data !== undefined) {
    const { payments, minimum } = data;
    return data.enough ? (
      <Score insight={data} />
    ) : (
      <EmptyState>
        <Trans>
          Payments so far: {payments}. We need at least {minimum} to rate risk.
        </Trans>
      </EmptyState>
    );
  }
  return isError ? (
    <ErrorPanel
      message={messageOf(error, t`Couldn’t load the risk score.`)}
      onRetry={() => void refetch()}
    />
  ) : (
    <SkeletonRows count={5} />
  );
}
