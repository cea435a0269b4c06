import { Trans, useLingui } from "@lingui/react/macro";
import type { Webhook } from "@tessera/contract/developers/webhooks.schemas";
import { useState } from "react";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { ProofForm } from "../../../ui/proof/proof-sheet.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { useWebhookWrites } from "./webhooks.queries.ts";

/** Gives an endpoint a new secret. */
export function RotateSecretSheet({
  webhook,
  open,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { rotate } = useWebhookWrites();
  const [secret, setSecret] = useState<string>();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Replace secret</Trans>}
      subtitle={webhook.name}
    >
      {secret !== undefined && <WebhookSecret secret={secret} onDone={onClose} />}
      {secret === undefined && open && (
        <ProofForm
          confirmLabel={t`Replace secret`}
          onProven={async (proof) => setSecret((await rotate(webhook, proof)).secret)}
        >
          <Trans>We sign with both secrets for 24 hours, so that no event is lost.</Trans>
        </ProofForm>
      )}
    </Sheet>
  );
}
