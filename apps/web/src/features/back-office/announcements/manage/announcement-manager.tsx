import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AdminAnnouncement } from "@tessera/contract/back-office/announcements.schemas";
import { MAX_BATCH } from "@tessera/contract/back-office/announcements.schemas";
import { Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { Button, buttonClass } from "../../../../ui/form/button.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { MoreButton } from "../../../../ui/form/more-button.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { AnnouncementFilters } from "./announcement-filters.tsx";
import { AnnouncementRow } from "./announcement-row.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { useDeleteAnnouncements } from "./manage.mutations.ts";
import { type AnnouncementSearch, announcementsQuery, filtersOf } from "./manage.queries.ts";
import { titleOf } from "./title-of.ts";

interface AnnouncementManagerProps {
  readonly search: AnnouncementSearch;
  readonly onSearch: (
    changes: Partial<Record<keyof AnnouncementSearch, string | undefined>>,
  ) => void;
}

function NewLink() {
  return (
    <Link
      to="/system/announcements"
      search={(old) => ({ ...old, edit: "new" })}
      state={{ openedHere: true }}
      className={buttonClass({ kind: "primary", size: "md" })}
      style={{ marginRight: 12 }}
    >
      <Plus aria-hidden="true" size={20} strokeWidth={1.75} />
      <Trans context="announcements">Write</Trans>
    </Link>
  );
}

function Nothing({
  narrowed,
  onReset,
}: {
  readonly narrowed: boolean;
  readonly onReset: () => void;
}) {
  return narrowed ? (
    <EmptyState
      icon={<Megaphone aria-hidden="true" size={20} strokeWidth={1.75} />}
      action={
        <Button size="md" onClick={onReset}>
          <Trans>Show all</Trans>
        </Button>
      }
    >
      <Trans>No announcements match these filters.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon={<Megaphone aria-hidden="true" size={20} strokeWidth={1.75} />}>
      <Trans>No announcements yet. Write the first one.</Trans>
    </EmptyState>
  );
}

/** Manages the selected announcements and the actions on them. */
function useChoice(shown: readonly AdminAnnouncement[]) {
  const { t } = useLingui();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const chosen = shown.filter(({ id }) => ids.has(id));
  const deletion = useDeleteAnnouncements({
    onDone: (count) => {
      setAsking(false);
      setIds(new Set());
      showToast({ tone: "success", text: t`Announcements deleted: ${count}` });
    },
  });
  const most = shown.slice(0, MAX_BATCH);
  return {
    ids,
    chosen,
    deletion,
    asking,
    ask: () => setAsking(true),
    stop: () => {
      setAsking(false);
      deletion.reset();
    },
    isFull: chosen.length >= MAX_BATCH,
    hasAll: most.length > 0 && most.every(({ id }) => ids.has(id)),
    all: (selected: boolean) => setIds(new Set(selected ? most.map(({ id }) => id) : [])),
    toggle: (id: string, selected: boolean) =>
      setIds((old) => new Set(selected ? [...old, id] : [...old].filter((one) => one !== id))),
  };
}

function AnnouncementTable({
  announcements,
}: {
  readonly announcements: readonly AdminAnnouncement[];
}) {
  const locale = useLocale();
  const choice = useChoice(announcements);
  const { chosen } = choice;
  return (
    <Panel className="py-1!">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-2">
        <Checkbox checked={choice.hasAll} onChange={({ target }) => choice.all(target.checked)}>
          {chosen.length === 0 ? (
            <Trans>Select all</Trans>
          ) : (
            <Plural value={chosen.length} one="# selected" other="# selected" />
          )}
        </Checkbox>
        {chosen.length > 0 && (
          <Button size="md" kind="destructive" aria-haspopup="dialog" onClick={choice.ask}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
      <ul className="border-t border-line">
        {announcements.map((announcement) => (
          <AnnouncementRow
            key={announcement.id}
            announcement={announcement}
            selected={choice.ids.has(announcement.id)}
            onSelect={(selected) => choice.toggle(announcement.id, selected && !choice.isFull)}
          />
        ))}
      </ul>
      <DeleteDialog
        open={choice.asking && chosen.length > 0}
        onClose={choice.stop}
        chosen={chosen.map((one) => ({ id: one.id, title: titleOf(one, locale) }))}
        deletion={choice.deletion}
      />
    </Panel>
  );
}

/** Lists all announcements for the operators who write them. */
export function AnnouncementManager({ search, onSearch }: AnnouncementManagerProps) {
  const { t } = useLingui();
  const list = useInfiniteQuery(announcementsQuery(search));
  const announcements = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const narrowed = Object.values(filtersOf(search)).some((value) => value !== undefined);
  return (
    <>
      <TopBar title={<Trans>Announcement management</Trans>} backTo={{ to: "/profile" }}>
        <NewLink />
      </TopBar>
      <main className="px-(--gutter) pt-1.5">
        <AnnouncementFilters search={search} onChange={onSearch} />
        {list.isPending && <SkeletonRows count={6} />}
        {list.isError && list.data === undefined && (
          <ErrorPanel
            message={t`Couldn’t load announcements`}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data !== undefined && announcements.length === 0 && (
          <Nothing
            narrowed={narrowed}
            onReset={() =>
              onSearch({
                status: undefined,
                type: undefined,
                audience: undefined,
                missing: undefined,
                q: undefined,
              })
            }
          />
        )}
        {announcements.length > 0 && <AnnouncementTable announcements={announcements} />}
        <MoreButton pages={list} />
      </main>
    </>
  );
}
