import { Trans } from "@lingui/react/macro";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Money } from "../../../ui/text/money.tsx";

interface FeePanelProps {
  readonly segment: CardSegment;
  /** Available balance of the account that pays the fee; `undefined` until loaded. */
  readonly available: string | undefined;
}

/** Shows what the card costs now and later, and which account pays. */
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
