import { Trans } from "@lingui/react/macro";
import { Link, useLocation, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import { LoginForm } from "../../../features/identity/accounts/login-form.tsx";
import { isCustomerPath } from "../../../lib/navigation/paths.ts";
import { safeRedirect } from "../../../lib/navigation/safe-redirect.ts";
import { untilIdle } from "../../../lib/time/until-idle.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";

const agreement = () => import("../../../lib/session/accept-at-sign-in.ts");

export function LoginScreen() {
  const router = useRouter();
  const { redirect, expired } = useSearch({ from: "/login" });
  const signInAs = useLocation({ select: ({ state }) => state.signInAs });
  useEffect(() => {
    void untilIdle()
      .then(agreement)
      .then(({ noteVersionsOfBox }) => noteVersionsOfBox());
  }, []);
  return (
    <AccountFrame band="tall">
      <h1 className="mt-[22px] text-title">
        <Trans>Sign in</Trans>
      </h1>
      {expired !== undefined && (
        <Note tone="caution" role="status" className="mt-3">
          <Trans>Your session has expired. Sign in again to continue.</Trans>
        </Note>
      )}
      <LoginForm
        signInAs={signInAs}
        onSignedIn={() => {
          void agreement().then(({ acceptVersionsOfBox }) => acceptVersionsOfBox());
          router.history.replace(safeRedirect(redirect, isCustomerPath));
        }}
      />
      <p className="mt-1.5 text-center text-ink-2">
        <Trans>
          New to Tessera?{" "}
          <Link to="/register" className={textLinkClass}>
            Create an account
          </Link>
        </Trans>
      </p>
    </AccountFrame>
  );
}
