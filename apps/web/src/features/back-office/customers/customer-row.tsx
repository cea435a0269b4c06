import { Trans } from "@lingui/react/macro";
import type { ListedCustomer } from "@tessera/contract/back-office/customers.schemas";
import type { ClosingState } from "@tessera/contract/identity/account-closing.schemas";
import { DoorClosed, OctagonPause, UserX } from "lucide-react";
import { Avatar } from "../../../ui/card-face/card-thumb.tsx";
import { ListRowLink } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { customerLink } from "./customer-link.ts";

/** Marks a suspended customer; renders nothing for others. */
export function SuspendedChip() {
  return (
    <Chip tone="negative" icon={UserX}>
      <Trans>Suspended</Trans>
    </Chip>
  );
}

/** Marks a customer whose money is under a security hold that was set with a “not me” link. */
export function StoppedChip() {
  return (
    <Chip tone="caution" icon={OctagonPause}>
      <Trans>On security hold</Trans>
    </Chip>
  );
}

/** Marks a customer whose account is closing or closed. */
export function ClosingChip({ state }: { readonly state: ClosingState }) {
  return (
    <Chip tone="outline" icon={DoorClosed}>
      {state === "closed" ? <Trans>Closed</Trans> : <Trans>Closing</Trans>}
    </Chip>
  );
}

/**
 * Renders one customer in the list. Pressing the row opens the customer next to the list, or in its
 * place on narrow screens.
 */
export function CustomerRow({ customer }: { readonly customer: ListedCustomer }) {
  const { id, username, email, status, stoppedAt, createdAt, closing, isCompany } = customer;
  const day = <DateText at={stoppedAt ?? createdAt} format="day" />;
  return (
    <ListRowLink
      to={customerLink(id, customer.cell)}
      lead={<Avatar username={username} size={40} />}
      title={<span className="break-all">{username}</span>}
      meta={
        <span className="break-all">{isCompany ? <Trans>Company of {email}</Trans> : email}</span>
      }
      status={
        status === "suspended" ? (
          <SuspendedChip />
        ) : (
          <span className="flex items-center gap-2 text-small text-ink-3">
            {day}
            {stoppedAt !== null && <StoppedChip />}
            {closing !== null && <ClosingChip state={closing} />}
          </span>
        )
      }
    />
  );
}
