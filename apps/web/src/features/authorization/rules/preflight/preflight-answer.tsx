import { Trans } from "@lingui/react/macro";
import type { PreflightAnswer as Answer } from "@tessera/contract/authorization/preflight.schemas";
import { useEffect, useRef } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { KeyValue, Note } from "../../../../ui/layout/panel.tsx";
import { formatExchange, formatMerchantMoney } from "../../../../ui/text/format-merchant-money.ts";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { formatBasisPoints } from "../../../../ui/text/format-percent.ts";
import { CheckList } from "../declines/check-list.tsx";
import { declineText } from "../declines/decline-text.ts";
import { type CardFixes, FixButtons } from "../declines/fix-buttons.tsx";
import { type CardNow, offeredFixes } from "../declines/fix-plan.ts";

interface PreflightAnswerProps {
  readonly answer: Answer;
  readonly merchant: string;
  /** The actions on the card; undefined for a card that has not been issued yet. */
  readonly card: CardFixes | undefined;
  readonly now: CardNow | undefined;
}

function Sentence({ answer, merchant }: Pick<PreflightAnswerProps, "answer" | "merchant">) {
  const locale = useLocale();
  const amount =
    answer.exchange === undefined
      ? formatMoney(answer.amount, answer.currency)
      : formatMerchantMoney(answer.exchange.amount, answer.exchange.currency);
  if (!answer.approved) {
    return (
      <>
        <p className="font-semibold">
          {answer.code === "review_required" ? (
            <Trans>
              {amount} at {merchant} would be held for your approval.
            </Trans>
          ) : (
            <Trans>
              No, {amount} at {merchant} would be declined.
            </Trans>
          )}
        </p>
        <p>{declineText(answer.code, locale)}</p>
      </>
    );
  }
  const left = formatMoney(answer.availableAfter ?? "0.00", answer.currency);
  return (
    <>
      <p className="font-semibold">
        <Trans>
          Yes, {amount} at {merchant} would go through.
        </Trans>
      </p>
      <p>
        {answer.availableAfter === undefined ? (
          <Trans>If the new card has enough money.</Trans>
        ) : (
          <Trans>{left} would be left on the card.</Trans>
        )}
      </p>
    </>
  );
}

/** Shows what a payment in another currency would cost, and how much would be held for it. */
function Converted({ answer: { exchange, amount, currency } }: { readonly answer: Answer }) {
  if (exchange?.rate === undefined) {
    return null;
  }
  const share = formatBasisPoints(exchange.markupBasisPoints ?? 0);
  return (
    <dl className="mt-3">
      <KeyValue label={<Trans>Exchange rate</Trans>}>
        {formatExchange(exchange.rate, exchange.currency, currency)}
      </KeyValue>
      <KeyValue label={<Trans>Markup ({share})</Trans>}>
        {formatMoney(exchange.fee, currency)}
      </KeyValue>
      <KeyValue label={<Trans>Charged today</Trans>}>{formatMoney(amount, currency)}</KeyValue>
      <KeyValue label={<Trans>Held until it settles</Trans>}>
        {formatMoney(exchange.held, currency)}
      </KeyValue>
    </dl>
  );
}

/** Shows whether the payment would be approved, the deciding checks, and possible fixes. */
export function PreflightAnswer({ answer, merchant, card, now }: PreflightAnswerProps) {
  const place = useRef<HTMLDivElement>(null);
  // On a phone, the answer would be below the fold.
  useEffect(() => {
    // Do not return the result: in newer browsers it is a promise, and React expects a cleanup
    // function.
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const waits = answer.code === "review_required";
  const tone = answer.approved ? "positive" : waits ? "caution" : "negative";
  return (
    <div ref={place} className="mt-5 scroll-mb-6">
      <Note tone={tone} role="status">
        <Sentence answer={answer} merchant={merchant} />
      </Note>
      <Converted answer={answer} />
      <CheckList trace={answer.trace} currency={answer.currency} />
      {card !== undefined && !answer.approved && !waits && (
        <FixButtons
          fixes={offeredFixes(answer, now, new Date())}
          currency={answer.currency}
          card={card}
        />
      )}
    </div>
  );
}
