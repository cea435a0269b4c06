import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useLocale } from "../../../lib/locale.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { AnnouncementContent } from "./announcement-content.tsx";
import { AnnouncementType } from "./announcement-type.tsx";
import { activeAnnouncementsQuery } from "./announcements.queries.ts";

/** Lists the active announcements, newest first. */
export function AnnouncementList() {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(activeAnnouncementsQuery(useLocale()));
  if (data === undefined) {
    return isError ? (
      <ErrorPanel message={t`Couldn’t load announcements`} onRetry={() => void refetch()} />
    ) : (
      <Loading>
        <Skeleton className="h-44 rounded-panel" />
        <Skeleton className="mt-3 h-44 rounded-panel" />
      </Loading>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={<Bell aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>No announcements right now.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-3">
      {data.map(({ id, type, locale, title, content, publishedAt }) => (
        <li key={id}>
          <Panel className="py-4">
            <article>
              <div className="flex items-start gap-3">
                <AnnouncementType type={type} />
                <div className="min-w-0 flex-1">
                  <h2 lang={locale} className="text-h">
                    {title}
                  </h2>
                  <p className="mt-0.5 text-small text-ink-3">
                    <Trans>
                      Published <DateText at={publishedAt} />
                    </Trans>
                  </p>
                </div>
              </div>
              <div lang={locale} className="mt-3 text-ink-2 wrap-break-word">
                <AnnouncementContent html={content} />
              </div>
            </article>
          </Panel>
        </li>
      ))}
    </ul>
  );
}
