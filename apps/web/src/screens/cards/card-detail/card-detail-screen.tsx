import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { cardQuery } from "../../../features/cards/my-cards/cards.queries.ts";
import { isGone } from "../../../lib/api/api-error.ts";
import { CardFaceLoading } from "../../../ui/card-face/card-face.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton, SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { CardPage } from "./card-page.tsx";

function CardSkeleton() {
  return (
    <>
      <Loading>
        <CardFaceLoading className="mt-1 w-full" />
        <div className="mt-4.5 grid grid-cols-4 gap-2">
          <Skeleton className="h-[50px] rounded-control" />
          <Skeleton className="h-[50px] rounded-control" />
          <Skeleton className="h-[50px] rounded-control" />
          <Skeleton className="h-[50px] rounded-control" />
        </div>
        <Skeleton className="mt-8 h-[150px] rounded-panel" />
      </Loading>
      <div className="mt-12">
        <SkeletonRows count={4} />
      </div>
    </>
  );
}

function NoSuchCard() {
  return (
    <EmptyState
      action={
        <Link to="/cards" className={buttonClass({ size: "md" })}>
          <Trans>All cards</Trans>
        </Link>
      }
    >
      <Trans>This card doesn’t exist.</Trans>
    </EmptyState>
  );
}

export function CardDetailScreen() {
  const { t } = useLingui();
  const { cardId } = useParams({ from: "/cards/$cardId" });
  const card = useQuery(cardQuery(cardId));
  if (card.data !== undefined) {
    return <CardPage key={cardId} card={card.data} />;
  }
  const missing = isGone(card.error);
  return (
    <>
      <TopBar title={<span className="sr-only">{t`Card`}</span>} backTo={{ to: "/cards" }} />
      <main className="px-(--gutter)">
        {missing && <NoSuchCard />}
        {card.isError && !missing && (
          <ErrorPanel
            message={t`Failed to fetch card details`}
            aboutMoney
            onRetry={() => void card.refetch()}
          />
        )}
        {card.isPending && <CardSkeleton />}
      </main>
    </>
  );
}
