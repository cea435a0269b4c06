import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CHANNELS, type Channel } from "@tessera/contract/authorization/risk.schemas";
import type { ReactNode } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { countriesIn } from "../../../../lib/countries.ts";
import { currenciesIn } from "../../../../lib/currencies.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { AmountInput } from "../../../../ui/form/amount-input.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { currencySymbol } from "../../../../ui/text/format-money.ts";
import type { CardFixes } from "../declines/fix-buttons.tsx";
import type { CardNow } from "../declines/fix-plan.ts";
import { MERCHANT_KINDS } from "./merchant-kinds.ts";
import { PreflightAnswer } from "./preflight-answer.tsx";
import { type PreflightSubject, usePreflight } from "./use-preflight.ts";

interface PreflightSheetProps {
  readonly subject: PreflightSubject;
  readonly currency: string;
  /** Name of the card or card product. */
  readonly name: string;
  readonly lead?: ReactNode;
  readonly card?: CardFixes | undefined;
  readonly now?: CardNow | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Dialogs that open on top of the sheet. */
  readonly children?: ReactNode;
}

const CHANNEL_LABELS: Readonly<Record<Channel, MessageDescriptor>> = {
  present: msg`In a store`,
  remote: msg`Online`,
  merchant: msg`Subscription`,
};
/** Channels in display order; online, the most likely one, comes first. */
const CHANNEL_ORDER = [...CHANNELS].sort(
  (one, other) => Number(other === "remote") - Number(one === "remote"),
);

interface FieldsProps {
  readonly preflight: ReturnType<typeof usePreflight>;
  /** The card's currency. */
  readonly own: string;
}

function Fields({ preflight, own }: FieldsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { draft, change, errorAt } = preflight;
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={<Trans>Merchant</Trans>}
        error={errorAt("merchant")}
        hint={<Trans>As it appears on a bill, such as Adobe</Trans>}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={80}
            value={draft.merchant}
            onChange={({ target }) => change({ merchant: target.value })}
          />
        )}
      </Field>
      <Field label={<Trans>Merchant type</Trans>}>
        {(control) => (
          <Select
            {...control}
            value={draft.mcc}
            onChange={({ target }) => change({ mcc: target.value })}
          >
            {MERCHANT_KINDS.map(([mcc, label]) => (
              <option key={mcc} value={mcc}>
                {t(label)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={<Trans>Currency</Trans>}>
        {(control) => (
          <Select
            {...control}
            value={draft.currency === "" ? own : draft.currency}
            onChange={({ target }) => change({ currency: target.value })}
          >
            {currenciesIn(locale).map(({ code, name }) => (
              <option key={code} value={code}>
                {code} · {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={<Trans>Country or region</Trans>}>
        {(control) => (
          <Select
            {...control}
            value={draft.country}
            onChange={({ target }) => change({ country: target.value })}
          >
            {countriesIn(locale).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Segmented
        label={t`Payment method`}
        options={CHANNEL_ORDER.map((value) => ({ value, label: t(CHANNEL_LABELS[value]) }))}
        value={draft.channel}
        onChange={(channel) => change({ channel })}
      />
    </div>
  );
}

/**
 * Renders "Will it go through?": runs the checks of a real payment without moving or saving
 * anything.
 */
export function PreflightSheet(props: PreflightSheetProps) {
  const { subject, currency, name, lead, card, now, open, onClose, children } = props;
  const { t } = useLingui();
  const preflight = usePreflight(subject);
  const { draft, change, asking, answer, error, merchant } = preflight;
  const asked = draft.currency === "" ? currency : draft.currency;
  const lacksAmount = preflight.errorAt("amount");
  return (
    <Sheet open={open} onClose={onClose} title={t`Will it go through?`} subtitle={name} lead={lead}>
      <form ref={preflight.ref} noValidate onSubmit={preflight.submit}>
        <AmountInput
          label={t`Amount`}
          symbol={currencySymbol(asked) || asked}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          helper={lacksAmount ?? <Trans>Nothing is charged.</Trans>}
          refused={lacksAmount !== undefined}
          autoFocus
        />
        <Fields preflight={preflight} own={currency} />
        <Button
          type="submit"
          kind={answer === undefined ? "primary" : "fill"}
          block
          className="mt-5"
          loadingLabel={asking ? t`Checking` : undefined}
        >
          {answer === undefined ? <Trans>Check</Trans> : <Trans>Check again</Trans>}
        </Button>
      </form>
      {error !== null && (
        <Note tone="negative" role="alert" className="mt-4">
          {messageOf(error, t`Unknown error`)}
        </Note>
      )}
      {answer !== undefined && (
        <PreflightAnswer answer={answer} merchant={merchant} card={card} now={now} />
      )}
      {children}
    </Sheet>
  );
}
