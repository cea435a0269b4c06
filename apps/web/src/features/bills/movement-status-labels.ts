import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MovementStatus } from "@tessera/contract/bills/bills.schemas";

/** How a movement stands, to filter by. The same words as on the chips. */
export const STATUS_LABELS: Readonly<Record<MovementStatus, MessageDescriptor>> = {
  processing: msg`Processing`,
  reviewing: msg`Under review`,
  queued: msg`Queued`,
  completed: msg`Completed`,
  failed: msg`Failed`,
  declined: msg`Declined`,
  rejected: msg`Rejected`,
  cancelled: msg`Cancelled`,
  expired: msg`Expired`,
};
