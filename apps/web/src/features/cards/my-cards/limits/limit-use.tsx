import { Trans, useLingui } from "@lingui/react/macro";
import { limitInForce } from "../../../../lib/card-limits.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Figure, useAsTable } from "../../../../ui/chart/figure.tsx";
import { TileMeter } from "../../../../ui/chart/tile-meter.tsx";
import { SectionHead } from "../../../../ui/layout/panel.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { Money } from "../../../../ui/text/money.tsx";
import { MissingCards } from "../list/missing-cards.tsx";
import { useEveryCard } from "../list/use-every-card.ts";
import { leftThisMonth, usedShare } from "./monthly-limit.ts";

/** Shows how much of its monthly limit each card has used, highest share first. */
export function LimitUse() {
  const { t } = useLingui();
  const locale = useLocale();
  const { asTable, button } = useAsTable();
  const { data } = useEveryCard();
  const cards = (data ?? [])
    .filter(({ status }) => status !== "closed")
    .toSorted((a, b) => usedShare(b) - usedShare(a));
  if (cards.length === 0) {
    return null;
  }
  const money = (amount: string, currency: string) => <Money amount={amount} currency={currency} />;
  return (
    <section className="mt-4">
      <SectionHead title={<Trans>Limit usage this month</Trans>}>{button}</SectionHead>
      <Figure
        asTable={asTable}
        table={{
          caption: t`Limit usage this month`,
          head: [t`Card`, t`Spent`, t`Limit`, t`Remaining`],
          rows: cards.map((card) => ({
            key: card.id,
            cells: [
              `${cardName(card, locale)} ${card.last4}`,
              money(card.spentThisMonth, card.currency),
              money(limitInForce(card, "monthly"), card.currency),
              money(leftThisMonth(card), card.currency),
            ],
          })),
        }}
      >
        <ul>
          {cards.map((card) => (
            <li key={card.id} className="flex items-center gap-3 py-2">
              <CardThumb cardId={card.id} type={card.type} size="sm" />
              <div className="min-w-0 flex-1">
                <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-small">
                  <span className="font-medium">
                    {cardName(card, locale)} {card.last4}
                  </span>
                  <span className="text-ink-3">
                    {money(card.spentThisMonth, card.currency)}
                    {" / "}
                    {money(limitInForce(card, "monthly"), card.currency)}
                  </span>
                </p>
                <TileMeter label={t`Monthly limit used`} share={usedShare(card)} />
              </div>
            </li>
          ))}
        </ul>
      </Figure>
      <MissingCards />
    </section>
  );
}
