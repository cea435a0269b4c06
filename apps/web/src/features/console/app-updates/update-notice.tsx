import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useState } from "react";
import { useStore } from "../../../lib/session/store.ts";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { useHalfFilled } from "./half-filled.ts";
import { reloadInto, waitingWorker } from "./service-worker.ts";

/**
 * Renders an unobtrusive notice that a newer release is ready. Only the user's click reloads the
 * page. The notice is hidden while a form is half filled, and can be closed, because it may cover a
 * button: then it returns with the next release, or when the page is loaded again.
 */
export function UpdateNotice() {
  const { t } = useLingui();
  const worker = useStore(waitingWorker);
  const halfFilled = useHalfFilled();
  const [closed, setClosed] = useState<ServiceWorker | null>(null);
  if (worker === null || worker === closed || halfFilled) {
    return null;
  }
  return (
    <div className="hairline pointer-events-auto flex min-h-11 max-w-md animate-[appear_220ms] items-center gap-3 rounded-small bg-surface pl-3 text-small text-ink-2">
      <Trans>A new version is ready.</Trans>
      <button
        type="button"
        className="target min-h-11 font-semibold text-accent-ink"
        onClick={() => reloadInto(worker)}
      >
        <Trans>Reload</Trans>
      </button>
      <IconButton label={t`Close`} onClick={() => setClosed(worker)}>
        <X aria-hidden="true" size={20} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
