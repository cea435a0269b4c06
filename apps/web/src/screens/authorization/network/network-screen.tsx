import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { UnmatchedDetail } from "../../../features/authorization/unmatched/unmatched-detail.tsx";
import { UnmatchedList } from "../../../features/authorization/unmatched/unmatched-list.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { SplitView } from "../../../ui/layout/split-view.tsx";

/** Renders unmatched messages from the card network and the actions available for them. */
export function NetworkScreen() {
  const { t } = useLingui();
  const { open, ...search } = useSearch({ from: "/system/network" });
  const onSearch = useListSearch<"state" | "kind" | "q">();
  return (
    <SplitView
      list={<UnmatchedList search={search} onSearch={onSearch} />}
      detail={open === undefined ? undefined : <UnmatchedDetail key={open} id={open} />}
      detailLabel={t`Message`}
    />
  );
}
