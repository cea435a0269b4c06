import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readInvitation } from "@tessera/contract/identity/operators.endpoints";
import { CircleAlert } from "lucide-react";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { useLinkToken } from "../../../../lib/use-link-token.ts";
import { buttonClass } from "../../../../ui/form/button.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { AcceptForm } from "./accept-form.tsx";

function Invalid({ message }: { readonly message: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-panel bg-negative-soft text-negative"
      >
        <CircleAlert size={28} strokeWidth={1.6} />
      </span>
      <h1 className="mt-5 text-title">
        <Trans>This invitation isn’t valid</Trans>
      </h1>
      <p role="alert" className="mt-2 text-ink-2">
        {message}
      </p>
      <Link
        to="/login"
        className={buttonClass({ kind: "primary", block: true, className: "mt-6" })}
      >
        <Trans>Back to sign-in</Trans>
      </Link>
    </>
  );
}

/** Shows an emailed invitation and the form to accept it; viewing it does not use up the link. */
export function Invitation() {
  const { t } = useLingui();
  const token = useLinkToken();
  const { data, error, refetch } = useQuery({
    queryKey: ["operator-invitation"],
    queryFn: ({ signal }) => call(readInvitation, { body: { token }, signal }),
    enabled: token !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (token === "") {
    return <Invalid message={t`The link is incomplete. Open it from the email again.`} />;
  }
  if (data !== undefined) {
    return <AcceptForm token={token} invitation={data} />;
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
