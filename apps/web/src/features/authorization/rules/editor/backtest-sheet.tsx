import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Backtest } from "@tessera/contract/authorization/risk.schemas";
import { Ban, Bell, Check, type LucideIcon, ScanSearch, Snowflake } from "lucide-react";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { ListRow, RowIcon } from "../../../../ui/list/list-row.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { Chip, type ChipTone } from "../../../../ui/text/status-chip.tsx";
import type { RuledCard } from "../ruled-cards.ts";

type Becomes = Backtest["changes"][number]["becomes"];

interface Look {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

const LOOKS: Readonly<Record<Becomes, Look>> = {
  approved: { tone: "positive", icon: Check, text: msg`Would pass` },
  declined: { tone: "negative", icon: Ban, text: msg`Declined` },
  review: { tone: "caution", icon: ScanSearch, text: msg`Held` },
  frozen: { tone: "negative", icon: Snowflake, text: msg`Card frozen` },
  noted: { tone: "info", icon: Bell, text: msg`Alerted` },
};

interface BacktestSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly backtest: Backtest;
  readonly cards: readonly RuledCard[];
}

/** Lists the past payments that a rule would have changed. */
export function BacktestSheet({ open, onClose, backtest, cards }: BacktestSheetProps) {
  const { t } = useLingui();
  const { changes, stopped, allowed, noted } = backtest;
  const isCut = stopped + allowed + noted > changes.length;
  return (
    <Sheet open={open} onClose={onClose} title={t`Payments the rule would have affected`}>
      {changes.map((change) => {
        const card = cards.find(({ id }) => id === change.cardId);
        const look = LOOKS[change.becomes];
        return (
          <ListRow
            key={change.movementId}
            lead={
              card === undefined ? (
                <RowIcon>
                  <look.icon aria-hidden="true" />
                </RowIcon>
              ) : (
                <CardThumb cardId={card.id} type={card.type} />
              )
            }
            title={change.merchant.name}
            meta={<DateText at={change.at} />}
            amount={<Money amount={change.amount} currency={change.currency} />}
            status={
              <Chip tone={look.tone} icon={look.icon}>
                {t(look.text)}
              </Chip>
            }
          />
        );
      })}
      {isCut && (
        <p className="pt-3 text-small text-ink-3">
          <Trans>Only the latest payments are listed.</Trans>
        </p>
      )}
    </Sheet>
  );
}
