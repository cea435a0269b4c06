import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CircleCheck, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLinkToken } from "../../../lib/use-link-token.ts";
import { Button, buttonClass } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { useNotMe } from "./withdrawals.mutations.ts";

const ICON = { size: 28, strokeWidth: 1.6 } as const;

function Lead({ tone, children }: { readonly tone: string; readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className={`grid size-14 place-items-center rounded-panel ${tone}`}>
      {children}
    </span>
  );
}

function ResetLink({ kind }: { readonly kind: "primary" | "text" }) {
  return (
    <Link to="/reset-password" className={buttonClass({ kind, block: true, className: "mt-6" })}>
      <Trans>Reset your password</Trans>
    </Link>
  );
}

function Stopped({ cancelled: canceled, alreadySent }: { cancelled: number; alreadySent: number }) {
  return (
    <div role="status">
      <Lead tone="bg-positive-soft text-positive">
        <CircleCheck {...ICON} />
      </Lead>
      <h1 className="mt-5 text-title">
        <Trans>Everything is stopped</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Plural
          value={canceled}
          _0="No withdrawals were waiting."
          one="# withdrawal was canceled; the money is back in your account."
          other="# withdrawals were canceled; the money is back in your account."
        />
      </p>
      {alreadySent > 0 && (
        <Note tone="negative" className="mt-4">
          <Plural
            value={alreadySent}
            one="# withdrawal was already sent. Contact support right away."
            other="# withdrawals were already sent. Contact support right away."
          />
        </Note>
      )}
      <p className="mt-2 text-ink-2">
        <Trans>
          All devices are signed out. Withdrawals and card numbers stay blocked until you reset your
          password and contact support.
        </Trans>
      </p>
      <ResetLink kind="primary" />
    </div>
  );
}

function NoLink() {
  return (
    <>
      <Lead tone="bg-caution-soft text-caution">
        <ShieldAlert {...ICON} />
      </Lead>
      <h1 className="mt-5 text-title">
        <Trans>This link is incomplete</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>
          Open the link in the email again. Resetting your password also signs out all devices.
        </Trans>
      </p>
      <ResetLink kind="primary" />
    </>
  );
}

/**
 * Explains what a “not me” link does and renders the button to do it. Opening the link changes
 * nothing.
 */
export function NotMe() {
  const { t } = useLingui();
  const token = useLinkToken();
  const stop = useNotMe();
  if (stop.data !== undefined) {
    return <Stopped {...stop.data} />;
  }
  if (token === "") {
    return <NoLink />;
  }
  return (
    <>
      <Lead tone="bg-negative-soft text-negative">
        <ShieldAlert {...ICON} />
      </Lead>
      <h1 className="mt-5 text-title">
        <Trans>Wasn’t you?</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>Then stop everything now:</Trans>
      </p>
      <ul className="mt-5 list-disc space-y-2 pl-5 text-left text-ink-2">
        <li>
          <Trans>Every withdrawal that hasn’t been sent is canceled.</Trans>
        </li>
        <li>
          <Trans>All devices are signed out.</Trans>
        </li>
        <li>
          <Trans>
            Withdrawals and card numbers stay blocked until you reset your password and contact
            support.
          </Trans>
        </li>
      </ul>
      {stop.isError && (
        <Note tone="negative" role="alert" className="mt-4">
          {messageOf(stop.error, t`Unknown error`)}
        </Note>
      )}
      <Button
        kind="destructive"
        block
        className="mt-6"
        loadingLabel={stop.isPending ? t`Stopping` : undefined}
        onClick={() => stop.mutate(token)}
      >
        <Trans>Stop everything</Trans>
      </Button>
      <Link to="/login" className={buttonClass({ kind: "text", block: true, className: "mt-1" })}>
        <Trans>It was me after all</Trans>
      </Link>
    </>
  );
}
