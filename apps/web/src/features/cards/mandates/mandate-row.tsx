import { useLingui } from "@lingui/react/macro";
import type { Mandate } from "@tessera/contract/cards/mandates.schemas";
import { ListRowButton } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { MandateStatus } from "./mandate-status.tsx";

interface MandateRowProps {
  readonly mandate: Mandate;
  readonly onOpen: () => void;
}

/** Renders a mandate in a list: its merchant, who proposed it, its ceiling and its status. */
export function MandateRow({ mandate, onOpen }: MandateRowProps) {
  const { t } = useLingui();
  const { merchant, proposedBy, createdAt, ceiling, currency, status } = mandate;
  return (
    <ListRowButton
      onClick={onOpen}
      title={<span className="wrap-break-word">{merchant}</span>}
      meta={
        <>
          {proposedBy.name ?? t`You`}
          {" · "}
          <DateText at={createdAt} format="brief" />
        </>
      }
      amount={<Money amount={ceiling} currency={currency} />}
      status={<MandateStatus status={status} />}
    />
  );
}
