import { Trans } from "@lingui/react/macro";
import type { LogEntry } from "@tessera/contract/back-office/logs.schemas";
import { Ban } from "lucide-react";
import { Chip, StatusChip } from "../../../ui/text/status-chip.tsx";

/** Marks an action that was rejected. */
export function RefusedChip() {
  return (
    <Chip tone="negative" icon={Ban}>
      <Trans>Denied</Trans>
    </Chip>
  );
}

/** Shows the status of a movement, or that an action was rejected. */
export function LogEnding({ entry }: { readonly entry: Pick<LogEntry, "status" | "outcome"> }) {
  if (entry.status !== undefined) {
    return <StatusChip status={entry.status} />;
  }
  return entry.outcome === "refused" ? <RefusedChip /> : null;
}
