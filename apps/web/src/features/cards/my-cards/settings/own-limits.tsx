import { Trans } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/form/button.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { isLiving } from "../card-standing.ts";

interface OwnLimitsProps {
  readonly card: Card;
  readonly onChange: () => void;
}

/**
 * Shows the owner's limits with the amounts used, the reset times, and a button to change the
 * limits.
 */
export function OwnLimits({ card, onChange }: OwnLimitsProps) {
  const { perTransaction, daily, monthly } = card.ownLimits;
  const money = (amount: string) => formatMoney(amount, card.currency);
  const hasAny = perTransaction !== null || daily !== null || monthly !== null;
  const [today, month] = [money(card.spentToday), money(card.spentThisMonth)];
  const [ofDay, ofMonth] = [daily, monthly].map((limit) => (limit === null ? "" : money(limit)));
  return (
    <div className="w-full border-t border-line pt-3">
      <dl className="mb-2 grid gap-1.5">
        <Line label={<Trans>Payments in other currencies</Trans>}>
          {card.foreignPayments === "allowed" ? (
            <Trans>Allowed</Trans>
          ) : (
            <Trans context="other currencies">Blocked</Trans>
          )}
        </Line>
      </dl>
      {hasAny && (
        <dl className="mb-2 grid gap-1.5">
          {perTransaction !== null && (
            <Line label={<Trans>Your per-purchase limit</Trans>}>{money(perTransaction)}</Line>
          )}
          {daily !== null && (
            <Line
              label={<Trans>Your daily limit</Trans>}
              until={<DateText at={card.dailyResetsAt} format="moment" />}
            >
              <Trans>
                {today} of {ofDay}
              </Trans>
            </Line>
          )}
          {monthly !== null && (
            <Line
              label={<Trans>Your monthly limit</Trans>}
              until={<DateText at={card.monthlyResetsAt} format="day" />}
            >
              <Trans>
                {month} of {ofMonth}
              </Trans>
            </Line>
          )}
        </dl>
      )}
      {isLiving(card) && (
        <Button size="md" kind="fill" onClick={onChange}>
          {hasAny ? <Trans>Change limits</Trans> : <Trans>Set your own limits</Trans>}
        </Button>
      )}
    </div>
  );
}

interface LineProps {
  readonly label: ReactNode;
  /** Text that says when the used amount resets to zero. */
  readonly until?: ReactNode;
  readonly children: ReactNode;
}

function Line({ label, until, children }: LineProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3 text-small">
      <dt className="text-ink-3">{label}</dt>
      <dd className="ml-auto text-right font-medium">
        {children}
        {until !== undefined && (
          <span className="block font-normal text-ink-3">
            <Trans>resets {until}</Trans>
          </span>
        )}
      </dd>
    </div>
  );
}
