import { useLingui } from "@lingui/react/macro";
import type { Receipt } from "@tessera/contract/insights/receipts.schemas";
import { FileText, Image } from "lucide-react";
import { ListRowButton, RowIcon } from "../../../../ui/list/list-row.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";

interface ReceiptRowProps {
  readonly receipt: Receipt;
  readonly onOpen: () => void;
}

/** Renders a receipt in a list, with what it says as far as that is known. */
export function ReceiptRow({ receipt, onOpen }: ReceiptRowProps) {
  const { t } = useLingui();
  const { name, type, merchant, amount, currency, createdAt, movementIds } = receipt;
  const Icon = type === "application/pdf" ? FileText : Image;
  return (
    <ListRowButton
      onClick={onOpen}
      lead={
        <RowIcon>
          <Icon aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={merchant ?? name}
      meta={
        <>
          {movementIds.length === 0 ? t`No payment yet` : t`Attached`} ·{" "}
          <DateText at={createdAt} format="brief" />
        </>
      }
      amount={amount === null ? undefined : formatMoney(amount, currency)}
    />
  );
}
