import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Receipt } from "@tessera/contract/insights/receipts.schemas";
import { FileText } from "lucide-react";
import { useState } from "react";
import { MoreButton } from "../../../../ui/form/more-button.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { ReceiptRow } from "./receipt-row.tsx";
import { receiptPagesQuery } from "./receipts.queries.ts";

const ReceiptSheet = lazySheet(async () => (await import("./receipt-sheet.tsx")).ReceiptSheet);

type Shown = "open" | "all";

/** Lists the customer's receipts, newest first: all of them, or those without a payment. */
export function ReceiptList() {
  const { t } = useLingui();
  const [shown, setShown] = useState<Shown>("open");
  const [opened, setOpened] = useState<Receipt>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Segmented<Shown>
        label={t`Which receipts`}
        value={shown}
        onChange={setShown}
        options={[
          { value: "open", label: t`Without a payment` },
          { value: "all", label: t`All` },
        ]}
      />
      <Pages
        key={shown}
        shown={shown}
        onOpen={(receipt) => {
          setOpened(receipt);
          setOpen(true);
        }}
      />
      {opened !== undefined && (
        <ReceiptSheet receipt={opened} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function Pages({
  shown,
  onOpen,
}: {
  readonly shown: Shown;
  readonly onOpen: (receipt: Receipt) => void;
}) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(receiptPagesQuery(shown));
  if (pages.isPending) {
    return (
      <Loading>
        <Skeleton className="mt-4 h-32 rounded-panel" />
      </Loading>
    );
  }
  if (pages.data === undefined) {
    const message = t`Couldn’t load the receipts`;
    return <ErrorPanel message={message} onRetry={() => void pages.refetch()} />;
  }
  const receipts = pages.data.pages.flatMap(({ data }) => data);
  if (receipts.length === 0) {
    return (
      <EmptyState icon={<FileText aria-hidden="true" size={20} strokeWidth={1.75} />}>
        {shown === "open" ? (
          <Trans>Every receipt has its payment.</Trans>
        ) : (
          <Trans>No receipts yet.</Trans>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mt-2">
        {receipts.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} onOpen={() => onOpen(receipt)} />
        ))}
      </div>
      <MoreButton pages={pages} />
    </>
  );
}
