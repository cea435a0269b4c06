import { Trans } from "@lingui/react/macro";
import { Headset } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function CustomerServiceScreen() {
  return (
    <>
      <TopBar title={<Trans>Customer support</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<Headset aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No conversations yet.</Trans>
        </EmptyState>
      </main>
    </>
  );
}
