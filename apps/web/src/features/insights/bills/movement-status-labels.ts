import type { MessageDescriptor } from "@lingui/core";
import type { Movement, MovementReading } from "@tessera/contract/insights/bills.schemas";
import { statusText } from "../../../ui/text/status-chip.tsx";
import type { StatusKind } from "../../../ui/text/status-label.ts";

type Standing = Pick<Movement, "kind" | "status">;

/**
 * Returns the status and the label group that select a movement's label. Crypto deposits use
 * separate labels: a processing deposit is waiting for confirmations, and an unpaid deposit has
 * failed.
 */
export function statusWordOf({ kind, status }: Standing): readonly [string, StatusKind] {
  if (kind !== "deposit") {
    return [status, "bill"];
  }
  return [status === "processing" ? "pending" : status, "token-pay"];
}

/** Returns the status text of a movement, as shown on its chip. */
export function movementStatusText(movement: Standing): MessageDescriptor {
  return statusText(...statusWordOf(movement));
}

/** Returns the text of a status filter, which matches the chips of the movements it finds. */
export function readingText(reading: MovementReading): MessageDescriptor {
  return reading === "awaiting_confirmation"
    ? statusText("pending", "token-pay")
    : statusText(reading);
}
