import { Trans } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { AnnouncementList } from "../../../features/back-office/announcements/announcement-list.tsx";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const AnnouncementManager = lazyPart(
  async () => {
    const [{ AnnouncementManager: Manager }] = await Promise.all([
      import("../../../features/back-office/announcements/manage/announcement-manager.tsx"),
      loadTexts("announcements"),
    ]);
    return Manager;
  },
  <ManagementPlace />,
);
const AnnouncementEditor = lazyPart(
  async () => {
    const [{ AnnouncementEditor: Editor }] = await Promise.all([
      import("../../../features/back-office/announcements/manage/announcement-editor.tsx"),
      loadTexts("announcements"),
    ]);
    return Editor;
  },
  <ManagementPlace />,
);

function ManagementPlace() {
  return (
    <main className="px-(--gutter) pt-1.5">
      <SkeletonRows count={6} />
    </main>
  );
}

function Management() {
  const { edit, ...search } = useSearch({ from: "/system/announcements" });
  const onSearch = useListSearch<"status" | "type" | "audience" | "missing" | "q">();
  return edit === undefined ? (
    <AnnouncementManager search={search} onSearch={onSearch} />
  ) : (
    <AnnouncementEditor key={edit} id={edit} />
  );
}

/**
 * Renders all announcements for the operators who manage them. For everyone else, renders the
 * current announcements, so that they can be reread after the popup is closed.
 */
export function AnnouncementsScreen() {
  const { menus } = useSession();
  if (menus.some(({ key }) => key === "announcements")) {
    return <Management />;
  }
  return (
    <>
      <TopBar title={<Trans>Announcements</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter) lg:max-w-[640px]">
        <AnnouncementList />
      </main>
    </>
  );
}
