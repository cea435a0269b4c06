import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";

/** Downloads the listed entries to a file. */
export function ExportButton({ onExport }: { readonly onExport: () => Promise<void> }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await onExport();
      showToast({ tone: "success", text: t`File downloaded.` });
    } catch (error) {
      showToast({ tone: "failure", text: messageOf(error, t`The file could not be created.`) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      label={t`Export as CSV`}
      disabled={busy}
      aria-busy={busy}
      onClick={() => void run()}
    >
      <Download aria-hidden="true" size={22} strokeWidth={1.75} />
    </IconButton>
  );
}
