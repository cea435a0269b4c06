import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { buttonClass } from "../../../ui/form/button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { SegmentsTab } from "./segments-tab.tsx";
import { useCanChange } from "./use-can-change.ts";

const FeesTab = lazyPart(
  async () => (await import("./fees-tab.tsx")).FeesTab,
  <SkeletonRows count={4} />,
);
const LimitsTab = lazyPart(
  async () => (await import("./limits-tab.tsx")).LimitsTab,
  <SkeletonRows count={6} />,
);

const RulesTab = lazyPart(
  async () => (await import("./rules/rules-tab.tsx")).RulesTab,
  <SkeletonRows count={6} />,
);

const TABS = ["segments", "fees", "limits", "rules"] as const;
export type ProgramTab = (typeof TABS)[number];

/** Parses the tab from a URL; defaults to the card products. */
export function tabOf(text: string | undefined): ProgramTab {
  return TABS.find((one) => one === text) ?? "segments";
}

interface ProgramListProps {
  readonly tab: ProgramTab;
  readonly onTab: (tab: ProgramTab) => void;
}

/** Renders the program's card products, fees, limits and rules as tabs. */
export function ProgramList({ tab, onTab }: ProgramListProps) {
  const { t } = useLingui();
  const canChange = useCanChange();
  const names: Readonly<Record<ProgramTab, string>> = {
    segments: t`Card products`,
    fees: t({ message: "Fees", context: "programme" }),
    limits: t`Limits`,
    rules: t({ message: "Rules", context: "programme" }),
  };
  const content = {
    segments: <SegmentsTab />,
    fees: <FeesTab />,
    limits: <LimitsTab />,
    rules: <RulesTab />,
  };
  const isAddable = tab === "segments" || tab === "rules";
  return (
    <>
      <TopBar title={<Trans>Program</Trans>}>
        {canChange && isAddable && (
          <Link
            to="/system/programme"
            search={tab === "rules" ? { tab, open: "new" } : { open: "new" }}
            state={{ openedHere: true }}
            className={buttonClass({ kind: "primary", size: "md" })}
            style={{ marginRight: 12 }}
          >
            <Plus aria-hidden="true" size={20} strokeWidth={1.75} />
            <Trans>Add</Trans>
          </Link>
        )}
      </TopBar>
      <main className="px-(--gutter)">
        <Tabs
          label={t`Program`}
          tabs={TABS.map((value) => ({ value, label: names[value] }))}
          value={tab}
          onChange={onTab}
        >
          <div className="pt-4">{content[tab]}</div>
        </Tabs>
      </main>
    </>
  );
}
