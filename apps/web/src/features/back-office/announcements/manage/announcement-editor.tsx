import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AdminAnnouncement } from "@tessera/contract/back-office/announcements.schemas";
import { useState } from "react";
import { isGone } from "../../../../lib/api/api-error.ts";
import { buttonClass } from "../../../../ui/form/button.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { announcementQuery } from "./manage.queries.ts";

function Gone() {
  return (
    <EmptyState
      action={
        <Link
          to="/system/announcements"
          search={{}}
          replace
          className={buttonClass({ size: "md" })}
        >
          <Trans>All announcements</Trans>
        </Link>
      }
    >
      <Trans>This announcement doesn’t exist or was deleted.</Trans>
    </EmptyState>
  );
}

function ExistingAnnouncement({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(announcementQuery(id));
  // Keeps the version that was opened, so that a change saved elsewhere does not discard the edits
  // here.
  const [opened, setOpened] = useState<AdminAnnouncement>();
  if (opened === undefined && data !== undefined && !isFetching) {
    setOpened(data);
  }
  if (opened !== undefined) {
    return <AnnouncementForm id={id} announcement={opened} />;
  }
  return (
    <>
      <TopBar
        title={<Trans>Edit announcement</Trans>}
        backTo={{ to: "/system/announcements", search: {} }}
      />
      <main className="px-(--gutter) pt-1.5">
        {isGone(error) && <Gone />}
        {error !== null && !isGone(error) && (
          <ErrorPanel message={t`Couldn’t load the announcement`} onRetry={() => void refetch()} />
        )}
        {error === null && (
          <Loading>
            <Skeleton className="h-13 rounded-control" />
            <Skeleton className="mt-4 h-64 rounded-control" />
          </Loading>
        )}
      </main>
    </>
  );
}

/** Renders the page that creates an announcement (`new`) or edits an existing one. */
export function AnnouncementEditor({ id }: { readonly id: string }) {
  return id === "new" ? (
    <AnnouncementForm id={id} announcement={undefined} />
  ) : (
    <ExistingAnnouncement key={id} id={id} />
  );
}
