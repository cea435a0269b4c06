import type { MessageDescriptor } from "@lingui/core";
import type { Movement, MovementReading } from "@tessera/contract/insights/bills.schemas";
import { statusText } from "../../../ui/text/status-chip.tsx";
import type { StatusKind } from "../../../ui/text/status-label.ts";

type Standing = Pick<Movement, "kind" | "status">;

/**
 * The word that a movement's label follows from, and whose labels: a crypto deposit waits for
 * confirmations, and one unpaid has failed.
 */
export function statusWordOf({ kind, status }: Standing): readonly [string, StatusKind] {
  if (kind !== "deposit") {
    return [status, "bill"];
  }
  return [status === "processing" ? "pending" : status, "token-pay"];
}

/** How a movement stands, in the words that its chip has. */
export function movementStatusText(movement: Standing): MessageDescriptor {
  return statusText(...statusWordOf(movement));
}

/** The words of a filter that finds movements by what their chips say. */
export function readingText(reading: MovementReading): MessageDescriptor {
  return reading === "awaiting_confirmation"
    ? statusText("pending", "token-pay")
    : statusText(reading);
}
