import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { receiptsEndpoints } from "@tessera/contract/insights/receipts.endpoints";
import type { Receipt, ReceiptDetail } from "@tessera/contract/insights/receipts.schemas";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { callRaw } from "../../../../lib/api/api-client.ts";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { download } from "../../../../lib/api/download.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { LoadFault } from "../../../../ui/list/load-fault.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { ReceiptFactsForm } from "./receipt-facts-form.tsx";
import { receiptQuery, useReceiptDeletion, useReceiptLink } from "./receipts.queries.ts";
import { SuggestionList } from "./suggestion-list.tsx";

const ConfirmDialog = lazySheet(
  async () => (await import("../../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
);

interface ReceiptSheetProps {
  readonly receipt: Receipt;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows one receipt: its file, what it says, and its payments or those that it may be for. */
export function ReceiptSheet({ receipt, open, onClose }: ReceiptSheetProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...receiptQuery(receipt.id), enabled: open });
  return (
    <Sheet open={open} onClose={onClose} title={t`Receipt`} subtitle={receipt.name}>
      {data !== undefined && <Detail receipt={data} onClose={onClose} />}
      {data === undefined && error !== null && (
        <LoadFault
          error={error}
          gone={<Trans>This receipt doesn’t exist any more.</Trans>}
          message={t`Couldn’t load the receipt`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <Loading>
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  );
}

interface DetailProps {
  readonly receipt: ReceiptDetail;
  readonly onClose: () => void;
}

function Detail({ receipt, onClose }: DetailProps) {
  return (
    <>
      {receipt.movementIds.length === 0 ? (
        <>
          <ReceiptFactsForm receipt={receipt} />
          <SuggestionList receipt={receipt} onAttached={onClose} />
        </>
      ) : (
        <AttachedNote receipt={receipt} />
      )}
      <FileActions receipt={receipt} onClose={onClose} />
    </>
  );
}

/** Says that the receipt has its payments, and lets the customer detach it from all of them. */
function AttachedNote({ receipt: { id, movementIds } }: Pick<DetailProps, "receipt">) {
  const { t } = useLingui();
  const link = useReceiptLink();
  const detach = async () => {
    for (const movementId of movementIds) {
      await link.mutateAsync({ id, movementId, isOn: false });
    }
  };
  return (
    <>
      <Note tone="positive">
        <Trans>This receipt is attached to a payment.</Trans>
      </Note>
      {link.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(link.error, t`Unknown error`)}
        </Note>
      )}
      <Button
        kind="fill"
        block
        className="mt-4"
        loadingLabel={link.isPending ? t`Detaching` : undefined}
        onClick={() => void detach().catch(() => undefined)}
      >
        <Trans>Detach from the payment</Trans>
      </Button>
    </>
  );
}

function FileActions({ receipt: { id, name }, onClose }: DetailProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const deletion = useReceiptDeletion();
  const fetching = useMutation({
    mutationFn: async () => {
      const response = await callRaw(receiptsEndpoints.getReceiptFile, { params: { id } });
      download(name, await response.blob());
    },
  });
  const error = fetching.error ?? deletion.error;
  return (
    <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-2.5">
      <Button kind="fill" size="md" onClick={() => fetching.mutate()}>
        <Download aria-hidden="true" size={16} strokeWidth={2} />
        <Trans>Save the file</Trans>
      </Button>
      <Button kind="fill" size="md" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={16} strokeWidth={2} />
        <Trans>Delete receipt</Trans>
      </Button>
      {error !== null && (
        <Note tone="negative" role="alert" className="col-span-full">
          {messageOf(error, t`Unknown error`)}
        </Note>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t`Delete this receipt?`}
        confirmLabel={t`Delete`}
        loadingLabel={deletion.isPending ? t`Deleting` : undefined}
        destructive
        onConfirm={() =>
          tellOutcome(deletion, id, {
            onSuccess: () => showToast({ tone: "success", text: t`Receipt deleted` }),
            onError: () => setAsking(false),
            whileShown: onClose,
          })
        }
      >
        <Trans>Its file is deleted for good, and its payment no longer has it.</Trans>
      </ConfirmDialog>
    </div>
  );
}
