import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Spending } from "@tessera/contract/insights/spending.schemas";
import { signedMinor } from "../../../lib/signed-amount.ts";
import { ZERO } from "../../../lib/zero.ts";
import { sharesOfHundred } from "../../../ui/chart/chart-scale.ts";
import { Figure } from "../../../ui/chart/figure.tsx";
import { Waffle } from "../../../ui/chart/waffle.tsx";
import { Money } from "../../../ui/text/money.tsx";

type Category = Spending["categories"][number]["category"];

/** Names of the merchant categories. */
export const CATEGORY_NAMES: Readonly<Record<Category, MessageDescriptor>> = {
  advertising: msg`Advertising`,
  software: msg`Software`,
  travel: msg`Travel`,
  shopping: msg`Shopping`,
  other: msg({ message: "Other", context: "merchant category" }),
};

const COLORS: Readonly<Record<Category, string>> = {
  advertising: "var(--d1)",
  software: "var(--d2)",
  travel: "var(--d3)",
  shopping: "var(--d4)",
  other: "var(--d5)",
};

interface CategoryFigureProps {
  readonly spending: Pick<Spending, "categories" | "currency">;
  readonly asTable: boolean;
}

/** Renders spending by category: one tile per percent, with amounts. */
export function CategoryFigure({ spending, asTable }: CategoryFigureProps) {
  const { t } = useLingui();
  const { categories, currency } = spending;
  const tiles = sharesOfHundred(
    categories.map(({ amount }) => signedMinor(amount, currency) ?? ZERO),
  );
  const shares = categories.map(({ category }, place) => ({
    tiles: tiles[place] ?? 0,
    color: COLORS[category],
  }));
  return (
    <Figure
      asTable={asTable}
      table={{
        caption: t`Spending by category`,
        head: [t`Category`, t`Spent`, t`Share`],
        rows: categories.map(({ category, amount }, place) => ({
          key: category,
          cells: [
            t(CATEGORY_NAMES[category]),
            <Money key="amount" amount={amount} currency={currency} />,
            `${tiles[place] ?? 0}%`,
          ],
        })),
      }}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="w-[128px] flex-none">
          <Waffle shares={shares} />
        </div>
        <ul className="min-w-40 flex-1 text-small">
          {categories.map(({ category, amount }) => (
            <li key={category} className="flex items-baseline gap-2 py-1">
              <span
                className="size-2.5 flex-none rounded-tile"
                style={{ background: COLORS[category] }}
              />
              <span className="min-w-0 flex-1">{t(CATEGORY_NAMES[category])}</span>
              <Money amount={amount} currency={currency} className="font-medium" />
            </li>
          ))}
        </ul>
      </div>
    </Figure>
  );
}
