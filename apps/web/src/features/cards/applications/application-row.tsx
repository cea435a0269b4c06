import { useLingui } from "@lingui/react/macro";
import type { CardApplication } from "@tessera/contract/cards/cards.schemas";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { ListRow, ListRowLink } from "../../../ui/list/list-row.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { StatusChip } from "../../../ui/text/status-chip.tsx";
import { didNotMove, statusLabel } from "../../../ui/text/status-label.ts";
import { NetworkPlate } from "./network-plate.tsx";
import { segmentName } from "./segment-name.ts";

/** Renders an application with its status and, if a card was issued, a link to that card. */
export function ApplicationRow({ application }: { readonly application: CardApplication }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { cardId, network, type, nickname, openingFee, currency, status } = application;
  const row = {
    lead:
      cardId === undefined ? (
        <NetworkPlate network={network} />
      ) : (
        <CardThumb cardId={cardId} type={type} />
      ),
    title:
      cardId === undefined
        ? (nickname ?? segmentName(application, t))
        : cardName({ id: cardId, type, nickname }, locale),
    meta: (
      <>
        {segmentName(application, t)} · <DateText at={application.createdAt} />
      </>
    ),
    amount: <Money amount={openingFee} currency={currency} />,
    status: <StatusChip status={status} />,
    quietAmount: didNotMove(statusLabel(status)),
  };
  return cardId === undefined ? (
    <ListRow {...row} />
  ) : (
    <ListRowLink {...row} to={{ to: "/cards/$cardId", params: { cardId } }} />
  );
}
