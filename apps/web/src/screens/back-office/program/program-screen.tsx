import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { ProgramList, tabOf } from "../../../features/back-office/program/program-list.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const OpenedSegment = lazyPart(
  async () =>
    (await import("../../../features/back-office/program/opened-segment.tsx")).OpenedSegment,
  <SkeletonRows count={6} />,
);

const OpenedRule = lazyPart(
  async () =>
    (await import("../../../features/back-office/program/rules/opened-rule.tsx")).OpenedRule,
  <SkeletonRows count={6} />,
);

/** Renders the program's products, fees and limits, for the operators who run it. */
export function ProgramScreen() {
  const { t } = useLingui();
  const { tab, open } = useSearch({ from: "/system/programme" });
  const onSearch = useListSearch<"tab">();
  const isRule = tab === "rules";
  const opened = (id: string) =>
    isRule ? <OpenedRule key={id} id={id} /> : <OpenedSegment key={id} id={id} />;
  return (
    <SplitView
      list={<ProgramList tab={tabOf(tab)} onTab={(next) => onSearch({ tab: next })} />}
      detail={open === undefined ? undefined : opened(open)}
      detailLabel={isRule ? t`Program rule` : t`Card product`}
    />
  );
}
