import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import { Ban, Check, type LucideIcon, TimerOff } from "lucide-react";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { ListRow } from "../../../../ui/list/list-row.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { Chip, type ChipTone } from "../../../../ui/text/status-chip.tsx";
import type { ReviewedCard } from "./review-panel.tsx";

type Decided = Exclude<PaymentReview["status"], "waiting">;

const LOOKS: Readonly<Record<Decided, readonly [ChipTone, LucideIcon, MessageDescriptor]>> = {
  approved: ["quiet", Check, msg`Approved`],
  declined: ["negative", Ban, msg`Declined`],
  expired: ["outline", TimerOff, msg`Time expired`],
};

interface DecidedRowProps {
  readonly review: PaymentReview & { readonly status: Decided };
  readonly card: ReviewedCard | undefined;
}

/** Renders a payment whose review has ended, with the outcome. */
export function DecidedRow({ review, card }: DecidedRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [tone, icon, text] = LOOKS[review.status];
  return (
    <ListRow
      lead={card !== undefined && <CardThumb cardId={card.id} type={card.type} />}
      title={review.merchant.name}
      meta={
        <>
          {card !== undefined && `${cardName(card, locale)} · `}
          <DateText at={review.at} format="brief" />
        </>
      }
      amount={<Money amount={review.amount} currency={review.currency} />}
      quietAmount={review.status !== "approved"}
      status={
        <Chip tone={tone} icon={icon}>
          {t(text)}
        </Chip>
      }
    />
  );
}
