import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { OperatorDetail } from "../../../features/identity/operators/manage/operator-detail.tsx";
import { OperatorsPage } from "../../../features/identity/operators/manage/operators-page.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { SplitView } from "../../../ui/layout/split-view.tsx";

/** Renders the list of the program's operators for administrators. */
export function OperatorsScreen() {
  const { t } = useLingui();
  const { tab, status, open } = useSearch({ from: "/system/operators" });
  const onSearch = useListSearch<"tab" | "status">();
  return (
    <SplitView
      list={<OperatorsPage tab={tab} status={status} onSearch={onSearch} />}
      detail={open === undefined ? undefined : <OperatorDetail key={open} id={open} />}
      detailLabel={t`Operator`}
    />
  );
}
