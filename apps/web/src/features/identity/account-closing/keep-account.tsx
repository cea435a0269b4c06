import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, DoorClosed, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLinkToken } from "../../../lib/use-link-token.ts";
import { Button, buttonClass } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { keepByLink } from "./account-closing.queries.ts";

const ICON = { size: 28, strokeWidth: 1.6 } as const;

interface MessageProps {
  readonly tone: string;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function Message({ tone, icon, title, children }: MessageProps) {
  return (
    <>
      <span aria-hidden="true" className={`grid size-14 place-items-center rounded-panel ${tone}`}>
        {icon}
      </span>
      <h1 className="mt-5 text-title">{title}</h1>
      <p className="mt-2 text-ink-2">{children}</p>
    </>
  );
}

function SignInLink({ kind }: { readonly kind: "primary" | "text" }) {
  return (
    <Link to="/login" className={buttonClass({ kind, block: true, className: "mt-6" })}>
      <Trans>Sign in</Trans>
    </Link>
  );
}

function Kept() {
  return (
    <div role="status">
      <Message
        tone="bg-positive-soft text-positive"
        icon={<CircleCheck {...ICON} />}
        title={<Trans>Your account stays open</Trans>}
      >
        <Trans>
          Your account won’t be closed. If you didn’t request the closure, someone else knows your
          password: change it now.
        </Trans>
      </Message>
      <SignInLink kind="primary" />
      <Link
        to="/reset-password"
        className={buttonClass({ kind: "text", block: true, className: "mt-1" })}
      >
        <Trans>Reset your password</Trans>
      </Link>
    </div>
  );
}

/** Explains what the emailed link does. Only pressing the button cancels the account closure. */
export function KeepAccount() {
  const { t } = useLingui();
  const token = useLinkToken();
  const keeping = useMutation({ mutationFn: () => keepByLink(token) });
  if (keeping.isSuccess) {
    return <Kept />;
  }
  if (token === "") {
    return (
      <>
        <Message
          tone="bg-caution-soft text-caution"
          icon={<ShieldAlert {...ICON} />}
          title={<Trans>This link is incomplete</Trans>}
        >
          <Trans>Open the link in the email again, or sign in and cancel there.</Trans>
        </Message>
        <SignInLink kind="primary" />
      </>
    );
  }
  return (
    <>
      <Message
        tone="bg-caution-soft text-caution"
        icon={<DoorClosed {...ICON} />}
        title={<Trans>Keep your account?</Trans>}
      >
        <Trans>
          Your account is about to be closed. You can keep it, but cards that are already closed
          stay closed.
        </Trans>
      </Message>
      {keeping.isError && (
        <Note tone="negative" role="alert" className="mt-4">
          {messageOf(keeping.error, t`Unknown error`)}
        </Note>
      )}
      <Button
        kind="primary"
        block
        className="mt-6"
        loadingLabel={keeping.isPending ? t`Canceling` : undefined}
        onClick={() => keeping.mutate()}
      >
        <Trans>Keep my account</Trans>
      </Button>
      <Link to="/login" className={buttonClass({ kind: "text", block: true, className: "mt-1" })}>
        <Trans>Continue closing</Trans>
      </Link>
    </>
  );
}
