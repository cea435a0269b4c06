import { Trans, useLingui } from "@lingui/react/macro";
import { DOCUMENT_TYPES } from "@tessera/contract/files";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { FilePicker } from "../../../../ui/form/file-picker.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { useReceiptUpload } from "./receipts.queries.ts";

interface ReceiptUploadProps {
  /** The payment that the receipt is for; absent if it is to be found. */
  readonly movementId?: string;
}

/** Lets the customer choose a receipt, or photograph it, and uploads it immediately. */
export function ReceiptUpload({ movementId }: ReceiptUploadProps) {
  const { t } = useLingui();
  const sending = useReceiptUpload(
    movementId,
    t`This file is larger than 5 MB. Send a smaller one.`,
  );
  const percent = Math.round(sending.share * 100);
  return (
    <div>
      <FilePicker
        label={t`Add a receipt`}
        note={<Trans>PDF, JPEG or PNG, up to 5 MB. We store it encrypted.</Trans>}
        accept={DOCUMENT_TYPES.join(",")}
        progress={sending.isPending ? { label: t`Sending the file`, percent } : undefined}
        onFile={(file) =>
          tellOutcome(sending, file, {
            onSuccess: () => showToast({ tone: "success", text: t`Receipt added` }),
          })
        }
      >
        {sending.isPending ? <Trans>Sending {percent}%</Trans> : <Trans>Choose a file</Trans>}
      </FilePicker>
      {sending.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(sending.error, t`Unknown error`)}
        </Note>
      )}
    </div>
  );
}
