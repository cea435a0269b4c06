import { Trans } from "@lingui/react/macro";
import { useStore } from "../../../lib/session/store.ts";
import { useHalfFilled } from "./half-filled.ts";
import { reloadInto, waitingWorker } from "./service-worker.ts";

/**
 * Renders an unobtrusive notice that a newer release is ready. Only the user's click reloads the
 * page. The notice is hidden while a form is half filled.
 */
export function UpdateNotice() {
  const worker = useStore(waitingWorker);
  const halfFilled = useHalfFilled();
  if (worker === null || halfFilled) {
    return null;
  }
  return (
    <div className="hairline pointer-events-auto flex min-h-11 max-w-md animate-[appear_220ms] items-center gap-3 rounded-small bg-surface px-3 text-small text-ink-2">
      <Trans>A new version is ready.</Trans>
      <button
        type="button"
        className="target min-h-11 font-semibold text-accent-ink"
        onClick={() => reloadInto(worker)}
      >
        <Trans>Reload</Trans>
      </button>
    </div>
  );
}
