import { Trans } from "@lingui/react/macro";
import { ShieldCheck } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function RiskMonitoringScreen() {
  return (
    <>
      <TopBar title={<Trans>Risk insight</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<ShieldCheck aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>
            Nothing to report yet. Your score and its reasons appear here after your first payments.
          </Trans>
        </EmptyState>
      </main>
    </>
  );
}
