import { Trans } from "@lingui/react/macro";
import { Gavel } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function PendingReviewsScreen() {
  return (
    <>
      <TopBar title={<Trans>Pending reviews</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<Gavel aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>Nothing waits for you. Payments that need your answer appear here.</Trans>
        </EmptyState>
      </main>
    </>
  );
}
