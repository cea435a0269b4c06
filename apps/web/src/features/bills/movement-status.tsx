import type { Movement } from "@tessera/contract/bills/bills.schemas";
import { StatusChip } from "../../ui/status-chip.tsx";

interface MovementStatusProps {
  readonly movement: Pick<Movement, "kind" | "status">;
}

/** How a movement stands. A crypto deposit waits for confirmations, and one unpaid has failed. */
export function MovementStatus({ movement: { kind, status } }: MovementStatusProps) {
  if (kind !== "deposit") {
    return <StatusChip status={status} />;
  }
  return <StatusChip status={status === "processing" ? "pending" : status} kind="token-pay" />;
}
