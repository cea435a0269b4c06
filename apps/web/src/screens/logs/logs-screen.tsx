import { Trans } from "@lingui/react/macro";
import { ScrollText } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function LogsScreen() {
  return (
    <>
      <TopBar title={<Trans>Logs</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<ScrollText aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>
            The log of your account is not shown here yet. It is being written all the same.
          </Trans>
        </EmptyState>
      </main>
    </>
  );
}
