import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ApplicationRow } from "../../../features/cards/applications/application-row.tsx";
import { applicationsQuery } from "../../../features/cards/applications/issuing.queries.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { NotOffered } from "../../../ui/layout/not-offered.tsx";
import { StickySummary } from "../../../ui/layout/sticky-summary.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { ListEnd } from "../../../ui/list/list-end.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

/** Renders the customer's applications and a link to start a new one. */
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
              message={t`Couldn’t load card applications`}
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
            <ListEnd pages={pages} failed={t`Couldn’t load card applications`} />
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
