import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  CATEGORIES,
  CHANNELS,
  MATCHES,
  MAX_LIST,
} from "@tessera/contract/authorization/risk.schemas";
import { Plus, X } from "lucide-react";
import { type ComponentType, type KeyboardEvent, type ReactNode, useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import type { TypedList } from "../rule-draft.ts";
import { countryName } from "../sentence/list-text.ts";
import { MERCHANT_CODES, merchantCodeName } from "../sentence/merchant-codes.ts";
import type { ChoosingProps } from "./code-sheet.tsx";
import { useReason } from "./counted-inputs.tsx";
import type { ConditionEditing } from "./editing.ts";
import { TokenCheckbox, TokenSelect } from "./token.tsx";

const CountrySheet = lazySheet(async () => (await import("./country-sheet.tsx")).CountrySheet);
const CurrencySheet = lazySheet(async () => (await import("./currency-sheet.tsx")).CurrencySheet);

const MATCH_WORDS: Readonly<Record<(typeof MATCHES)[number], MessageDescriptor>> = {
  any_of: msg({ message: "is", context: "before a list of values" }),
  none_of: msg({ message: "is not", context: "before a list of values" }),
};

/** Puts the list on a separate line below the condition's sentence. */
const LIST = "flex min-w-0 basis-full flex-wrap gap-1.5";

interface ListEditing<V extends string> {
  readonly value: TypedList<V>;
  readonly onChange: (value: TypedList<V>) => void;
  readonly label: string;
}

/** Lets the user choose between "is on the list" and "is not on the list". */
function MatchSelect<V extends string>({ value, onChange, label }: ListEditing<V>) {
  const { t } = useLingui();
  return (
    <TokenSelect
      label={t`Comparison for ${label}`}
      options={MATCHES.map((match) => ({ value: match, label: t(MATCH_WORDS[match]) }))}
      value={value.match}
      onChange={(match) => onChange({ ...value, match })}
    />
  );
}

interface ChoicesProps<V extends string> extends ListEditing<V> {
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  readonly reason: string | undefined;
}

/** Renders every possible value of a list as a checkbox. */
function Choices<V extends string>(props: ChoicesProps<V>) {
  const { value, onChange, label, choices, reason } = props;
  const { error } = useReason(reason);
  const toggle = (one: V, chosen: boolean) =>
    onChange({
      ...value,
      values: choices
        .map((choice) => choice.value)
        .filter((other) => (other === one ? chosen : value.values.includes(other))),
    });
  return (
    <>
      <MatchSelect {...props} />
      <fieldset aria-label={label} className={LIST}>
        {choices.map((choice, place) => (
          <TokenCheckbox
            key={choice.value}
            checked={value.values.includes(choice.value)}
            onChange={(chosen) => toggle(choice.value, chosen)}
            invalid={place === 0 && reason !== undefined}
          >
            {choice.label}
          </TokenCheckbox>
        ))}
      </fieldset>
      {error !== null && <span className="basis-full">{error}</span>}
    </>
  );
}

const CATEGORY_LABELS: Readonly<Record<(typeof CATEGORIES)[number], MessageDescriptor>> = {
  advertising: msg`Advertising`,
  software: msg`Software`,
  travel: msg`Travel`,
  shopping: msg`Shopping`,
  other: msg({ message: "Other", context: "merchant category" }),
};

export function CategoryInputs(props: ConditionEditing<"categories">) {
  const { t } = useLingui();
  return (
    <Choices
      {...props}
      choices={CATEGORIES.map((value) => ({ value, label: t(CATEGORY_LABELS[value]) }))}
      reason={props.errorAt("when.categories.values")}
    />
  );
}

const CHANNEL_LABELS: Readonly<Record<(typeof CHANNELS)[number], MessageDescriptor>> = {
  present: msg`In person`,
  remote: msg`Online`,
  merchant: msg`Automatic charge`,
};

export function ChannelInputs(props: ConditionEditing<"channels">) {
  const { t } = useLingui();
  return (
    <Choices
      {...props}
      choices={CHANNELS.map((value) => ({ value, label: t(CHANNEL_LABELS[value]) }))}
      reason={props.errorAt("when.channels.values")}
    />
  );
}

/** Renders the entries of a list, each with a remove button. */
function Entries({
  entries,
  onRemove,
}: {
  readonly entries: readonly { readonly value: string; readonly label: string }[];
  readonly onRemove: (value: string) => void;
}) {
  const { t } = useLingui();
  return (
    <ul className={`${LIST} empty:hidden`}>
      {entries.map(({ value, label }) => (
        <li
          key={value}
          className="inline-flex min-h-11 max-w-full items-center rounded-small bg-accent-soft pl-3 font-semibold text-accent-ink"
        >
          <span className="min-w-0">{label}</span>
          <IconButton
            label={t`Remove ${label}`}
            className="text-accent-ink"
            onClick={() => onRemove(value)}
          >
            <X aria-hidden="true" size={16} strokeWidth={2} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

interface TypedEntriesProps extends ListEditing<string> {
  readonly reason: string | undefined;
  readonly placeholder: string;
  readonly inputMode?: "numeric";
  readonly maxLength: number;
  /** Parses text into an entry, or returns undefined if it is not a valid entry. */
  readonly entryOf: (text: string) => string | undefined;
  /** Error message for text that is not a valid entry. */
  readonly refusal: string;
  readonly labelOf: (value: string) => string;
}

/** Renders a list whose entries are typed one by one. */
function TypedEntries(props: TypedEntriesProps) {
  const { value, onChange, label, entryOf, labelOf } = props;
  const [text, setText] = useState("");
  const [refused, setRefused] = useState(false);
  const reason = useReason(refused ? props.refusal : props.reason);
  const remove = (one: string) =>
    onChange({ ...value, values: value.values.filter((other) => other !== one) });
  const add = () => {
    const entry = entryOf(text.trim());
    if (text.trim() === "") {
      setRefused(false);
      return;
    }
    setRefused(entry === undefined);
    if (entry !== undefined) {
      setText("");
      const isThere = value.values.includes(entry) || value.values.length >= MAX_LIST;
      onChange(isThere ? value : { ...value, values: [...value.values, entry] });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add();
    }
  };
  return (
    <>
      <MatchSelect {...props} />
      <Entries
        entries={value.values.map((one) => ({ value: one, label: labelOf(one) }))}
        onRemove={remove}
      />
      <span className="basis-full">
        <Input
          aria-label={label}
          aria-invalid={reason.errorId === undefined ? undefined : true}
          aria-describedby={reason.errorId}
          placeholder={props.placeholder}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          autoComplete="off"
          enterKeyHint="enter"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          // Adds text that was typed but not confirmed with Enter.
          onBlur={add}
          trailing={
            <Button size="md" kind="text" onClick={add} disabled={text.trim() === ""}>
              <Trans>Add</Trans>
            </Button>
          }
        />
        {reason.error}
      </span>
    </>
  );
}

export function MerchantInputs(props: ConditionEditing<"merchants">) {
  const { t } = useLingui();
  return (
    <TypedEntries
      {...props}
      reason={props.errorAt("when.merchants.values")}
      placeholder={t`Name, such as Adobe`}
      maxLength={80}
      entryOf={(text) => text}
      refusal=""
      labelOf={(name) => name}
    />
  );
}

/** Maximum number of codes suggested at once. */
const OFFERED = 6;

export function CodeInputs(props: ConditionEditing<"mccs">) {
  const { t } = useLingui();
  const { value, onChange } = props;
  const labelOf = (mcc: string) => {
    const name = merchantCodeName(mcc);
    const text = name === undefined ? mcc : `${t(name)} ${mcc}`;
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  };
  const offered = MERCHANT_CODES.filter(([mcc]) => !value.values.includes(mcc)).slice(0, OFFERED);
  return (
    <>
      <TypedEntries
        {...props}
        reason={props.errorAt("when.mccs.values")}
        placeholder={t`Four digits, or choose below`}
        inputMode="numeric"
        maxLength={4}
        entryOf={(text) => (/^[0-9]{4}$/.test(text) ? text : undefined)}
        refusal={t`Enter four digits.`}
        labelOf={labelOf}
      />
      <fieldset aria-label={t`Common merchant codes`} className={LIST}>
        {offered.map(([mcc]) => (
          <TokenCheckbox
            key={mcc}
            checked={false}
            onChange={() => onChange({ ...value, values: [...value.values, mcc] })}
          >
            {labelOf(mcc)}
          </TokenCheckbox>
        ))}
      </fieldset>
    </>
  );
}

interface ChosenEntriesProps extends ListEditing<string> {
  readonly reason: string | undefined;
  readonly labelOf: (code: string) => string;
  /** The text of the button that opens the sheet. */
  readonly children: ReactNode;
  readonly Sheet: ComponentType<ChoosingProps>;
}

/** Renders a list whose entries are chosen in a sheet. */
function ChosenEntries(props: ChosenEntriesProps) {
  const { value, onChange, reason, labelOf, children, Sheet } = props;
  const [open, setOpen] = useState(false);
  const { error, errorId } = useReason(reason);
  return (
    <>
      <MatchSelect {...props} />
      <Entries
        entries={value.values.map((code) => ({ value: code, label: labelOf(code) }))}
        onRemove={(code) =>
          onChange({ ...value, values: value.values.filter((other) => other !== code) })
        }
      />
      <span className="basis-full">
        <Button
          size="md"
          kind="outline"
          aria-haspopup="dialog"
          aria-describedby={errorId}
          data-refused={reason === undefined ? undefined : ""}
          icon={<Plus aria-hidden="true" size={16} strokeWidth={2} />}
          onClick={() => setOpen(true)}
        >
          {children}
        </Button>
        {error}
      </span>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        chosen={value.values}
        onChoose={(values) => onChange({ ...value, values })}
      />
    </>
  );
}

export function CountryInputs(props: ConditionEditing<"countries">) {
  const locale = useLocale();
  return (
    <ChosenEntries
      {...props}
      reason={props.errorAt("when.countries.values")}
      labelOf={(code) => countryName(code, locale)}
      Sheet={CountrySheet}
    >
      <Trans>Choose countries</Trans>
    </ChosenEntries>
  );
}

export function CurrencyInputs(props: ConditionEditing<"currencies">) {
  return (
    <ChosenEntries
      {...props}
      reason={props.errorAt("when.currencies.values")}
      labelOf={(code) => code}
      Sheet={CurrencySheet}
    >
      <Trans>Choose currencies</Trans>
    </ChosenEntries>
  );
}
