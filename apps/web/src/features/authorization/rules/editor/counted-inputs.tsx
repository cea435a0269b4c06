import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  AMOUNT_TESTS,
  STRATEGY_WINDOWS,
  WRONG_CVV_WINDOWS,
} from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";
import { type ReactNode, useId } from "react";
import { FieldError } from "../../../../ui/form/field.tsx";
import { currencySymbol } from "../../../../ui/text/format-money.ts";
import { WINDOW_WORDS } from "../sentence/rule-words.ts";
import type { ConditionEditing } from "./editing.ts";
import { TokenAmount, TokenCount, TokenSelect, TokenTime } from "./token.tsx";

const TESTS: Readonly<Record<(typeof AMOUNT_TESTS)[number], MessageDescriptor>> = {
  over: msg`is over`,
  under: msg`is under`,
  between: msg`is from`,
  outside: msg`is not from`,
};

/** Returns the error element for a field and the id for its `aria-describedby`. */
export function useReason(reason: string | undefined): {
  readonly errorId: string | undefined;
  readonly error: ReactNode;
} {
  const id = useId();
  return reason === undefined
    ? { errorId: undefined, error: null }
    : { errorId: id, error: <FieldError id={id}>{reason}</FieldError> };
}

/** Renders the fixed words between editable parts. */
function Between({ children }: { readonly children: ReactNode }) {
  return <span className="px-1 text-ink-2">{children}</span>;
}

/** Renders the errors of a condition on separate lines below its sentence. */
function Errors({ children }: { readonly children: ReactNode }) {
  return <span className="basis-full empty:hidden">{children}</span>;
}

interface InCurrency {
  readonly currency: CurrencyCode;
}

export function AmountInputs(props: ConditionEditing<"amount"> & InCurrency) {
  const { value, onChange, errorAt, label, currency } = props;
  const { t } = useLingui();
  const symbol = currencySymbol(currency);
  const first = useReason(errorAt("when.amount.amount"));
  const last = useReason(errorAt("when.amount.to"));
  const isRange = value.is === "between" || value.is === "outside";
  return (
    <>
      <TokenSelect
        label={t`Comparison for ${label}`}
        options={AMOUNT_TESTS.map((is) => ({ value: is, label: t(TESTS[is]) }))}
        value={value.is}
        onChange={(is) => onChange({ ...value, is })}
      />
      <TokenAmount
        label={isRange ? t({ message: "From", context: "risk" }) : label}
        symbol={symbol}
        value={value.amount}
        onChange={(amount) => onChange({ ...value, amount })}
        errorId={first.errorId}
      />
      {isRange && (
        <>
          <Between>
            <Trans context="between two amounts or times">to</Trans>
          </Between>
          <TokenAmount
            label={t`To`}
            symbol={symbol}
            value={value.to}
            onChange={(to) => onChange({ ...value, to })}
            errorId={last.errorId}
          />
        </>
      )}
      <Errors>
        {first.error}
        {isRange && last.error}
      </Errors>
    </>
  );
}

type WindowName = keyof typeof WINDOW_WORDS;

interface WithinWindowProps<V extends { readonly window: WindowName }> {
  /** The words before the count, such as "is over". */
  readonly test: ReactNode;
  readonly of: {
    readonly value: V;
    readonly onChange: (value: V) => void;
    readonly label: string;
  };
  readonly windows: readonly V["window"][];
  readonly reason: string | undefined;
  /** Renders the count. Receives the id of the error message, if there is one. */
  readonly children: (errorId: string | undefined) => ReactNode;
}

/** Renders a count and the window in which it must be reached. */
function WithinWindow<V extends { readonly window: WindowName }>(props: WithinWindowProps<V>) {
  const { value, onChange, label } = props.of;
  const { t } = useLingui();
  const { errorId, error } = useReason(props.reason);
  return (
    <>
      <Between>{props.test}</Between>
      {props.children(errorId)}
      <TokenSelect
        label={t`Time of ${label}`}
        options={props.windows.map((one) => ({ value: one, label: t(WINDOW_WORDS[one]) }))}
        value={value.window}
        onChange={(window) => onChange({ ...value, window })}
      />
      <Errors>{error}</Errors>
    </>
  );
}

export function SpendingInputs(props: ConditionEditing<"spending"> & InCurrency) {
  const { value, onChange, errorAt, label, currency } = props;
  return (
    <WithinWindow
      test={<Trans>is over</Trans>}
      of={props}
      windows={STRATEGY_WINDOWS}
      reason={errorAt("when.spending.over") ?? errorAt("when.spending")}
    >
      {(errorId) => (
        <TokenAmount
          label={label}
          symbol={currencySymbol(currency)}
          value={value.over}
          onChange={(over) => onChange({ ...value, over })}
          errorId={errorId}
        />
      )}
    </WithinWindow>
  );
}

export function PaymentsInputs(props: ConditionEditing<"payments">) {
  const { value, onChange, errorAt, label } = props;
  return (
    <WithinWindow
      test={<Trans>is over</Trans>}
      of={props}
      windows={STRATEGY_WINDOWS}
      reason={errorAt("when.payments.over") ?? errorAt("when.payments")}
    >
      {(errorId) => (
        <TokenCount
          label={label}
          value={value.over}
          onChange={(over) => onChange({ ...value, over })}
          errorId={errorId}
        />
      )}
    </WithinWindow>
  );
}

export function WrongCvvInputs(props: ConditionEditing<"wrongCvv">) {
  const { value, onChange, errorAt, label } = props;
  return (
    <WithinWindow
      test={<Trans>at least</Trans>}
      of={props}
      windows={WRONG_CVV_WINDOWS}
      reason={errorAt("when.wrongCvv.atLeast") ?? errorAt("when.wrongCvv")}
    >
      {(errorId) => (
        <TokenCount
          label={label}
          value={value.atLeast}
          onChange={(atLeast) => onChange({ ...value, atLeast })}
          errorId={errorId}
        />
      )}
    </WithinWindow>
  );
}

export function HoursInputs({ value, onChange, errorAt }: ConditionEditing<"hours">) {
  const { t } = useLingui();
  const first = useReason(errorAt("when.hours.from"));
  const last = useReason(errorAt("when.hours.to"));
  return (
    <>
      <TokenTime
        label={t({ message: "From", context: "risk" })}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        errorId={first.errorId}
      />
      <Between>
        <Trans context="between two amounts or times">to</Trans>
      </Between>
      <TokenTime
        label={t`To`}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
        errorId={last.errorId}
      />
      <Errors>
        {first.error}
        {last.error}
      </Errors>
    </>
  );
}
