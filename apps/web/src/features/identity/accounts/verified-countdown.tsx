import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { TileRing } from "../../../ui/chart/tile-ring.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { useCountdown } from "../../../ui/text/use-countdown.ts";

const WAIT_SECONDS = 5;

interface VerifiedCountdownProps {
  readonly username: string;
  readonly onSignIn: () => void;
}

/** Confirms the verified address, shows the username and signs in after a countdown. */
export function VerifiedCountdown({ username, onSignIn }: VerifiedCountdownProps) {
  const { t } = useLingui();
  const [endsAt] = useState(() => Date.now() + WAIT_SECONDS * 1000);
  const left = useCountdown(endsAt);
  const done = useRef(false);

  const finish = () => {
    if (!done.current) {
      done.current = true;
      onSignIn();
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: signs in once, when the countdown ends
  useEffect(() => {
    if (left === 0) {
      finish();
    }
  }, [left]);

  return (
    <>
      <TileRing label={t`Time until sign-in`} share={left / WAIT_SECONDS} steady>
        <span className="text-h2">{left}</span>
      </TileRing>
      <h1 className="mt-5 text-title">
        <Trans>Email verified</Trans>
      </h1>
      <p role="status" className="mt-2 text-ink-2">
        <Trans>
          Signing you in as <strong className="font-semibold text-ink">{username}</strong>.
        </Trans>
      </p>
      <Button kind="primary" block className="mt-6" onClick={finish}>
        <Trans>Continue now</Trans>
      </Button>
    </>
  );
}
