import { Trans } from "@lingui/react/macro";
import type { Mandate } from "@tessera/contract/cards/mandates.schemas";
import { Chip } from "../../../ui/text/status-chip.tsx";

/** Renders what became of a mandate. */
export function MandateStatus({ status }: Pick<Mandate, "status">) {
  switch (status) {
    case "proposed":
      return (
        <Chip tone="caution">
          <Trans>Your decision</Trans>
        </Chip>
      );
    case "approved":
      return (
        <Chip tone="positive">
          <Trans>Approved</Trans>
        </Chip>
      );
    case "completed":
      return (
        <Chip tone="neutral">
          <Trans>Paid</Trans>
        </Chip>
      );
    case "refused":
      return (
        <Chip tone="negative">
          <Trans>Refused</Trans>
        </Chip>
      );
    case "withdrawn":
      return (
        <Chip tone="neutral">
          <Trans>Withdrawn</Trans>
        </Chip>
      );
    case "expired":
      return (
        <Chip tone="neutral">
          <Trans>Expired</Trans>
        </Chip>
      );
  }
}
