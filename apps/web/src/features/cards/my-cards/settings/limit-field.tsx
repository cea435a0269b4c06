import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { cardLimitsOf, type LimitName } from "../../../../lib/card-limits.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import type { LimitProblem } from "./limit-draft.ts";
import { MoneyField } from "./money-field.tsx";

const LABELS = {
  perTransaction: msg`Per purchase`,
  daily: msg`Per day`,
  monthly: msg`Per month`,
};

interface LimitFieldProps {
  readonly card: Card;
  readonly name: LimitName;
  /** The limit as typed, without digit grouping. */
  readonly value: string;
  readonly problem: LimitProblem | undefined;
  readonly onChange: (typed: string) => void;
}

/** Renders one of the owner's limits, with the card's maximum and the amount already spent. */
export function LimitField({ card, name, value, problem, onChange }: LimitFieldProps) {
  const { t } = useLingui();
  const { currency } = card;
  const most = formatMoney(cardLimitsOf(card)[name], currency);
  const errors = {
    zero: t`Enter an amount above zero, or leave this empty.`,
    above: t`The card’s own limit is ${most}. Enter that amount or less.`,
  };
  return (
    <MoneyField
      label={t(LABELS[name])}
      currency={currency}
      value={value}
      error={problem === undefined ? undefined : errors[problem]}
      hint={<Hint card={card} name={name} most={most} />}
      placeholder={t`No limit`}
      onChange={onChange}
    />
  );
}

function Hint({ card, name, most }: Pick<LimitFieldProps, "card" | "name"> & { most: string }) {
  const today = formatMoney(card.spentToday, card.currency);
  const month = formatMoney(card.spentThisMonth, card.currency);
  switch (name) {
    case "perTransaction":
      return <Trans>Card limit: {most}</Trans>;
    case "daily":
      return (
        <Trans>
          Card limit: {most}. Spent today: {today}. Resets{" "}
          <DateText at={card.dailyResetsAt} format="moment" />.
        </Trans>
      );
    case "monthly":
      return (
        <Trans>
          Card limit: {most}. Spent this month: {month}. Resets{" "}
          <DateText at={card.monthlyResetsAt} format="day" />.
        </Trans>
      );
  }
}
