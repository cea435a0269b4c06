import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { StatusChip } from "../../../ui/text/status-chip.tsx";
import { statusWordOf } from "./movement-status-labels.ts";

interface MovementStatusProps {
  readonly movement: Pick<Movement, "kind" | "status">;
}

/** Renders a movement's status chip. */
export function MovementStatus({ movement }: MovementStatusProps) {
  const [status, kind] = statusWordOf(movement);
  return <StatusChip status={status} kind={kind} />;
}
