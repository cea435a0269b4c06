import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { Fragment, type ReactNode } from "react";
import { type Locale, useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { ListRow, ListRowButton, RowIcon } from "../../../ui/list/list-row.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { MovementAmount } from "./movement-amount.tsx";
import { MovementIcon, MovementTile } from "./movement-icon.tsx";
import { MovementStatus } from "./movement-status.tsx";
import { CATEGORY_LABELS, movementRemark, movementTitle, type Say } from "./movement-title.ts";

/** The fields of a movement's card that a row shows. */
export interface MovementCard {
  readonly id: string;
  readonly type: string;
  readonly nickname: string | null;
  /** Last four digits. A table shows them after the name, because two cards may share a name. */
  readonly last4?: string;
}

interface MovementRowProps {
  readonly movement: Movement;
  /** The card of the movement, if it has one. */
  readonly card?: MovementCard | undefined;
  /** True on a card's page, where each row starts with the purchase instead of the card. */
  readonly withinCard?: boolean | undefined;
  /** Format of the time. `time` shows only the time of day, for rows below a day's heading. */
  readonly time?: "moment" | "time" | undefined;
  /** Opens the movement. If absent, the row is not a button. */
  readonly onOpen?: (() => void) | undefined;
}

function Lead({ movement, card, withinCard }: MovementRowProps) {
  const icon = { kind: movement.kind, category: movement.merchant?.category };
  if (withinCard) {
    return <MovementTile {...icon} />;
  }
  if (card !== undefined) {
    return <CardThumb cardId={card.id} type={card.type} />;
  }
  return (
    <RowIcon>
      <MovementIcon {...icon} />
    </RowIcon>
  );
}

function Meta({ parts }: { readonly parts: readonly (readonly [key: string, node: ReactNode])[] }) {
  return parts.map(([key, node], index) => (
    <Fragment key={key}>
      {index > 0 && " · "}
      {node}
    </Fragment>
  ));
}

/** Returns the parts of the text line below the title. */
function metaParts(
  { movement, card, withinCard, time = "moment" }: MovementRowProps,
  locale: Locale,
  t: Say,
) {
  const parts: (readonly [string, ReactNode])[] = [];
  const asked = movement.merchantAmount;
  if (asked !== undefined) {
    parts.push(["asked", `${asked.amount}\u00a0${asked.currency}`]);
  }
  const remark = movementRemark(movement, t);
  if (remark !== undefined) {
    parts.push(["remark", remark]);
  }
  if (withinCard && movement.merchant !== undefined) {
    parts.push(["category", t(CATEGORY_LABELS[movement.merchant.category])]);
  }
  if (withinCard && /[1-9]/.test(movement.fee)) {
    const fee = formatMoney(movement.fee, movement.currency);
    parts.push(["fee", t(msg`Fee ${fee}`)]);
  }
  const brief = time === "moment" && parts.length + (card === undefined ? 0 : 1) > 0;
  if (card !== undefined && !withinCard) {
    parts.push(["card", cardName(card, locale)]);
  }
  parts.push([
    "time",
    <DateText key="time" at={movement.eventAt} format={brief ? "brief" : time} />,
  ]);
  return parts;
}

/** Renders one movement in a list: card, title, time, amount and status. */
export function MovementRow(props: MovementRowProps) {
  const { movement, withinCard, onOpen } = props;
  const { t } = useLingui();
  const locale = useLocale();
  const row = {
    lead: <Lead {...props} />,
    title: movementTitle(movement, t, withinCard),
    meta: <Meta parts={metaParts(props, locale, t)} />,
    amount: <MovementAmount movement={movement} />,
    status: <MovementStatus movement={movement} />,
  };
  return onOpen === undefined ? <ListRow {...row} /> : <ListRowButton {...row} onClick={onOpen} />;
}
