import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MovementDetail } from "@tessera/contract/bills/bills.schemas";
import { DEPOSIT_NOTE_TEXTS } from "../../lib/deposit-notes.ts";
import { useLocale } from "../../lib/locale.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CardThumb } from "../../ui/card-thumb.tsx";
import { DateText } from "../../ui/date-text.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { RowIcon } from "../../ui/list-row.tsx";
import { Money } from "../../ui/money.tsx";
import { cardName } from "../../ui/mosaic/card-name.ts";
import { KeyValue, Note } from "../../ui/panel.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import type { FilterCard } from "./filter-options.ts";
import { movementDetailQuery } from "./movement.queries.ts";
import { MovementAmount } from "./movement-amount.tsx";
import { MovementIcon } from "./movement-icon.tsx";
import { MovementStatus } from "./movement-status.tsx";
import { MovementTimeline } from "./movement-timeline.tsx";
import { CATEGORY_LABELS, MOVEMENT_KIND_LABELS, movementTitle } from "./movement-title.ts";
import { ReceiptPart } from "./receipt-part.tsx";

interface MovementDetailSheetProps {
  readonly movementId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly cards: readonly FilterCard[] | undefined;
}

function Facts({
  movement,
  card,
}: {
  readonly movement: MovementDetail;
  readonly card: FilterCard | undefined;
}) {
  const { t } = useLingui();
  const locale = useLocale();
  const { merchant, fee, currency, cardBalanceAfter, accountBalanceAfter } = movement;
  return (
    <dl className="mt-2">
      <KeyValue label={<Trans>Kind</Trans>}>{t(MOVEMENT_KIND_LABELS[movement.kind])}</KeyValue>
      {merchant && (
        <KeyValue label={<Trans>Merchant</Trans>}>
          {merchant.name} · {t(CATEGORY_LABELS[merchant.category])} · {merchant.country}
        </KeyValue>
      )}
      {card && (
        <KeyValue label={<Trans>Card</Trans>}>
          {cardName(card, locale)} {card.last4}
        </KeyValue>
      )}
      <KeyValue label={<Trans>Time</Trans>}>
        <DateText at={movement.eventAt} />
      </KeyValue>
      {/[1-9]/.test(fee) && (
        <KeyValue label={<Trans>Fee</Trans>}>
          <Money amount={fee} currency={currency} />
        </KeyValue>
      )}
      {cardBalanceAfter !== undefined && (
        <KeyValue label={<Trans>Card balance after</Trans>}>
          <Money amount={cardBalanceAfter} currency={currency} />
        </KeyValue>
      )}
      {accountBalanceAfter !== undefined && (
        <KeyValue label={<Trans>Account balance after</Trans>}>
          <Money amount={accountBalanceAfter} currency={currency} />
        </KeyValue>
      )}
    </dl>
  );
}

function Detail({
  movement,
  card,
}: {
  readonly movement: MovementDetail;
  readonly card: FilterCard | undefined;
}) {
  const { t } = useLingui();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <span data-fit-room className="min-w-0 text-amount">
          <MovementAmount movement={movement} />
        </span>
        <MovementStatus movement={movement} />
      </div>
      {movement.declineMessage !== undefined && (
        <Note tone="negative">
          <p>{movement.declineMessage}</p>
        </Note>
      )}
      {movement.status === "reviewing" && (
        <Note tone="caution">
          <Trans>This payment waits for your answer under Pending reviews. No money is held.</Trans>
        </Note>
      )}
      {movement.notes.length > 0 && (
        <Note tone="info">
          {movement.notes.map((note) => (
            <p key={note}>{t(DEPOSIT_NOTE_TEXTS[note])}</p>
          ))}
        </Note>
      )}
      <Facts movement={movement} card={card} />
      <MovementTimeline steps={movement.timeline} />
      <ReceiptPart movement={movement} card={card} />
      {card && (
        <Link
          to="/cards/$cardId"
          params={{ cardId: card.id }}
          className={buttonClass({ kind: "fill", block: true, className: "mt-2.5" })}
        >
          <Trans>Go to the card</Trans>
        </Link>
      )}
    </>
  );
}

/** One movement: what it was, what it cost, what it left, and everything that happened to it. */
export function MovementDetailSheet({
  movementId,
  open,
  onClose,
  cards,
}: MovementDetailSheetProps) {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(movementDetailQuery(movementId));
  const card = cards?.find((one) => one.id === data?.cardId);
  const lead = data && (
    <RowIcon>
      <MovementIcon kind={data.kind} category={data.merchant?.category} />
    </RowIcon>
  );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={data === undefined ? t`Details` : movementTitle(data, t)}
      lead={card ? <CardThumb cardId={card.id} type={card.type} /> : lead}
    >
      {data !== undefined && <Detail movement={data} card={card} />}
      {data === undefined && isError && (
        <ErrorPanel
          aboutMoney
          message={t`Failed to load billing data`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && (
        <Loading>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="mt-4 h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  );
}
