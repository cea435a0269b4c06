import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { FeePreview } from "@tessera/contract/back-office/program.schemas";
import type { CurrencyCode } from "@tessera/money";
import { Note } from "../../../ui/layout/panel.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { Money } from "../../../ui/text/money.tsx";
import styles from "./program.module.css";

interface Line {
  readonly key: string;
  readonly name: string;
  readonly currency: CurrencyCode;
  readonly before: string;
  readonly after: string;
}

/** Compares current and new fees, with examples in dollars. */
export function FeePreviewTable({ preview }: { readonly preview: FeePreview }) {
  const { t } = useLingui();
  const { before, after, openQuotes } = preview;
  const told = (amount: string) => formatMoney(amount, "USD");
  const lines: Line[] = [
    ...after.cardOpeningFees.map(({ currency, amount }) => ({
      key: `opening ${currency}`,
      name: t`Opening a ${{ currency }} card`,
      currency,
      before: before.cardOpeningFees.find((fee) => fee.currency === currency)?.amount ?? "",
      after: amount,
    })),
    ...after.deposits.map((charge, place) => ({
      key: `deposit ${charge.amount}`,
      name: t`Adding ${told(charge.amount)} to a card, total`,
      currency: "USD" as const,
      before: before.deposits[place]?.total ?? "",
      after: charge.total,
    })),
    ...after.withdrawals.map((charge, place) => ({
      key: `withdrawal ${charge.amount}`,
      name: t`Fee for withdrawing ${told(charge.amount)}`,
      currency: "USD" as const,
      before: before.withdrawals[place]?.fee ?? "",
      after: charge.fee,
    })),
  ];
  return (
    <>
      <table className={`${styles.compare} text-small`}>
        <caption className="sr-only">
          <Trans>What customers pay before and after the change</Trans>
        </caption>
        <thead className="text-ink-3">
          <tr>
            <th scope="col">
              <Trans>A customer pays</Trans>
            </th>
            <th scope="col">
              <Trans>Until then</Trans>
            </th>
            <th scope="col">
              <Trans>From then on</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row" className="text-ink-2">
                {line.name}
              </th>
              <td>
                <Money amount={line.before} currency={line.currency} />
              </td>
              <td className={line.before === line.after ? "text-ink-3" : "font-semibold"}>
                <Money amount={line.after} currency={line.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Note>
        <Plural
          value={openQuotes}
          _0="No quotes are open."
          one="# quote is open. The customer will be charged as quoted."
          other="# quotes are open. The customers will be charged as quoted."
        />
      </Note>
    </>
  );
}
