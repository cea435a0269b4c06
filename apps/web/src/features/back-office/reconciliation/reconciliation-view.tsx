import { Trans, useLingui } from "@lingui/react/macro";
import { useSession } from "../../../lib/session/session-store.ts";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { BreakDetail } from "./break-detail.tsx";
import { BreakList } from "./break-list.tsx";
import type { BreakSearch } from "./reconciliation.queries.ts";
import { SourcesPanel } from "./sources-panel.tsx";

const DECIDING = ["reviewer", "administrator"];

interface ReconciliationViewProps {
  readonly search: BreakSearch;
  /** The open break. */
  readonly open: string | undefined;
  readonly onSearch: (changes: Partial<Record<keyof BreakSearch, string | undefined>>) => void;
}

/** Renders the differences between the ledger and what banks, chains and the network report. */
export function ReconciliationView({ search, open, onSearch }: ReconciliationViewProps) {
  const { t } = useLingui();
  const canDecide = DECIDING.includes(useSession().user?.role ?? "");
  const list = (
    <>
      <TopBar title={<Trans>Reconciliation</Trans>} backTo={{ to: "/system/board" }} />
      <main className="px-(--gutter) pt-1.5">
        <div className="grid gap-3">
          <SourcesPanel canDecide={canDecide} />
          <BreakList search={search} onSearch={onSearch} />
        </div>
      </main>
    </>
  );
  return (
    <SplitView
      list={list}
      detail={
        open === undefined ? undefined : <BreakDetail key={open} id={open} canDecide={canDecide} />
      }
      detailLabel={t`Break`}
    />
  );
}
