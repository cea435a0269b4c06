import { useLingui } from "@lingui/react/macro";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import type { EndingPages } from "../../../../ui/list/list-end.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { DataTable } from "../../../../ui/table/data-table.tsx";
import { PictureText } from "../../../../ui/table/picture-text.tsx";
import {
  type TableColumn,
  type TableSort,
  TIME_WIDTH_REM,
} from "../../../../ui/table/table-columns.ts";
import { Money } from "../../../../ui/text/money.tsx";
import { MovementAmount } from "../movement-amount.tsx";
import type { MovementCard } from "../movement-row.tsx";
import { MovementStatus } from "../movement-status.tsx";
import { movementStatusText } from "../movement-status-labels.ts";
import { CATEGORY_LABELS, MOVEMENT_KIND_LABELS, movementTitle } from "../movement-title.ts";

/** The server's sort order for movements. */
const NEWEST_FIRST: TableSort = { columnId: "time", direction: "descending" };

interface MovementTableProps {
  readonly movements: readonly Movement[];
  readonly pages: EndingPages;
  readonly cards: readonly MovementCard[] | undefined;
  readonly onOpen: ((movement: Movement) => void) | undefined;
  readonly failed: string;
  readonly sorting: readonly [TableSort | undefined, (sort: TableSort) => void];
  readonly scrollTo: string | undefined;
  readonly onScrolled: () => void;
}

/**
 * Returns a function that names a plain purchase by its category, and any other movement by its
 * type.
 */
function useKindText(): (movement: Movement) => string {
  const { t } = useLingui();
  return ({ kind, merchant }) =>
    kind === "purchase" && merchant !== undefined
      ? t(CATEGORY_LABELS[merchant.category])
      : t(MOVEMENT_KIND_LABELS[kind]);
}

function useMoneyColumns(): readonly TableColumn<Movement>[] {
  const { t } = useLingui();
  return [
    {
      id: "amount",
      label: t`Amount`,
      value: ({ amount, currency }) => ({ amount, currency }),
      show: (movement) => <MovementAmount movement={movement} />,
      firstDirection: "descending",
      namesRow: true,
    },
    {
      id: "fee",
      label: t`Fee`,
      value: ({ fee, currency }) => ({ amount: fee, currency }),
      show: ({ fee, currency }) =>
        /[1-9]/.test(fee) ? (
          <Money amount={fee} currency={currency} className="text-small font-normal text-ink-2" />
        ) : null,
      firstDirection: "descending",
      room: "large",
    },
    {
      id: "currency",
      label: t`Currency`,
      value: ({ currency }) => currency,
      copyOnly: true,
    },
  ];
}

function useMovementColumns(
  cards: readonly MovementCard[] | undefined,
): readonly TableColumn<Movement>[] {
  const { t } = useLingui();
  const locale = useLocale();
  const kindText = useKindText();
  const moneyColumns = useMoneyColumns();
  const byId = new Map(cards?.map((card) => [card.id, card]));
  const cardOf = ({ cardId }: Movement) => (cardId === undefined ? undefined : byId.get(cardId));
  const nameOf = (card: MovementCard) => `${cardName(card, locale)} ${card.last4 ?? ""}`.trim();
  return [
    {
      id: "time",
      label: t`Time`,
      value: ({ eventAt }) => ({ at: eventAt }),
      widthRem: TIME_WIDTH_REM,
      firstDirection: "descending",
      namesRow: true,
    },
    {
      id: "title",
      label: t`Description`,
      value: (movement) => movementTitle(movement, t),
      isTitle: true,
    },
    {
      id: "card",
      label: t`Card`,
      value: (movement) => {
        const card = cardOf(movement);
        return card === undefined ? null : nameOf(card);
      },
      show: (movement) => {
        const card = cardOf(movement);
        const picture = card && <CardThumb cardId={card.id} type={card.type} size="xs" />;
        return (
          card && (
            <PictureText picture={picture} end={card.last4}>
              {cardName(card, locale)}
            </PictureText>
          )
        );
      },
      widthRem: 11.5,
      room: "medium",
    },
    { id: "kind", label: t`Type`, value: kindText, widthRem: 7.25, room: "large" },
    {
      id: "status",
      label: t`Status`,
      value: (movement) => t(movementStatusText(movement)),
      show: (movement) => <MovementStatus movement={movement} />,
      widthRem: 8,
      room: "small",
    },
    ...moneyColumns,
  ];
}

/** Renders movements as a table on wide screens. */
export function MovementTable({ movements, cards, onOpen, ...rest }: MovementTableProps) {
  const { t } = useLingui();
  const columns = useMovementColumns(cards);
  return (
    <DataTable
      {...rest}
      caption={t`Movements`}
      columns={cards === undefined ? columns.filter(({ id }) => id !== "card") : columns}
      rows={movements}
      loadedOrder={NEWEST_FIRST}
      opening={onOpen && { onOpen }}
    />
  );
}
