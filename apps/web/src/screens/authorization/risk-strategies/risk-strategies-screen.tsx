import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation, useSearch } from "@tanstack/react-router";
import { CircleQuestionMark, GraduationCap } from "lucide-react";
import { useState } from "react";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { lazyPart, lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const RuleEditor = lazyPart(
  async () =>
    (await import("../../../features/authorization/rules/editor/rule-editor.tsx")).RuleEditor,
  null,
);
const RuleList = lazyPart(
  async () => (await import("../../../features/authorization/rules/rule-list.tsx")).RuleList,
  <SkeletonRows count={4} />,
);
const TemplateList = lazyPart(
  async () =>
    (await import("../../../features/authorization/rules/template-list.tsx")).TemplateList,
  <SkeletonRows count={8} />,
);
const HitList = lazyPart(
  async () => (await import("../../../features/authorization/rules/hit-list.tsx")).HitList,
  <SkeletonRows count={6} />,
);
const RulesHelpSheet = lazySheet(
  async () =>
    (await import("../../../features/authorization/rules/rules-help-sheet.tsx")).RulesHelpSheet,
);
const MovementDetailSheet = lazySheet(
  async () =>
    (await import("../../../features/insights/bills/movement-detail-sheet.tsx"))
      .MovementDetailSheet,
);

const TABS = ["rules", "templates", "log"] as const;

function StrategyCenter() {
  const { t } = useLingui();
  const search = useSearch({ from: "/risk-strategies" });
  const onSearch = useListSearch<"tab" | "strategy">();
  const { data: cards } = useEveryCard();
  const [helping, setHelping] = useState(false);
  // Keeps the sheet's content while the sheet closes.
  const [lastOpen, setLastOpen] = useState(search.open);
  if (search.open !== undefined && search.open !== lastOpen) {
    setLastOpen(search.open);
  }
  const tab = TABS.find((one) => one === search.tab) ?? "rules";
  return (
    <>
      <TopBar title={<Trans>Strategy center</Trans>} backTo={{ to: "/profile" }}>
        <Link to="/practice" className={buttonClass({ kind: "text", size: "md" })}>
          <GraduationCap aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>Practice</Trans>
        </Link>
        <IconButton
          label={t`How rules work`}
          aria-haspopup="dialog"
          onClick={() => setHelping(true)}
        >
          <CircleQuestionMark aria-hidden="true" size={24} strokeWidth={1.6} />
        </IconButton>
      </TopBar>
      <main className="px-(--gutter) pt-1.5 lg:max-w-[720px]">
        <MissingCards />
        <Tabs
          label={t`Strategy center`}
          tabs={[
            { value: "rules", label: t`My rules` },
            { value: "templates", label: t`Templates` },
            { value: "log", label: t`Log` },
          ]}
          value={tab}
          onChange={(next) =>
            onSearch({ tab: next === "rules" ? undefined : next, strategy: undefined })
          }
        >
          {tab === "rules" && <RuleList cards={cards} />}
          {tab === "templates" && <TemplateList currency={cards?.[0]?.currency ?? "USD"} />}
          {tab === "log" && (
            <HitList
              cards={cards}
              strategyId={search.strategy}
              onStrategy={(strategy) => onSearch({ strategy })}
              onOpen={(open) => onSearch({ open })}
            />
          )}
        </Tabs>
      </main>
      <RulesHelpSheet open={helping} onClose={() => setHelping(false)} />
      {lastOpen !== undefined && (
        <MovementDetailSheet
          movementId={lastOpen}
          open={search.open !== undefined}
          inHistory
          onClose={() => onSearch({ open: undefined })}
          cards={cards}
        />
      )}
    </>
  );
}

/** Renders the customer's rules, templates and log, or one rule in the editor. */
export function RiskStrategiesScreen() {
  const { rule, template } = useSearch({ from: "/risk-strategies" });
  const suggested = useLocation({ select: ({ state }) => state.draft });
  const { data: cards } = useEveryCard();
  return rule === undefined ? (
    <StrategyCenter />
  ) : (
    <RuleEditor
      ruleId={rule}
      template={template}
      suggested={suggested}
      cards={cards}
      notice={<MissingCards />}
    />
  );
}
