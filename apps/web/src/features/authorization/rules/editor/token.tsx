import { ChevronDown } from "lucide-react";
import { type ButtonHTMLAttributes, type ReactNode, useState } from "react";
import { classNames } from "../../../../ui/style/class-names.ts";
import { groupedAmount, typedAmount } from "../../../../ui/text/amount-text.ts";
import { isClockTime } from "../rule-draft.ts";

/** CSS classes for an editable word in a rule's sentence. */
const TOKEN =
  "relative inline-flex min-h-11 items-center gap-1 rounded-small bg-accent-soft px-3 font-semibold text-accent-ink has-[input[aria-invalid=true]]:shadow-[inset_0_0_0_2px_var(--negative)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent";

const CHEVRON = { "aria-hidden": true, size: 16, strokeWidth: 2 } as const;

/** Renders an editable word that opens a picker. */
export function TokenButton({
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "type"> & {
  readonly children: ReactNode;
}) {
  return (
    <button {...rest} type="button" aria-haspopup="dialog" className={TOKEN}>
      {children}
      <ChevronDown {...CHEVRON} />
    </button>
  );
}

interface TokenSelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Renders an editable word with a few fixed options. */
export function TokenSelect<T extends string>(props: TokenSelectProps<T>) {
  const { label, options, value, onChange } = props;
  return (
    <span className={TOKEN}>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as T)}
        className="absolute inset-0 appearance-none rounded-small bg-transparent px-3 text-transparent outline-none [&>option]:bg-surface [&>option]:text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {/* A native select is as wide as its longest option; this text sets the actual width. */}
      <span aria-hidden="true" className="pointer-events-none">
        {options.find((option) => option.value === value)?.label}
      </span>
      <ChevronDown {...CHEVRON} className="pointer-events-none" />
    </span>
  );
}

interface TokenInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly errorId: string | undefined;
}

/** Renders an editable word as a text input that is as wide as its text. */
function TypedToken({
  lead,
  shown,
  placeholder,
  ...input
}: {
  readonly lead?: string;
  readonly label: string;
  readonly shown: string;
  readonly placeholder: string;
  readonly inputMode: "decimal" | "numeric";
  readonly errorId: string | undefined;
  readonly onType: (text: string) => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}) {
  return (
    <span className={TOKEN}>
      {/* This hidden text sets the width; the input is stretched over it. */}
      <span aria-hidden="true">
        {lead}
        <span className="invisible pr-0.5">{shown === "" ? placeholder : shown}</span>
      </span>
      <input
        aria-label={input.label}
        aria-invalid={input.errorId === undefined ? undefined : true}
        aria-describedby={input.errorId}
        inputMode={input.inputMode}
        autoComplete="off"
        placeholder={placeholder}
        value={shown}
        onChange={({ target }) => input.onType(target.value)}
        onFocus={input.onFocus}
        onBlur={input.onBlur}
        className="absolute inset-0 w-full min-w-0 rounded-small bg-transparent px-3 text-right caret-accent outline-none"
      />
    </span>
  );
}

/** Renders an amount; groups thousands while the input is not focused. */
export function TokenAmount({
  symbol,
  value,
  onChange,
  ...rest
}: TokenInputProps & { readonly symbol: string }) {
  const [typing, setTyping] = useState(false);
  return (
    <TypedToken
      {...rest}
      lead={symbol}
      inputMode="decimal"
      placeholder="0.00"
      shown={typing ? value : groupedAmount(value)}
      onType={(text) => onChange(typedAmount(text) ?? value)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
    />
  );
}

/** Renders an editable count. */
export function TokenCount({ value, onChange, ...rest }: TokenInputProps) {
  return (
    <TypedToken
      {...rest}
      inputMode="numeric"
      placeholder="0"
      shown={value}
      onType={(text) => onChange(/^[0-9]{0,5}$/.test(text) ? text : value)}
    />
  );
}

/** Formats `6`, `630` and `6:30` as clock times; returns anything else unchanged. */
function clockTime(typed: string): string {
  const [, hours = "", minutes = "00"] = /^([0-9]{1,2})[:.]?([0-9]{2})?$/.exec(typed) ?? [];
  const time = `${hours.padStart(2, "0")}:${minutes}`;
  return isClockTime(time) ? time : typed;
}

/** Renders a time of day on a 24-hour clock. */
export function TokenTime({ value, onChange, ...rest }: TokenInputProps) {
  return (
    <TypedToken
      {...rest}
      inputMode="numeric"
      placeholder="00:00"
      shown={value}
      onType={(text) => onChange(/^[0-9:.]{0,5}$/.test(text) ? text : value)}
      onBlur={() => onChange(clockTime(value))}
    />
  );
}

/** Renders one option in a multiple-choice list. */
export function TokenCheckbox({
  checked,
  onChange,
  invalid,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly invalid?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <label
      className={classNames(
        "relative inline-flex min-h-11 items-center rounded-small px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        checked ? "bg-accent-soft font-semibold text-accent-ink" : "hairline font-medium",
      )}
    >
      <input
        type="checkbox"
        checked={checked}
        aria-invalid={invalid ? true : undefined}
        onChange={({ target }) => onChange(target.checked)}
        className="sr-only"
      />
      {children}
    </label>
  );
}
