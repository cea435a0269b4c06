import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Invitation } from "@tessera/contract/identity/operators.schemas";
import { Mail } from "lucide-react";
import { MoreButton } from "../../../../ui/form/more-button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { ListRow, ListRowButton, RowIcon } from "../../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import styles from "./manage.module.css";
import { INVITATION_LOOKS, ROLE_NAMES } from "./operator-words.ts";
import { invitationsQuery } from "./operators.queries.ts";
import { useMayManage } from "./use-may-manage.ts";
import { useOpening } from "./use-opening.ts";

const InvitationSheet = lazySheet(async () => {
  return (await import("./invitation-sheet.tsx")).InvitationSheet;
});

interface RowProps {
  readonly invitation: Invitation;
  /** Opens the invitation; absent if it allows no actions. */
  readonly onOpen?: () => void;
}

function InvitationRow({ invitation, onOpen }: RowProps) {
  const { t } = useLingui();
  const { email, role, status, invitedBy, invitedAt } = invitation;
  const look = INVITATION_LOOKS[status];
  const row = {
    lead: (
      <RowIcon>
        <Mail aria-hidden="true" strokeWidth={1.75} />
      </RowIcon>
    ),
    title: <span className="break-all">{email}</span>,
    meta: (
      <span className={styles.below}>
        <span className="break-words">
          {t(ROLE_NAMES[role])} · {invitedBy} · <DateText at={invitedAt} format="brief" />
        </span>
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      </span>
    ),
  };
  return onOpen === undefined ? <ListRow {...row} /> : <ListRowButton {...row} onClick={onOpen} />;
}

/** Lists invitations with their status; pending ones can be resent or withdrawn. */
export function InvitationList() {
  const { t } = useLingui();
  const mayManage = useMayManage();
  const list = useInfiniteQuery(invitationsQuery());
  const { opening, open, close } = useOpening<Invitation>();
  const invitations = list.data?.pages.flatMap(({ data }) => data);
  const isOpen = ({ status }: Invitation) => status === "waiting" || status === "expired";
  return (
    <>
      {list.isPending && <SkeletonRows count={4} />}
      {list.isError && invitations === undefined && (
        <ErrorPanel
          message={t`Couldn’t load the invitations`}
          onRetry={() => void list.refetch()}
        />
      )}
      {invitations?.length === 0 && (
        <EmptyState icon={<Mail aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>Nobody has been invited yet.</Trans>
        </EmptyState>
      )}
      {invitations !== undefined && invitations.length > 0 && (
        <Panel className="py-1!">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              {...(mayManage && isOpen(invitation) && { onOpen: () => open(invitation) })}
            />
          ))}
        </Panel>
      )}
      <MoreButton pages={list} />
      {opening !== undefined && (
        <InvitationSheet
          key={opening.serial}
          invitation={opening.what}
          open={opening.open}
          onClose={close}
        />
      )}
    </>
  );
}
