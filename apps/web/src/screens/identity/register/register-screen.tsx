import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import {
  type Registered,
  RegisterForm,
} from "../../../features/identity/accounts/register-form.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { textLinkClass } from "../../../ui/text/text-link.ts";

export function RegisterScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();

  const onDone = ({ email, status }: Registered) => {
    if (status === "verification-sent") {
      void navigate({ to: "/verify-email", state: { sentTo: email } });
      return;
    }
    showToast({
      forNextScreen: true,
      tone: "success",
      text: t`Account created. Sign in to continue.`,
    });
    void navigate({ to: "/login", state: { signInAs: email } });
  };

  return (
    <AccountFrame band="short" back>
      <h1 className="mt-5 text-title">
        <Trans>Create your account</Trans>
      </h1>
      <RegisterForm onDone={onDone} />
      <p className="mt-1.5 text-center text-ink-2">
        <Trans>
          Already registered?{" "}
          <Link to="/login" className={textLinkClass}>
            Sign in
          </Link>
        </Trans>
      </p>
    </AccountFrame>
  );
}
