import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { InsightDays } from "@tessera/contract/authorization/risk-insight.schemas";
import { useState } from "react";
import { insightQuery } from "../../../features/insights/risk-insight/insight.queries.ts";
import { useDisplayCurrency } from "../../../features/money-movement/wallet/display-currency.ts";
import { CompactSelect } from "../../../ui/form/compact-select.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton, SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { InsightPage } from "./insight-page.tsx";

function InsightSkeleton() {
  return (
    <>
      <Loading>
        <Skeleton className="h-64 rounded-panel" />
        <Skeleton className="mt-7 h-5 w-2/5" />
        <div className="mt-4 flex gap-5">
          <Skeleton className="size-32 flex-none" />
          <Skeleton className="h-32 flex-1" />
        </div>
      </Loading>
      <div className="mt-7">
        <SkeletonRows count={3} />
      </div>
    </>
  );
}

/** Renders `/risk-monitoring`: the risk score, its factors, and ways to raise it. */
export function RiskMonitoringScreen() {
  const { t } = useLingui();
  const [days, setDays] = useState<InsightDays>("30");
  const insight = useQuery(insightQuery(days, useDisplayCurrency()));
  return (
    <>
      <TopBar title={<Trans>Risk insight</Trans>} backTo={{ to: "/profile" }}>
        <span className="pr-3 lg:pr-0">
          <CompactSelect
            label={t`Period`}
            options={[
              { value: "30", label: t`30 days` },
              { value: "90", label: t`90 days` },
              { value: "365", label: t`365 days` },
            ]}
            value={days}
            onChange={setDays}
          />
        </span>
      </TopBar>
      <main className="px-(--gutter)">
        {insight.data !== undefined && <InsightPage insight={insight.data} days={days} />}
        {insight.data === undefined && insight.isError && (
          <ErrorPanel
            message={t`Couldn’t load the risk insight`}
            aboutMoney
            onRetry={() => void insight.refetch()}
          />
        )}
        {insight.isPending && <InsightSkeleton />}
      </main>
    </>
  );
}
