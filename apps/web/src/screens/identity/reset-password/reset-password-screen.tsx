import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import { ResetForm } from "../../../features/identity/accounts/reset-form.tsx";
import { clearSession } from "../../../lib/session/session-store.ts";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { textLinkClass } from "../../../ui/text/text-link.ts";

export function ResetPasswordScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();

  const onDone = () => {
    // The reset has ended every session, including the one in this browser.
    clearSession();
    showToast({
      forNextScreen: true,
      tone: "success",
      text: t`Password reset. Sign in with the new one.`,
    });
    void navigate({ to: "/login" });
  };

  return (
    <AccountFrame band="short" back>
      <h1 className="mt-5 text-title">
        <Trans>Reset your password</Trans>
      </h1>
      <p className="mt-1 text-ink-2">
        <Trans>We’ll email you a code. Setting a new password signs you out on all devices.</Trans>
      </p>
      <ResetForm onDone={onDone} />
      <p className="mt-1.5 text-center text-ink-2">
        <Link to="/login" className={textLinkClass}>
          <Trans>Back to sign-in</Trans>
        </Link>
      </p>
    </AccountFrame>
  );
}
