import { Trans, useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { EntryDetail } from "../../../features/back-office/bank/entry-detail.tsx";
import { EntryList } from "../../../features/back-office/bank/entry-list.tsx";
import { ImportList } from "../../../features/back-office/bank/import-list.tsx";
import { ImportPanel } from "../../../features/back-office/bank/import-panel.tsx";
import { StatementList } from "../../../features/back-office/bank/statement-list.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";

const IMPORTING = ["reviewer", "administrator"];
const TABS = ["transfers", "statements"] as const;

/** Renders bank transfers, and the statements that they came with. */
export function BankScreen() {
  const { t } = useLingui();
  const { open, ...search } = useSearch({ from: "/system/bank" });
  const onSearch = useListSearch<"tab" | "state" | "statement">();
  const role = useSession().user?.role ?? "";
  const tab = TABS.find((one) => one === search.tab) ?? "transfers";
  const names = { transfers: t`Transfers`, statements: t`Statements` };
  const list = (
    <>
      <TopBar title={<Trans>Bank transfers</Trans>} />
      <main className="px-(--gutter) pt-1.5">
        <Segmented
          label={t`Show`}
          options={TABS.map((value) => ({ value, label: names[value] }))}
          value={tab}
          onChange={(value) => onSearch({ tab: value, state: undefined, statement: undefined })}
        />
        <div className="mt-3 grid gap-3">
          {tab === "transfers" && <EntryList search={search} onSearch={onSearch} />}
          {tab === "statements" && (
            <>
              {IMPORTING.includes(role) && <ImportPanel />}
              <ImportList />
              <StatementList />
            </>
          )}
        </div>
      </main>
    </>
  );
  return (
    <SplitView
      list={list}
      detail={open === undefined ? undefined : <EntryDetail key={open} id={open} />}
      detailLabel={t`Transfer`}
    />
  );
}
