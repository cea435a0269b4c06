import { Trans } from "@lingui/react/macro";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Money } from "../../../ui/text/money.tsx";

interface FeePanelProps {
  readonly segment: CardSegment;
  /** What is on the account the fee comes from; `undefined` while that is not known. */
  readonly available: string | undefined;
}

/** What the card costs, now and later, and where the fee comes from. */
export function FeePanel({ segment, available }: FeePanelProps) {
  const { currency } = segment;
  return (
    <Panel className="py-1.5">
      <dl>
        <KeyValue label={<Trans>Opening fee, charged once</Trans>} strong>
          <Money amount={segment.openingFee} currency={currency} />
        </KeyValue>
        {available !== undefined && (
          <KeyValue label={<Trans>Available on your {currency} account</Trans>}>
            <Money amount={available} currency={currency} />
          </KeyValue>
        )}
        <KeyValue label={<Trans>Fee for adding funds</Trans>}>
          {formatBasisPoints(segment.depositFeeBasisPoints)}
        </KeyValue>
        <KeyValue label={<Trans>Limit per transaction</Trans>}>
          <Money amount={segment.limits.perTransaction} currency={currency} />
        </KeyValue>
        <KeyValue label={<Trans>Monthly limit</Trans>}>
          <Money amount={segment.limits.monthly} currency={currency} />
        </KeyValue>
      </dl>
    </Panel>
  );
}
