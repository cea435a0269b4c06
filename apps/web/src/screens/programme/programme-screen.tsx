import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { ProgrammeList, tabOf } from "../../features/programme/programme-list.tsx";
import { useListSearch } from "../../lib/use-list-search.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { SplitView } from "../../ui/split-view.tsx";

const OpenedSegment = lazyPart(
  async () => (await import("../../features/programme/opened-segment.tsx")).OpenedSegment,
  <SkeletonRows count={6} />,
);

const OpenedRule = lazyPart(
  async () => (await import("../../features/programme/rules/opened-rule.tsx")).OpenedRule,
  <SkeletonRows count={6} />,
);

/** What the programme offers, charges and allows, for those who run it. */
export function ProgrammeScreen() {
  const { t } = useLingui();
  const { tab, open } = useSearch({ from: "/system/programme" });
  const onSearch = useListSearch<"tab">();
  const isRule = tab === "rules";
  const opened = (id: string) =>
    isRule ? <OpenedRule key={id} id={id} /> : <OpenedSegment key={id} id={id} />;
  return (
    <SplitView
      list={<ProgrammeList tab={tabOf(tab)} onTab={(next) => onSearch({ tab: next })} />}
      detail={open === undefined ? undefined : opened(open)}
      detailLabel={isRule ? t`Rule of the program` : t`Line of cards`}
    />
  );
}
