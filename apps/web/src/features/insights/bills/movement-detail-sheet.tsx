import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MovementDetail } from "@tessera/contract/insights/bills.schemas";
import type { ComponentType } from "react";
import { loadTexts } from "../../../i18n/catalog.ts";
import { DEPOSIT_NOTE_TEXTS } from "../../../lib/deposit-notes.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { RowIcon } from "../../../ui/list/list-row.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { Sheet, type SheetProps } from "../../../ui/overlay/sheet.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import type { FilterCard } from "./filter-options.ts";
import { movementDetailQuery } from "./movement.queries.ts";
import { MovementAmount } from "./movement-amount.tsx";
import { MovementFacts } from "./movement-facts.tsx";
import { MovementIcon } from "./movement-icon.tsx";
import { MovementStatus } from "./movement-status.tsx";
import { MovementTimeline } from "./movement-timeline.tsx";
import { movementTitle } from "./movement-title.ts";
import { ReceiptPart } from "./receipt-part.tsx";

const AccountExchangeFacts = lazyPart(async () => {
  const [part] = await Promise.all([import("./account-exchange-facts.tsx"), loadTexts("exchange")]);
  return part.AccountExchangeFacts;
}, null);

const PapersPart = lazyPart(async () => {
  const [part] = await Promise.all([import("./receipts/papers-part.tsx"), loadTexts("receipts")]);
  return part.PapersPart;
}, null);

const PaymentMandate = lazyPart(async () => {
  const [part] = await Promise.all([import("./payment-mandate.tsx"), loadTexts("reviews")]);
  return part.PaymentMandate;
}, null);

/** Component that explains why a payment was stopped and how to allow it. */
export type ExplainStopped = ComponentType<{ readonly movement: MovementDetail }>;

interface MovementDetailSheetProps {
  readonly movementId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly inHistory?: SheetProps["inHistory"];
  readonly cards: readonly FilterCard[] | undefined;
  /** Explanation of a stopped payment; if absent, only the reason is shown. */
  readonly Explain?: ExplainStopped | undefined;
}

interface DetailProps {
  readonly movement: MovementDetail;
  readonly card: FilterCard | undefined;
}

/** Renders a sentence that says why the payment was stopped. */
function Reason({ movement }: { readonly movement: MovementDetail }) {
  return (
    <>
      {movement.declineMessage !== undefined && (
        <Note tone="negative">
          <p>{movement.declineMessage}</p>
        </Note>
      )}
      {movement.status === "reviewing" && movement.cardId !== undefined && (
        <Note tone="caution">
          <Trans>
            This payment needs your answer under Pending reviews. No money is held for it.
          </Trans>
        </Note>
      )}
    </>
  );
}

/** Explains why more than the amount is held while a payment in another currency is pending. */
function HeldMore({ movement: { status, exchange } }: Pick<DetailProps, "movement">) {
  const basisPoints = exchange?.bufferBasisPoints ?? 0;
  const buffer = formatBasisPoints(basisPoints);
  return status === "processing" && basisPoints > 0 ? (
    <Note tone="info">
      <Trans>
        We hold {buffer} more until the payment settles, because the rate can change by then. We
        release what isn’t needed.
      </Trans>
    </Note>
  ) : null;
}

function isStopped({ status, cardId }: MovementDetail): boolean {
  return (status === "declined" || status === "reviewing") && cardId !== undefined;
}

function Detail({
  movement,
  card,
  Explain,
}: DetailProps & { readonly Explain: ExplainStopped | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <span data-fit-room className="min-w-0 text-amount">
          <MovementAmount movement={movement} />
        </span>
        <MovementStatus movement={movement} />
      </div>
      {Explain !== undefined && isStopped(movement) ? (
        <Explain movement={movement} />
      ) : (
        <Reason movement={movement} />
      )}
      {movement.notes.length > 0 && (
        <Note tone="info">
          {movement.notes.map((note) => (
            <p key={note}>{t(DEPOSIT_NOTE_TEXTS[note])}</p>
          ))}
        </Note>
      )}
      <HeldMore movement={movement} />
      <MovementFacts movement={movement} card={card} />
      {movement.accountExchange !== undefined && (
        <AccountExchangeFacts exchange={movement.accountExchange} />
      )}
      {movement.mandate !== undefined && <PaymentMandate mandate={movement.mandate} />}
      <MovementTimeline steps={movement.timeline} />
      <ReceiptPart movement={movement} card={card} />
      <PapersPart movementId={movement.id} />
      {movement.withdrawalId !== undefined && (
        <Link
          to="/wallet/withdraw"
          search={{ id: movement.withdrawalId }}
          className={buttonClass({ kind: "fill", block: true, className: "mt-2.5" })}
        >
          <Trans>See the withdrawal</Trans>
        </Link>
      )}
      {card && (
        <Link
          to="/cards/$cardId"
          params={{ cardId: card.id }}
          className={buttonClass({ kind: "fill", block: true, className: "mt-2.5" })}
        >
          <Trans>Go to the card</Trans>
        </Link>
      )}
      <Link
        to="/customer-service"
        search={{ about: `transaction:${movement.id}` }}
        className={buttonClass({ kind: "text", block: true, className: "mt-2.5" })}
      >
        <Trans>Ask about this</Trans>
      </Link>
    </>
  );
}

/** Renders one movement: its type, its cost, the resulting balance and its timeline. */
export function MovementDetailSheet({
  movementId,
  open,
  onClose,
  inHistory,
  cards,
  Explain,
}: MovementDetailSheetProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(movementDetailQuery(movementId));
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
      inHistory={inHistory}
      title={data === undefined ? t`Details` : movementTitle(data, t)}
      lead={card ? <CardThumb cardId={card.id} type={card.type} /> : lead}
    >
      {data !== undefined && <Detail movement={data} card={card} Explain={Explain} />}
      {data === undefined && error !== null && (
        <LoadFault
          error={error}
          gone={<Trans>This transaction doesn’t exist.</Trans>}
          aboutMoney
          message={t`Failed to load billing data`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <Loading>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="mt-4 h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  );
}
