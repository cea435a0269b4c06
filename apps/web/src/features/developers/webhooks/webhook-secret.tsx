import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/form/button.tsx";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";

interface WebhookSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
  /** Whether the endpoint is new, so that it still has to be verified. */
  readonly isNew?: boolean;
}

/** Shows an endpoint's secret, for the only time. */
export function WebhookSecret({ secret, onDone, isNew = false }: WebhookSecretProps) {
  const { t } = useLingui();
  return (
    <>
      <Note tone="caution">
        <Trans>Copy the secret now. We can’t show it again.</Trans>
      </Note>
      <div className="mt-4 flex items-center justify-between gap-3">
        <code className="min-w-0 break-all">{secret}</code>
        <CopyButton text={() => secret} label={t`Copy secret`} copiedText={t`Secret copied`} />
      </div>
      <p className="mt-3 text-small text-ink-3">
        {isNew ? (
          <Trans>
            Your server uses this secret to check that a message is from us. Install it, then verify
            the webhook.
          </Trans>
        ) : (
          <Trans>For 24 hours we sign with the old secret, too. Install the new one by then.</Trans>
        )}
      </p>
      <Button kind="primary" block className="mt-5" onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </>
  );
}
