import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CARD_USAGES, type CardUsage } from "@tessera/contract/cards/cards.schemas";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";

const USAGES: Readonly<
  Record<CardUsage, { readonly name: MessageDescriptor; readonly line: MessageDescriptor }>
> = {
  standard: { name: msg`Any payment`, line: msg`Works at any merchant, as often as you like.` },
  single_use: {
    name: msg`Single use`,
    line: msg`Declines every payment after the first. Refunds still arrive.`,
  },
  merchant_locked: {
    name: msg`One merchant`,
    line: msg`Works only at the first merchant that charges it.`,
  },
};

interface UsageChoiceProps {
  readonly value: CardUsage;
  readonly onChange: (value: CardUsage) => void;
}

/** Lets the customer choose what a new card can be used for. The choice cannot be changed later. */
export function UsageChoice({ value, onChange }: UsageChoiceProps) {
  const { t } = useLingui();
  return (
    <RadioGroup
      legend={<Trans>Purpose</Trans>}
      name="usage"
      options={CARD_USAGES}
      value={value}
      onChange={onChange}
    >
      {(usage) => (
        <span className="py-1.5">
          <span className="block font-medium">{t(USAGES[usage].name)}</span>
          <span className="block text-small text-ink-3">{t(USAGES[usage].line)}</span>
        </span>
      )}
    </RadioGroup>
  );
}
