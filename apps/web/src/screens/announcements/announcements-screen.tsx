import { Trans } from "@lingui/react/macro";
import { Bell } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function AnnouncementsScreen() {
  return (
    <>
      <TopBar title={<Trans>Announcements</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<Bell aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No announcements yet.</Trans>
        </EmptyState>
      </main>
    </>
  );
}
