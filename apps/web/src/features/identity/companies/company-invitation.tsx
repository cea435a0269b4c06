import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OpenMemberInvitation } from "@tessera/contract/identity/companies.schemas";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { useState } from "react";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { useLinkToken } from "../../../lib/use-link-token.ts";
import { Button, buttonClass } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { invitationQuery, useOwnWrites } from "./companies.queries.ts";
import { useCompanyFailure } from "./use-company-failure.ts";

function Invalid({ message }: { readonly message: string }) {
  return (
    <>
      <h1 className="text-title">
        <Trans>This invitation isn’t valid</Trans>
      </h1>
      <p role="alert" className="mt-2 text-ink-2">
        {message}
      </p>
    </>
  );
}

interface OpenProps {
  readonly token: string;
  readonly invitation: OpenMemberInvitation;
}

/** Accepts the invitation with the account that is signed in. */
function Accept({ token, email }: { readonly token: string; readonly email: string }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { accept } = useOwnWrites();
  const failureText = useCompanyFailure();
  const [failure, setFailure] = useState<string>();
  if (user === null) {
    return (
      <>
        <p className="mt-4 text-ink-2">
          <Trans>
            Sign in with the account of {email}, or create one. Then open the link in the email
            again.
          </Trans>
        </p>
        <Link
          to="/login"
          className={buttonClass({ kind: "primary", block: true, className: "mt-6" })}
        >
          <Trans>Sign in</Trans>
        </Link>
      </>
    );
  }
  const { username } = user;
  return (
    <>
      <p className="mt-4 text-ink-2">
        <Trans>You are signed in as {username}.</Trans>
      </p>
      {failure !== undefined && (
        <Note tone="negative" role="alert" className="mt-4">
          {failure}
        </Note>
      )}
      <Button
        kind="primary"
        block
        className="mt-6"
        onClick={() =>
          void accept(token).then(
            () => navigate({ to: "/profile", replace: true }),
            (error: unknown) => setFailure(failureText(error)),
          )
        }
      >
        <Trans>Accept</Trans>
      </Button>
    </>
  );
}

function Open({ token, invitation }: OpenProps) {
  const locale = useLocale();
  const { company, role, invitedBy, email, needsSecondFactor } = invitation;
  const roleName = MEMBER_ROLE_NAMES[role][locale];
  return (
    <>
      <h1 className="text-title">
        <Trans>Join {company}</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>
          {invitedBy} invites {email} to act for this company as {roleName}.
        </Trans>
      </p>
      {needsSecondFactor && (
        <p className="mt-2 text-ink-2">
          <Trans>This role moves money, so your account needs a second factor first.</Trans>
        </p>
      )}
      <Accept token={token} email={email} />
    </>
  );
}

/** Shows an emailed invitation to a company; viewing it does not use up the link. */
export function CompanyInvitation() {
  const { t } = useLingui();
  const token = useLinkToken();
  const { data, error, refetch } = useQuery(invitationQuery(token));
  if (token === "") {
    return <Invalid message={t`The link is incomplete. Open it from the email again.`} />;
  }
  if (data !== undefined) {
    return <Open token={token} invitation={data} />;
  }
  if (error instanceof ApiError && error.status === 400) {
    return <Invalid message={messageOf(error, t`Unknown error`)} />;
  }
  return error === null ? (
    <SkeletonRows count={4} />
  ) : (
    <ErrorPanel message={t`Couldn’t load the invitation.`} onRetry={() => void refetch()} />
  );
}
