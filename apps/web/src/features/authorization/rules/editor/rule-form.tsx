import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { StrategyDetail } from "@tessera/contract/authorization/risk.schemas";
import { History, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Switch } from "../../../../ui/form/switch.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { StickySummary } from "../../../../ui/layout/sticky-summary.tsx";
import { strategyQuery } from "../risk.queries.ts";
import { draftOf, type RuleDraft } from "../rule-draft.ts";
import type { RuledCard } from "../ruled-cards.ts";
import { BacktestBanner } from "./backtest-banner.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { ScopePanel } from "./scope-panel.tsx";
import { ThenPanel } from "./then-panel.tsx";
import { useRuleForm } from "./use-rule-form.ts";
import { WhenPanel } from "./when-panel.tsx";

const SaveSheet = lazySheet(async () => (await import("./save-sheet.tsx")).SaveSheet);
const HistorySheet = lazySheet(async () => (await import("./history-sheet.tsx")).HistorySheet);
const RetireDialog = lazySheet(async () => (await import("./retire-dialog.tsx")).RetireDialog);
const LeaveDialog = lazySheet(async () => (await import("./leave-dialog.tsx")).LeaveDialog);

interface RuleFormProps {
  readonly initial: RuleDraft;
  /** The strategy being edited; undefined for a new one. */
  readonly strategy: StrategyDetail | undefined;
  readonly cards: readonly RuledCard[];
  /** Content shown next to the card selection. */
  readonly notice: ReactNode;
}

type RuleForm = ReturnType<typeof useRuleForm>;

/** Explains why saving failed and what to do. The edits are kept. */
function SaveNote({ form }: { readonly form: RuleForm }): ReactNode {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [looking, setLooking] = useState(false);
  const { save, base, setBase, setDraft, send, draft } = form;
  if (save.unknown && !save.sending) {
    return (
      <Note tone="caution" role="alert" className="mt-3">
        <Trans>No response. The rule may or may not have been saved.</Trans>
        <Button size="md" kind="text" onClick={save.sendAgain}>
          <Trans>Check again</Trans>
        </Button>
      </Note>
    );
  }
  if (save.error === null || form.hasFieldRefusals) {
    return null;
  }
  const isStale = save.error instanceof ApiError && save.error.code === "strategy_changed";
  const takeNewest = async (then: (newest: StrategyDetail) => void) => {
    setLooking(true);
    try {
      const newest = await queries.fetchQuery(strategyQuery(base?.id ?? ""));
      setBase(newest);
      save.reset();
      then(newest);
    } finally {
      setLooking(false);
    }
  };
  return (
    <Note tone="negative" role="alert" className="mt-3">
      {messageOf(save.error, t`Unknown error`)}
      {isStale && (
        <span className="flex flex-wrap gap-2 pt-2">
          <Button
            size="md"
            disabled={looking}
            onClick={() => void takeNewest((newest) => send(save.sent?.turnTo, newest))}
          >
            <Trans>Save my version</Trans>
          </Button>
          <Button
            size="md"
            disabled={looking}
            onClick={() =>
              void takeNewest(({ name, rule }) => setDraft(draftOf(name, rule, draft.currency)))
            }
          >
            <Trans>Use the newer version</Trans>
          </Button>
        </span>
      )}
    </Note>
  );
}

/** Renders the actions on an existing rule. */
function RuleTools({
  strategy,
  form,
}: {
  readonly strategy: StrategyDetail;
  readonly form: RuleForm;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"history" | "retire">();
  const close = () => setOpen(undefined);
  return (
    <>
      <IconButton label={t`History`} aria-haspopup="dialog" onClick={() => setOpen("history")}>
        <History aria-hidden="true" size={22} strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={t`Retire rule`}
        aria-haspopup="dialog"
        className="text-negative"
        onClick={() => setOpen("retire")}
      >
        <Trash2 aria-hidden="true" size={22} strokeWidth={1.6} />
      </IconButton>
      <HistorySheet
        open={open === "history"}
        onClose={close}
        strategy={strategy}
        onUse={({ name, rule }) => {
          form.setDraft((old) => draftOf(name, rule, old.currency));
          close();
        }}
      />
      <RetireDialog
        open={open === "retire"}
        onClose={close}
        strategy={strategy}
        onRetired={form.leave}
      />
    </>
  );
}

/** Renders the editor of one rule. */
export function RuleForm({ initial, strategy, cards, notice }: RuleFormProps) {
  const { t } = useLingui();
  const form = useRuleForm(initial, strategy);
  const emailId = useId();
  const { draft, editing, save, base, question } = form;
  const currencies = new Set(cards.map(({ currency }) => currency));
  const note = <SaveNote form={form} />;
  return (
    <>
      <EditorBar title={base === undefined ? <Trans>New rule</Trans> : <Trans>Edit rule</Trans>}>
        {base !== undefined && <RuleTools strategy={base} form={form} />}
      </EditorBar>
      <main className="px-(--gutter) pt-1.5 lg:max-w-[640px]">
        <form
          ref={form.form}
          noValidate
          className="flex min-h-[calc(100dvh-96px)] flex-col"
          onSubmit={form.submit}
        >
          <fieldset disabled={save.sending} className="min-w-0">
            <Field label={<Trans>Rule name</Trans>} error={editing.errorAt("name")}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  maxLength={40}
                  value={draft.name}
                  onChange={({ target }) => editing.change({ name: target.value })}
                />
              )}
            </Field>
            <div className="mt-4">
              <WhenPanel {...editing} manyCurrencies={currencies.size > 1} />
            </div>
            <ThenPanel {...editing} />
            <ScopePanel {...editing} cards={cards} />
            {notice}
            <label htmlFor={emailId} className="mt-1.5 flex min-h-14 items-center gap-3">
              <span className="min-w-0 flex-1 font-medium">
                <Trans>Email me each time</Trans>
              </span>
              <Switch
                id={emailId}
                checked={draft.email}
                onChange={({ target }) => editing.change({ email: target.checked })}
              />
            </label>
          </fieldset>
          <div className="flex-1">
            <BacktestBanner rule={form.rule} strategyId={base?.id} cards={cards} />
            {!form.choosing && note}
          </div>
          <StickySummary>
            <Button
              type="submit"
              kind="primary"
              block
              loadingLabel={save.sending ? t`Saving` : undefined}
            >
              <Trans>Save rule</Trans>
            </Button>
          </StickySummary>
        </form>
      </main>
      <SaveSheet
        open={form.choosing}
        onClose={() => form.setChoosing(false)}
        sentence={form.choosing ? form.sentence() : ""}
        status={base?.status}
        onSave={(turnTo) => form.send(turnTo)}
        saving={save.sending}
        sent={save.sent?.turnTo}
        note={note}
      />
      <LeaveDialog
        open={question !== undefined}
        onClose={() => question?.stay()}
        onLeave={() => question?.go()}
      />
    </>
  );
}
