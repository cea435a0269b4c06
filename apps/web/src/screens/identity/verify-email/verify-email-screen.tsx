import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { CircleAlert, LoaderCircle, MailCheck, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import {
  useEmailVerification,
  type Verification,
} from "../../../features/identity/accounts/use-email-verification.ts";
import { VerifiedCountdown } from "../../../features/identity/accounts/verified-countdown.tsx";
import { Button, buttonClass } from "../../../ui/form/button.tsx";

function Lead({ tone, children }: { readonly tone: string; readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className={`grid size-14 place-items-center rounded-panel ${tone}`}>
      {children}
    </span>
  );
}

const ICON = { size: 28, strokeWidth: 1.6 } as const;

function Waiting({ sentTo }: { readonly sentTo: string }) {
  return (
    <>
      <Lead tone="bg-accent-soft text-accent-ink">
        <MailCheck {...ICON} />
      </Lead>
      <h1 className="mt-5 text-title">
        <Trans>Check your inbox</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>
          We sent a link to <strong className="font-semibold text-ink">{sentTo}</strong>.
        </Trans>
      </p>
      <ul className="mt-5 list-disc space-y-2 pl-5 text-left text-ink-2">
        <li>
          <Trans>The link works once and expires after 24 hours.</Trans>
        </li>
        <li>
          <Trans>No email? Check your spam folder and the address for typos.</Trans>
        </li>
        <li>
          <Trans>Open the link in this browser to sign in here.</Trans>
        </li>
      </ul>
      <Link to="/login" className={buttonClass({ kind: "text", block: true, className: "mt-6" })}>
        <Trans>Back to sign-in</Trans>
      </Link>
    </>
  );
}

interface AskingProps {
  readonly username: string;
  readonly onProceed: () => void;
}

function Asking({ username, onProceed }: AskingProps) {
  return (
    <>
      <Lead tone="bg-caution-soft text-caution">
        <UserRound {...ICON} />
      </Lead>
      <h1 className="mt-5 text-title">
        <Trans>Switch accounts?</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>
          You are signed in as <strong className="font-semibold text-ink">{username}</strong>. This
          link belongs to another account. Continuing signs you in to that account instead.
        </Trans>
      </p>
      <Button kind="primary" block className="mt-6" onClick={onProceed}>
        <Trans>Switch accounts</Trans>
      </Button>
      <Link to="/" className={buttonClass({ kind: "text", block: true, className: "mt-1" })}>
        <Trans>Stay signed in</Trans>
      </Link>
    </>
  );
}

function Verifying() {
  return (
    <div role="status" className="flex flex-col items-center">
      <LoaderCircle
        aria-hidden="true"
        size={40}
        strokeWidth={1.6}
        className="spinning text-accent"
      />
      <h1 className="mt-5 text-title">
        <Trans>Verifying your email</Trans>
      </h1>
    </div>
  );
}

function Failed({ state }: { readonly state: Extract<Verification, { kind: "failed" }> }) {
  const { t } = useLingui();
  const message =
    state.reason === "missing-token"
      ? t`Invalid verification link. Token is missing.`
      : state.message || t`This link doesn’t work. It was already used or has expired.`;
  return (
    <>
      <Lead tone="bg-negative-soft text-negative">
        <CircleAlert {...ICON} />
      </Lead>
      <h1 className="mt-5 text-title">
        <Trans>Verification failed</Trans>
      </h1>
      <p role="alert" className="mt-2 text-ink-2">
        {message}
      </p>
      <Link
        to="/register"
        className={buttonClass({ kind: "primary", block: true, className: "mt-6" })}
      >
        <Trans>Register again</Trans>
      </Link>
      <Link to="/login" className={buttonClass({ kind: "text", block: true, className: "mt-1" })}>
        <Trans>Back to sign-in</Trans>
      </Link>
    </>
  );
}

export function VerifyEmailScreen() {
  const navigate = useNavigate();
  const { token } = useSearch({ from: "/verify-email" });
  const sentTo = useRouterState({ select: (router) => router.location.state.sentTo });
  const { state, proceed, signIn } = useEmailVerification(token, sentTo);

  const goHome = async () => {
    await signIn();
    await navigate({ to: "/", replace: true });
  };

  return (
    <AccountFrame band="none">
      <div className="mx-auto flex max-w-[390px] flex-col items-center pt-16 text-center lg:pt-0">
        {state.kind === "waiting" && <Waiting sentTo={state.sentTo} />}
        {state.kind === "asking" && <Asking username={state.username} onProceed={proceed} />}
        {state.kind === "verifying" && <Verifying />}
        {state.kind === "verified" && (
          <VerifiedCountdown
            username={state.session.user.username}
            onSignIn={() => void goHome()}
          />
        )}
        {state.kind === "failed" && <Failed state={state} />}
      </div>
    </AccountFrame>
  );
}
