import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import type { TypedConditions } from "../rule-draft.ts";
import type { ConditionKind } from "../sentence/condition-clauses.ts";
import { conditionLabel } from "./condition-kinds.ts";
import {
  AmountInputs,
  HoursInputs,
  PaymentsInputs,
  SpendingInputs,
  WrongCvvInputs,
} from "./counted-inputs.tsx";
import type { ConditionEditing, Editing } from "./editing.ts";
import {
  CategoryInputs,
  ChannelInputs,
  CodeInputs,
  CountryInputs,
  CurrencyInputs,
  MerchantInputs,
} from "./list-inputs.tsx";
import { TokenButton } from "./token.tsx";

interface ConditionRowProps extends Editing {
  readonly kind: ConditionKind;
  /** Opens the sheet where the user replaces this condition with one of another type. */
  readonly onSwap: () => void;
  /** Removes the condition; undefined for a rule's only condition, which can only be replaced. */
  readonly onRemove: (() => void) | undefined;
}

function Inputs({ kind, draft, change, errorAt }: ConditionRowProps): ReactNode {
  const { t } = useLingui();
  const { typed, currency } = draft;
  const of = <K extends keyof TypedConditions>(own: K): ConditionEditing<K> => ({
    value: typed[own],
    onChange: (value) => change({ typed: { ...typed, [own]: value } }),
    errorAt,
    label: t(conditionLabel(own)),
  });
  switch (kind) {
    case "amount":
      return <AmountInputs {...of(kind)} currency={currency} />;
    case "spending":
      return <SpendingInputs {...of(kind)} currency={currency} />;
    case "payments":
      return <PaymentsInputs {...of(kind)} />;
    case "categories":
      return <CategoryInputs {...of(kind)} />;
    case "mccs":
      return <CodeInputs {...of(kind)} />;
    case "merchants":
      return <MerchantInputs {...of(kind)} />;
    case "countries":
      return <CountryInputs {...of(kind)} />;
    case "currencies":
      return <CurrencyInputs {...of(kind)} />;
    case "channels":
      return <ChannelInputs {...of(kind)} />;
    case "hours":
      return <HoursInputs {...of(kind)} />;
    case "newMerchant":
      return (
        <span className="px-1 text-ink-2">
          <Trans>first payment with this card</Trans>
        </span>
      );
    case "wrongCvv":
      return <WrongCvvInputs {...of(kind)} />;
  }
}

/** Renders one condition of a rule as a sentence with editable parts. */
export function ConditionRow(props: ConditionRowProps) {
  const { kind, onSwap, onRemove } = props;
  const { t } = useLingui();
  const label = t(conditionLabel(kind));
  return (
    <fieldset className="flex min-w-0 items-start gap-1 border-line py-2.5 not-first:border-t">
      <legend className="sr-only">{label}</legend>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
        <TokenButton onClick={onSwap}>{label}</TokenButton>
        <Inputs {...props} />
      </div>
      {onRemove !== undefined && (
        <IconButton label={t`Remove ${label}`} className="-mr-3 text-ink-3" onClick={onRemove}>
          <X aria-hidden="true" size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </fieldset>
  );
}
