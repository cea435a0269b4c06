import { Trans, useLingui } from "@lingui/react/macro";
import type { MovementDetail } from "@tessera/contract/insights/bills.schemas";
import { Download, Printer } from "lucide-react";
import { createPortal } from "react-dom";
import { download } from "../../../lib/api/download.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { accountTotal } from "./account-total.ts";
import { exchangeFacts, isMarkup } from "./exchange-text.ts";
import type { FilterCard } from "./filter-options.ts";
import { movementStatusText } from "./movement-status-labels.ts";
import { asMovement, STEP_LABEL_TEXTS, stepName } from "./movement-timeline.tsx";
import { CATEGORY_LABELS, MOVEMENT_KIND_LABELS, movementTitle } from "./movement-title.ts";
import { type Receipt, receiptHtml } from "./receipt-html.ts";

interface ReceiptPartProps {
  readonly movement: MovementDetail;
  readonly card: FilterCard | undefined;
}

type Fact = readonly [label: string, value: string];

function useReceipt({ movement, card }: ReceiptPartProps): Receipt {
  const { t } = useLingui();
  const locale = useLocale();
  const { merchant, currency, fee, cardBalanceAfter, accountBalanceAfter } = movement;
  const money = (amount: string) => formatMoney(amount, currency);
  const moment = (at: string) => formatFullMoment(new Date(at), locale);
  const facts: Fact[] = [
    [t`Type`, t(MOVEMENT_KIND_LABELS[movement.kind])],
    [t`Time`, moment(movement.eventAt)],
  ];
  if (merchant !== undefined) {
    const { name, category, country, mcc } = merchant;
    facts.push([t`Merchant`, `${name} · ${t(CATEGORY_LABELS[category])} (${mcc}) · ${country}`]);
  }
  if (card !== undefined) {
    facts.push([t`Card`, `${cardName(card, locale)} •••• ${card.last4}`]);
  }
  facts.push(...exchangeFacts(movement, t), [t`Currency`, currency]);
  if (!isMarkup(movement)) {
    facts.push([t`Fee`, money(fee)]);
  }
  const total = accountTotal(movement);
  if (total !== undefined) {
    facts.push([t`Total from account`, money(total)]);
  }
  if (movement.declineMessage !== undefined) {
    facts.push([t`Reason`, movement.declineMessage]);
  }
  if (cardBalanceAfter !== undefined) {
    facts.push([t`Card balance after`, money(cardBalanceAfter)]);
  }
  if (accountBalanceAfter !== undefined) {
    facts.push([t`Account balance after`, money(accountBalanceAfter)]);
  }
  facts.push([t`Reference`, movement.id]);
  const now = formatFullMoment(new Date(), locale);
  return {
    lang: locale,
    heading: t`Tessera receipt`,
    title: movementTitle(movement, t),
    amount: money(movement.amount),
    status: t(movementStatusText(movement)),
    facts,
    timeline: t`Timeline`,
    steps: movement.timeline.map((step, index) => [
      [
        t(stepName(step, index === 0)),
        ...(step.labels ?? []).map((label) => t(STEP_LABEL_TEXTS[label])),
        t(movementStatusText(asMovement(step))),
      ].join(" · "),
      moment(step.at),
      formatMoney(step.amount, step.currency),
    ]),
    madeAt: t`Created ${now}`,
  };
}

/** Renders the receipt that is printed instead of the page while a movement is open. */
function PrintedReceipt({ receipt }: { readonly receipt: Receipt }) {
  return createPortal(
    <article className="receipt" lang={receipt.lang} aria-hidden="true">
      <p className="font-semibold">{receipt.heading}</p>
      <h2 className="mt-6 text-h2">{receipt.title}</h2>
      <p className="mt-1 text-amount">{receipt.amount}</p>
      <p>{receipt.status}</p>
      <dl className="mt-4">
        {receipt.facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 border-t border-line py-2">
            <dt>{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 mb-2 text-small">{receipt.timeline}</p>
      {receipt.steps.map((step) => (
        <p key={step.join()} className="flex justify-between gap-6 border-t border-line py-2">
          <span className="flex-1">{step[0]}</span>
          <span>{step[1]}</span>
          <span className="font-medium">{step[2]}</span>
        </p>
      ))}
      <p className="mt-8 text-micro">{receipt.madeAt}</p>
    </article>,
    document.body,
  );
}

/** Renders buttons to save or print the receipt of one movement. */
export function ReceiptPart(props: ReceiptPartProps) {
  const { t } = useLingui();
  const receipt = useReceipt(props);
  const save = () => {
    const page = new Blob([receiptHtml(receipt)], { type: "text/html;charset=utf-8" });
    download(`tessera-receipt-${props.movement.id.slice(-12)}.html`, page);
    showToast({ tone: "success", text: t`Receipt saved` });
  };
  return (
    <section
      aria-label={t`Receipt`}
      className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-2.5"
    >
      <Button kind="fill" size="md" onClick={save}>
        <Download aria-hidden="true" size={16} strokeWidth={2} />
        <Trans>Save Tessera receipt</Trans>
      </Button>
      <Button kind="fill" size="md" onClick={() => window.print()}>
        <Printer aria-hidden="true" size={16} strokeWidth={2} />
        <Trans>Print Tessera receipt</Trans>
      </Button>
      <PrintedReceipt receipt={receipt} />
    </section>
  );
}
