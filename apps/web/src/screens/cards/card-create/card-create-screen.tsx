import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { CardApplication, CardSegment } from "@tessera/contract/cards/cards.schemas";
import { useState } from "react";
import { ApplySteps } from "../../../features/cards/applications/apply-steps.tsx";
import {
  IssuedCard,
  UnfinishedApplication,
} from "../../../features/cards/applications/issued-card.tsx";
import { segmentsQuery } from "../../../features/cards/applications/issuing.queries.ts";
import { SegmentSummary } from "../../../features/cards/applications/segment-summary.tsx";
import { walletQuery } from "../../../features/money-movement/wallet/wallet.queries.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { CardFaceLoading } from "../../../ui/card-face/card-face.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { NotOffered } from "../../../ui/layout/not-offered.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { SegmentPreflight } from "./segment-preflight.tsx";

const SELECTION = { to: "/card-selection" } as const;

function CreateSkeleton() {
  return (
    <Loading>
      <CardFaceLoading className="mx-auto max-w-[342px]" />
      <Skeleton className="mt-6 h-13 w-full rounded-control" />
      <Skeleton className="mt-5 h-40 w-full rounded-panel" />
    </Loading>
  );
}

function Create({ segment }: { readonly segment: CardSegment }) {
  const [application, setApplication] = useState<CardApplication>();
  const { data: wallet } = useQuery(walletQuery("USD"));
  const balance = wallet?.balances.find((one) => one.currency === segment.currency);
  const available = wallet === undefined ? undefined : (balance?.available ?? "0.00");
  if (application?.cardId !== undefined) {
    return <IssuedCard cardId={application.cardId} />;
  }
  if (application !== undefined) {
    return <UnfinishedApplication application={application} />;
  }
  return (
    <>
      <SegmentSummary segment={segment} />
      <SegmentPreflight segment={segment} />
      <ApplySteps segment={segment} available={available} onApplied={setApplication} />
    </>
  );
}

function SegmentGone() {
  return (
    <EmptyState
      action={
        <Link {...SELECTION} className={buttonClass({ kind: "primary" })}>
          <Trans>Choose a card</Trans>
        </Link>
      }
    >
      <Trans>Choose a card first.</Trans>
    </EmptyState>
  );
}

/** Renders a new card's details and fee, and the steps for creating it. */
export function CardCreateScreen() {
  const { t } = useLingui();
  const { segment: wanted } = useSearch({ from: "/card-create" });
  const { data, isPending, isError, refetch } = useQuery(segmentsQuery);
  const offered = useOffers("cards");
  const segment = offered ? data?.find((one) => one.id === wanted) : undefined;
  return (
    <>
      <TopBar title={<Trans>New card</Trans>} backTo={offered ? SELECTION : { to: "/" }} />
      <main className="px-(--gutter) pt-1.5 lg:max-w-[560px]">
        {!offered && <NotOffered what="cards" />}
        {offered && isPending && <CreateSkeleton />}
        {offered && isError && data === undefined && (
          <ErrorPanel
            aboutMoney
            message={t`Failed to load card options`}
            onRetry={() => void refetch()}
          />
        )}
        {offered && data !== undefined && segment === undefined && <SegmentGone />}
        {segment !== undefined && <Create segment={segment} />}
      </main>
    </>
  );
}
