import { Trans } from "@lingui/react/macro";
import { ArrowUpRight } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

export function WithdrawScreen() {
  return (
    <>
      <TopBar title={<Trans>Withdraw</Trans>} backTo={{ to: "/wallet" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<ArrowUpRight aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No withdrawal can be made yet. What is in your account stays there.</Trans>
        </EmptyState>
      </main>
    </>
  );
}
