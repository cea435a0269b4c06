import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Receipt } from "@tessera/contract/insights/receipts.schemas";
import { useState } from "react";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { PaymentNoteForm } from "./payment-note-form.tsx";
import { ReceiptRow } from "./receipt-row.tsx";
import { ReceiptUpload } from "./receipt-upload.tsx";
import { papersQuery } from "./receipts.queries.ts";

const ReceiptSheet = lazySheet(async () => (await import("./receipt-sheet.tsx")).ReceiptSheet);

/** Renders a payment's receipts, and the note about it. */
export function PapersPart({ movementId }: { readonly movementId: string }) {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(papersQuery(movementId));
  const [opened, setOpened] = useState<Receipt>();
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) {
    return isError ? (
      <ErrorPanel message={t`Couldn’t load the receipts`} onRetry={() => void refetch()} />
    ) : (
      <Loading>
        <Skeleton className="mt-5 h-24 rounded-panel" />
      </Loading>
    );
  }
  return (
    <section aria-labelledby="papers" className="mt-6 border-t border-line pt-4">
      <h3 id="papers" className="mb-2 text-h">
        <Trans>Receipts and note</Trans>
      </h3>
      {data.receipts.map((receipt) => (
        <ReceiptRow
          key={receipt.id}
          receipt={receipt}
          onOpen={() => {
            setOpened(receipt);
            setOpen(true);
          }}
        />
      ))}
      <ReceiptUpload movementId={movementId} />
      {/* Another revision starts from what is stored. */}
      <PaymentNoteForm key={data.note.revision} movementId={movementId} note={data.note} />
      {opened !== undefined && (
        <ReceiptSheet receipt={opened} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
