import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ProgramRuleHit } from "@tessera/contract/back-office/program-rules.schemas";
import { Panel, SectionHead } from "../../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { ListRowLink } from "../../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { ruleHitsQuery } from "./rules.queries.ts";

function HitRow({ hit }: { readonly hit: ProgramRuleHit }) {
  const { t } = useLingui();
  const titles = {
    payment: hit.merchant?.name,
    address: t`Billing address`,
    new_card: t`New card`,
  };
  return (
    <ListRowLink
      to={{ to: "/system/customers/$customerId", params: { customerId: hit.customerId } }}
      title={titles[hit.subject] ?? t`Payment`}
      meta={
        <>
          <DateText at={hit.at} />
          {hit.merchant !== null && ` · ${hit.merchant.country} · ${hit.merchant.mcc}`}
        </>
      }
      amount={
        hit.amount !== null && hit.currency !== null ? (
          <Money amount={hit.amount} currency={hit.currency} />
        ) : undefined
      }
      status={
        <span className="text-small text-ink-3">
          {hit.shadow ? <Trans>Only recorded</Trans> : <Trans>Declined</Trans>}
        </span>
      }
      quietAmount
    />
  );
}

/** Lists the latest payments that a rule declined or would have declined. */
export function RuleHits({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(ruleHitsQuery(id));
  return (
    <section>
      <SectionHead title={<Trans>Last declined</Trans>} />
      {data !== undefined && data.data.length > 0 && (
        <Panel className="py-1!">
          {data.data.map((hit) => (
            <HitRow key={hit.id} hit={hit} />
          ))}
        </Panel>
      )}
      {data !== undefined && data.data.length === 0 && (
        <p className="text-small text-ink-3">
          <Trans>Nothing yet.</Trans>
        </p>
      )}
      {data === undefined && isError && (
        <ErrorPanel message={t`Couldn’t load the declines`} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <SkeletonRows count={3} />}
    </section>
  );
}
