import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { StrategyDetail, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { type ReactNode, useState } from "react";
import { isGone } from "../../../../lib/api/api-error.ts";
import { buttonClass } from "../../../../ui/form/button.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { strategyQuery } from "../risk.queries.ts";
import { draftOf, emptyDraft } from "../rule-draft.ts";
import { RULE_TEMPLATES, templateRule } from "../rule-templates.ts";
import type { RuledCard } from "../ruled-cards.ts";
import { EditorBar } from "./editor-bar.tsx";
import { RuleForm } from "./rule-form.tsx";

interface SuggestedRule {
  readonly name: string;
  readonly rule: StrategyRule;
}

interface RuleEditorProps {
  /** The strategy's id, or `new`. */
  readonly ruleId: string;
  /** Key of the template for a new rule. */
  readonly template: string | undefined;
  /**
   * A rule suggested to this customer, used as the starting point for a new rule instead of a
   * template.
   */
  readonly suggested: SuggestedRule | undefined;
  /** The customer's cards; undefined until they are loaded. */
  readonly cards: readonly RuledCard[] | undefined;
  /** Content shown next to the card selection. */
  readonly notice: ReactNode;
}

function EditorSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-13 w-full rounded-control" />
      <Skeleton className="mt-4 h-40 w-full rounded-panel" />
      <Skeleton className="mt-2.5 h-40 w-full rounded-panel" />
    </Loading>
  );
}

type NewRuleProps = Pick<RuleEditorProps, "template" | "suggested" | "notice"> & CardsProps;

function NewRule({ template, suggested, cards, notice }: NewRuleProps) {
  const { t } = useLingui();
  const currency = cards[0]?.currency ?? "USD";
  const chosen = RULE_TEMPLATES.find(({ key }) => key === template);
  const begun =
    suggested ?? (chosen && { name: t(chosen.name), rule: templateRule(chosen, currency) });
  const initial =
    begun === undefined ? emptyDraft(currency) : draftOf(begun.name, begun.rule, currency);
  return <RuleForm initial={initial} strategy={undefined} cards={cards} notice={notice} />;
}

interface CardsProps {
  readonly cards: readonly RuledCard[];
}

function RuleGone() {
  return (
    <EmptyState
      action={
        <Link to="/risk-strategies" replace className={buttonClass({ size: "md" })}>
          <Trans>My rules</Trans>
        </Link>
      }
    >
      <Trans>This rule was retired or doesn’t exist.</Trans>
    </EmptyState>
  );
}

type ExistingRuleProps = { readonly id: string } & Pick<RuleEditorProps, "cards" | "notice">;

function ExistingRule({ id, cards, notice }: ExistingRuleProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(strategyQuery(id));
  // Keeps the version that was opened, so that a change saved elsewhere does not discard the user's
  // edits.
  const [opened, setOpened] = useState<StrategyDetail>();
  if (opened === undefined && data !== undefined && data.status !== "retired") {
    setOpened(data);
  }
  if (opened !== undefined && cards !== undefined) {
    const initial = draftOf(opened.name, opened.rule, cards[0]?.currency ?? "USD");
    return <RuleForm initial={initial} strategy={opened} cards={cards} notice={notice} />;
  }
  return (
    <>
      <EditorBar title={<Trans>Edit rule</Trans>} />
      <main className="px-(--gutter) pt-1.5 lg:max-w-[640px]">
        {isGone(error) || data?.status === "retired" ? (
          <RuleGone />
        ) : error === null ? (
          <EditorSkeleton />
        ) : (
          <ErrorPanel message={t`Couldn’t load your rules`} onRetry={() => void refetch()} />
        )}
      </main>
    </>
  );
}

/** Renders the page for creating or editing a rule. */
export function RuleEditor({ ruleId, template, suggested, cards, notice }: RuleEditorProps) {
  if (ruleId !== "new") {
    return <ExistingRule key={ruleId} id={ruleId} cards={cards} notice={notice} />;
  }
  return cards === undefined ? (
    <>
      <EditorBar title={<Trans>New rule</Trans>} />
      <main className="px-(--gutter) pt-1.5 lg:max-w-[640px]">
        <EditorSkeleton />
      </main>
    </>
  ) : (
    <NewRule
      key={template}
      template={template}
      suggested={suggested}
      cards={cards}
      notice={notice}
    />
  );
}
