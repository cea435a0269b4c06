import { Trans, useLingui } from "@lingui/react/macro";
import { CURRENCIES } from "@tessera/money";
import { Plus } from "lucide-react";
import { useState } from "react";
import { FieldError } from "../../../../ui/form/field.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { countsOver, namesAmounts } from "../rule-draft.ts";
import { CONDITION_KINDS, type ConditionKind } from "../sentence/condition-clauses.ts";
import { ConditionRow } from "./condition-row.tsx";
import type { Editing } from "./editing.ts";
import { TokenSelect } from "./token.tsx";

const ConditionSheet = lazySheet(
  async () => (await import("./condition-sheet.tsx")).ConditionSheet,
);

/**
 * Purpose of the open condition sheet: `new` adds a condition; a condition type replaces the
 * condition of that type.
 */
type Choosing = "new" | ConditionKind;

function withChoice(
  kinds: readonly ConditionKind[],
  choosing: Choosing,
  kind: ConditionKind,
): readonly ConditionKind[] {
  return choosing === "new"
    ? [...kinds, kind]
    : kinds.map((other) => (other === choosing ? kind : other));
}

function CountsChoice({ draft, change }: Editing) {
  const { t } = useLingui();
  return (
    <div className="pt-1 pb-2.5">
      <Segmented
        label={t`How cards are counted`}
        options={[
          { value: "per_card", label: t`Each card separately` },
          { value: "together", label: t`Cards together` },
        ]}
        value={draft.counts}
        onChange={(counts) => change({ counts })}
      />
    </div>
  );
}

function CurrencyChoice({ draft, change }: Editing) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-x-2 pb-2 text-small text-ink-2">
      <span>
        <Trans>For cards in</Trans>
      </span>
      <TokenSelect
        label={t`Card currency`}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
        value={draft.currency}
        onChange={(currency) => change({ currency })}
      />
    </div>
  );
}

/** Lets the user edit the conditions that a payment must meet. */
export function WhenPanel({
  manyCurrencies,
  ...editing
}: Editing & {
  /** True if the customer has cards in several currencies. */ readonly manyCurrencies: boolean;
}) {
  const { draft, change, errorAt } = editing;
  const { kinds } = draft;
  const [choosing, setChoosing] = useState<Choosing>();
  const reason = errorAt("when");
  const inCurrency = namesAmounts(draft) || draft.keepsCurrency;
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>When</Trans>
      </h2>
      <div>
        {kinds.map((kind) => (
          <ConditionRow
            key={kind}
            {...editing}
            kind={kind}
            onSwap={() => setChoosing(kind)}
            onRemove={
              kinds.length === 1
                ? undefined
                : () => change({ kinds: kinds.filter((other) => other !== kind) })
            }
          />
        ))}
      </div>
      {countsOver(draft) && <CountsChoice {...editing} />}
      {inCurrency && (manyCurrencies || draft.keepsCurrency) && <CurrencyChoice {...editing} />}
      {kinds.length < CONDITION_KINDS.length && (
        <button
          type="button"
          aria-haspopup="dialog"
          data-refused={reason === undefined ? undefined : ""}
          onClick={() => setChoosing("new")}
          className="inline-flex min-h-11 items-center gap-1.5 text-small font-medium text-accent-ink"
        >
          <Plus aria-hidden="true" size={16} strokeWidth={2} />
          <Trans>Add condition</Trans>
        </button>
      )}
      {reason !== undefined && <FieldError>{reason}</FieldError>}
      <ConditionSheet
        open={choosing !== undefined}
        onClose={() => setChoosing(undefined)}
        taken={kinds}
        onChoose={(kind) => {
          change({ kinds: withChoice(kinds, choosing ?? "new", kind) });
          setChoosing(undefined);
        }}
      />
    </Panel>
  );
}
