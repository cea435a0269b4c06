import { Trans } from "@lingui/react/macro";
import { SlidersHorizontal } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function RiskStrategiesScreen() {
  return (
    <>
      <TopBar title={<Trans>Strategy center</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<SlidersHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No rules yet. Every payment follows your cards’ own limits.</Trans>
        </EmptyState>
      </main>
    </>
  );
}
