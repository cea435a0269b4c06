import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { DayHead } from "../../../ui/list/day-head.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import type { DayItem } from "./day-items.ts";
import { type MovementCard, MovementRow } from "./movement-row.tsx";

interface DayLineProps {
  readonly item: DayItem;
  readonly cards: readonly MovementCard[] | undefined;
  /** Opens a movement. If absent, rows are not buttons. */
  readonly onOpen?: ((movement: Movement) => void) | undefined;
  /** True on a card's page, which has no day headings. */
  readonly withinCard?: boolean | undefined;
}

/** Renders one line of a list grouped by day: a day's heading with its totals, or a movement. */
export function DayLine({ item, cards, onOpen, withinCard }: DayLineProps) {
  if (item.kind === "head") {
    return (
      <DayHead
        day={<DateText at={item.at} format="relative" />}
        total={item.totals?.map(({ currency, amount }) => (
          <Money key={currency} className="ml-3 inline-block" amount={amount} currency={currency} />
        ))}
      />
    );
  }
  const { movement, firstOfDay } = item;
  return (
    <div data-movement={movement.id} className={firstOfDay ? undefined : "border-t border-line"}>
      <MovementRow
        movement={movement}
        card={cards?.find((card) => card.id === movement.cardId)}
        withinCard={withinCard}
        time={withinCard ? "moment" : "time"}
        onOpen={onOpen === undefined ? undefined : () => onOpen(movement)}
      />
    </div>
  );
}
