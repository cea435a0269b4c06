import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import { ShieldAlert } from "lucide-react";
import { useEffect } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { buttonClass } from "../../../../ui/form/button.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { useCountdown } from "../../../../ui/text/use-countdown.ts";
import { ReviewAnswer } from "./review-answer.tsx";
import { TimeLeft } from "./time-left.tsx";

/** The displayed fields of the card used for the payment. */
export interface ReviewedCard {
  readonly id: string;
  readonly type: string;
  readonly nickname: string | null;
  readonly last4: string;
}

interface ReviewPanelProps {
  readonly review: PaymentReview;
  readonly card: ReviewedCard | undefined;
  /** Called when the time limit passes while the panel is open. */
  readonly onOver: () => void;
}

/** Renders a held payment: merchant, amount, reason, time left and Approve and Decline buttons. */
export function ReviewPanel({ review, card, onOver }: ReviewPanelProps) {
  const locale = useLocale();
  const left = useCountdown(new Date(review.expiresAt).getTime());
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) {
      onOver();
    }
  }, [isOver, onOver]);
  const rule = review.strategyName;
  return (
    <li className="min-w-0">
      <Panel className="py-4">
        <div className="flex items-center gap-3">
          {card !== undefined && <CardThumb cardId={card.id} type={card.type} />}
          <div className="min-w-0">
            <h2 className="font-semibold wrap-break-word">{review.merchant.name}</h2>
            <p className="text-small text-ink-3">
              {card !== undefined && `${cardName(card, locale)} ${card.last4} · `}
              <DateText at={review.at} />
            </p>
          </div>
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span data-fit-room className="min-w-0 text-amount">
            <Money amount={review.amount} currency={review.currency} fit />
          </span>
          <TimeLeft seconds={left} />
        </div>
        <div className="mt-3 flex gap-2.5 rounded-control bg-fill px-3.5 py-3 text-small text-ink-2">
          <ShieldAlert aria-hidden="true" size={18} strokeWidth={1.75} className="flex-none" />
          <p className="min-w-0">
            <Trans>
              Held by <strong className="font-semibold">{rule}</strong>
            </Trans>
          </p>
        </div>
        <ReviewAnswer review={review} isOver={isOver} />
        <Link
          to="/customer-service"
          search={{ about: `review:${review.id}` }}
          className={buttonClass({ kind: "text", size: "md", block: true })}
        >
          <Trans>Ask about this</Trans>
        </Link>
      </Panel>
    </li>
  );
}
