import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Company } from "@tessera/contract/identity/companies.schemas";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import {
  companyQuery,
  invitationsQuery,
  membersQuery,
  useMemberWrites,
} from "./companies.queries.ts";
import { MemberPanel } from "./member-panel.tsx";
import { switchToOwnAccount } from "./switch-account.ts";

const InviteSheet = lazySheet(async () => (await import("./invite-sheet.tsx")).InviteSheet);

/** Shows the open invitations, and lets them be withdrawn. */
function Invitations() {
  const { t } = useLingui();
  const locale = useLocale();
  const { data } = useQuery(invitationsQuery);
  const { withdraw } = useMemberWrites();
  const [failure, setFailure] = useState<string>();
  return (
    <>
      <ul className="mt-3 grid gap-3">
        {data?.map(({ id, email, role }) => (
          <li key={id}>
            <Panel>
              <p className="min-w-0 break-words font-semibold">{email}</p>
              <p className="text-small text-ink-3">
                <Trans>Invited as {{ role: MEMBER_ROLE_NAMES[role][locale] }}</Trans>
              </p>
              <Button
                size="md"
                kind="text"
                onClick={() =>
                  void withdraw(id).catch((error: unknown) =>
                    setFailure(messageOf(error, t`Unknown error`)),
                  )
                }
              >
                <Trans>Withdraw invitation</Trans>
              </Button>
            </Panel>
          </li>
        ))}
      </ul>
      {failure !== undefined && (
        <Note tone="negative" role="alert" className="mt-3">
          {failure}
        </Note>
      )}
    </>
  );
}

/** Says that the company is being handed over, and lets the owner stop that. */
function HandoverNote({ company: { handover, permissions } }: { readonly company: Company }) {
  const { cancelHandover } = useMemberWrites();
  if (handover === null) {
    return null;
  }
  const { to } = handover;
  return (
    <Note tone="caution" className="mt-3">
      <Trans>{to} was asked to become the owner.</Trans>
      {permissions.includes("own") && (
        <Button size="md" kind="text" onClick={() => void cancelHandover()}>
          <Trans>Stop handing over</Trans>
        </Button>
      )}
    </Note>
  );
}

/** Shows the company for which this tab acts, and its members. */
export function ActingCompany() {
  const { t } = useLingui();
  const locale = useLocale();
  const company = useQuery(companyQuery);
  const members = useQuery(membersQuery);
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  if (company.data === undefined || members.data === undefined) {
    const retry = () => {
      void company.refetch();
      void members.refetch();
    };
    return company.isError || members.isError ? (
      <ErrorPanel message={t`Couldn’t load the company`} onRetry={retry} />
    ) : (
      <Loading>
        <Skeleton className="h-32 rounded-panel" />
      </Loading>
    );
  }
  const { name, role, permissions } = company.data;
  const administers = permissions.includes("administer");
  return (
    <>
      <div className="text-h2 break-words">{name}</div>
      <p className="text-small text-ink-3">{MEMBER_ROLE_NAMES[role][locale]}</p>
      <Button block className="mt-3" onClick={switchToOwnAccount}>
        <Trans>Switch to your own account</Trans>
      </Button>
      <HandoverNote company={company.data} />
      <h2 className="pt-4.5 pb-0.5 text-small font-medium text-ink-3">
        <Trans>Members</Trans>
      </h2>
      <ul className="grid gap-3">
        {members.data.map((member) => (
          <MemberPanel key={member.id} member={member} isOwner={permissions.includes("own")} />
        ))}
      </ul>
      {administers && (
        <>
          <Button
            kind="primary"
            block
            className="mt-3"
            onClick={() => {
              setOpened(opened + 1);
              setOpen(true);
            }}
          >
            <Trans>Invite a member</Trans>
          </Button>
          <Invitations />
          {opened > 0 && (
            <InviteSheet key={opened} role={role} open={open} onClose={() => setOpen(false)} />
          )}
        </>
      )}
    </>
  );
}
