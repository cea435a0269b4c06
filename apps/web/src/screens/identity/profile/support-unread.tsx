import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { unreadQuery } from "../../../features/back-office/support/support.queries.ts";
import { Chip } from "../../../ui/text/status-chip.tsx";

/** Renders the number of unread support replies, if any. */
export function SupportUnread() {
  const { data } = useQuery(unreadQuery);
  const count = data?.messages ?? 0;
  return count === 0 ? null : (
    <Chip tone="info">
      <span className="px-0.5">
        <Trans>{count} unread</Trans>
      </span>
    </Chip>
  );
}
