import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ApplicationRow } from "../../features/issuing/application-row.tsx";
import { applicationsQuery } from "../../features/issuing/issuing.queries.ts";
import { useOffers } from "../../lib/offering.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { ListEnd } from "../../ui/list-end.tsx";
import { NotOffered } from "../../ui/not-offered.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { StickySummary } from "../../ui/sticky-summary.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

/** The customer's applications, and the way to a new one. */
export function CardApplicationScreen() {
  const { t } = useLingui();
  const pages = useInfiniteQuery(applicationsQuery);
  const { isPending, isError, refetch } = pages;
  const data = pages.data?.pages.flatMap((page) => page.data);
  const offered = useOffers("cards");
  return (
    <>
      <TopBar title={<Trans>Card applications</Trans>} backTo={{ to: "/" }} />
      <main className="flex min-h-[calc(100dvh-96px)] flex-col px-(--gutter)">
        <div className="flex-1">
          {!offered && <NotOffered what="cards" />}
          {isPending && <SkeletonRows />}
          {isError && data === undefined && (
            <ErrorPanel
              aboutMoney
              message={t`Failed to load card applications`}
              onRetry={() => void refetch()}
            />
          )}
          {offered && data?.length === 0 && (
            <EmptyState>
              <Trans>You haven’t applied for a card yet.</Trans>
            </EmptyState>
          )}
          {data?.map((application) => (
            <ApplicationRow key={application.id} application={application} />
          ))}
          {pages.hasNextPage && (
            <ListEnd pages={pages} failed={t`Failed to load card applications`} />
          )}
        </div>
        {offered && (
          <StickySummary>
            <Link to="/card-selection" className={buttonClass({ kind: "primary", block: true })}>
              <Trans>Apply for a card</Trans>
            </Link>
          </StickySummary>
        )}
      </main>
    </>
  );
}
