import { Trans } from "@lingui/react/macro";
import { FileDown } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function ReconciliationScreen() {
  return (
    <>
      <TopBar title={<Trans>Reconciliation export</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<FileDown aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>
            No exports yet. Your bills and transactions hold everything an export would.
          </Trans>
        </EmptyState>
      </main>
    </>
  );
}
