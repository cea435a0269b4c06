import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import { useCallback } from "react";
import {
  type ReviewedCard,
  ReviewPanel,
} from "../../../features/authorization/rules/reviews/review-panel.tsx";
import { CasePanel } from "../../../features/back-office/cases/case-panel.tsx";
import { needsYouQuery } from "../../../features/back-office/cases/reviews.queries.ts";
import { waitingMandatesQuery } from "../../../features/cards/mandates/mandates.queries.ts";
import { WaitingMandates } from "../../../features/cards/mandates/waiting-mandates.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

interface NeedsYouProps {
  readonly cards: readonly ReviewedCard[] | undefined;
  readonly onOpen: (id: string) => void;
}

/** Renders purchases and payments to decide, and cases that need more information. */
export function NeedsYou({ cards, onOpen }: NeedsYouProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const waiting = useQuery(needsYouQuery);
  const { data: mandates = [] } = useQuery(waitingMandatesQuery);
  const onOver = useCallback(
    () => void queries.invalidateQueries({ queryKey: needsYouQuery.queryKey }),
    [queries],
  );
  if (waiting.isPending) {
    return (
      <Loading>
        <Skeleton className="mt-3 h-[246px] w-full rounded-panel" />
        <Skeleton className="mt-3 h-[246px] w-full rounded-panel" />
      </Loading>
    );
  }
  if (waiting.data === undefined) {
    return (
      <ErrorPanel
        message={t`Couldn’t load pending reviews`}
        aboutMoney
        onRetry={() => void waiting.refetch()}
      />
    );
  }
  if (waiting.data.length === 0) {
    return mandates.length > 0 ? (
      <WaitingMandates onOpen={onOpen} />
    ) : (
      <EmptyState icon={<Gavel aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>Nothing needs your approval. Payments that do will appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <WaitingMandates onOpen={onOpen} />
      <ul className="mt-3 grid gap-3">
        {waiting.data.map((review) =>
          review.kind === "payment" ? (
            <ReviewPanel
              key={review.id}
              review={review}
              card={cards?.find(({ id }) => id === review.cardId)}
              onOver={onOver}
            />
          ) : (
            <CasePanel key={review.id} review={review} onOpen={() => onOpen(review.id)} />
          ),
        )}
      </ul>
      {waiting.data.some(({ kind }) => kind === "payment") && (
        <p className="mt-4 text-small text-ink-3">
          <Trans>
            Payments that you don’t answer in time stay declined. No money leaves the card in the
            meantime.
          </Trans>
        </p>
      )}
    </>
  );
}
