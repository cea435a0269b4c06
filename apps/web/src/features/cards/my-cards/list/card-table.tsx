import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import { limitInForce } from "../../../../lib/card-limits.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { TIER_LABELS } from "../../../../ui/card-face/card-face.tsx";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { NetworkMark } from "../../../../ui/card-face/network-mark.tsx";
import { TileMeter } from "../../../../ui/chart/tile-meter.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { tierOf } from "../../../../ui/mosaic/palette.ts";
import { classNames } from "../../../../ui/style/class-names.ts";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { Money } from "../../../../ui/text/money.tsx";
import { CardStatusChip } from "../card-status-chip.tsx";
import { usedShare } from "../limits/monthly-limit.ts";

interface CardTableProps {
  readonly cards: readonly Card[];
  readonly selectedId: string;
  readonly onSelect: (cardId: string) => void;
  /** True if all cards are loaded, in which case the table shows their count and total. */
  readonly isWhole: boolean;
}

/** Returns the total balance of the cards if all of them have the same currency. */
function totalOf(cards: readonly Card[]): string | undefined {
  const currency = cards[0]?.currency;
  if (currency === undefined || cards.some((card) => card.currency !== currency)) {
    return undefined;
  }
  const minor = cards.map((card) => parseAmount(card.balance, currency));
  const known = minor.filter((value) => value !== undefined);
  return known.length === minor.length
    ? formatMoney(
        formatAmount(
          known.reduce((sum, value) => sum + value, 0n),
          currency,
        ),
        currency,
      )
    : undefined;
}

function Row({
  card,
  selected,
  onSelect,
}: {
  readonly card: Card;
  readonly selected: boolean;
  readonly onSelect: () => void;
}) {
  const { t } = useLingui();
  const locale = useLocale();
  const { currency } = card;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className={classNames(
        "-mx-3 flex min-h-18 w-[calc(100%+24px)] items-center gap-4 rounded-control px-3 py-2 text-left transition-colors duration-120",
        selected ? "bg-fill" : "hover:bg-fill",
      )}
    >
      <CardThumb cardId={card.id} type={card.type} size="lg" />
      <span className="w-33 min-w-0">
        <span className="block font-medium">{cardName(card, locale)}</span>
        <span className="block text-small text-ink-3">
          {`${t(TIER_LABELS[tierOf(card.type)])} ${card.last4}`}
        </span>
      </span>
      <span className="w-12 flex-none text-ink-2">
        <NetworkMark network={card.network} />
      </span>
      <span className="w-37 min-w-0">
        <TileMeter label={t`Monthly limit used`} share={usedShare(card)} tiles={12} />
        <span className="mt-1.5 block text-micro text-ink-3">
          <Trans>
            <Money amount={card.spentThisMonth} currency={currency} /> of{" "}
            <Money amount={limitInForce(card, "monthly")} currency={currency} />
          </Trans>
        </span>
      </span>
      <span className="ml-auto flex flex-none flex-col items-end gap-0.5 text-right">
        <Money amount={card.balance} currency={currency} className="font-semibold" />
        <CardStatusChip card={card} />
      </span>
    </button>
  );
}

/** Renders all cards as a table on wide screens. Pressing a row shows that card above the table. */
export function CardTable({ cards, selectedId, onSelect, isWhole }: CardTableProps) {
  const { t } = useLingui();
  const total = totalOf(cards);
  const count = t`${plural(cards.length, { one: "# card", other: "# cards" })}`;
  return (
    <section>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="text-h">
          <Trans>All cards</Trans>
        </h2>
        {isWhole && (
          <span className="text-ink-3">
            {count}
            {total !== undefined && (
              <>
                {t({ message: ", ", context: "between a count of cards and their total" })}
                <span className="font-medium text-ink">{total}</span>
              </>
            )}
          </span>
        )}
      </div>
      {cards.map((card) => (
        <Row
          key={card.id}
          card={card}
          selected={card.id === selectedId}
          onSelect={() => onSelect(card.id)}
        />
      ))}
    </section>
  );
}
