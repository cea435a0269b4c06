import { Trans, useLingui } from "@lingui/react/macro";
import type { Webhook } from "@tessera/contract/developers/webhooks.schemas";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { KeyValue, Note, Panel } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { useWebhookWrites } from "./webhooks.queries.ts";

const AttemptsSheet = lazySheet(async () => (await import("./attempts-sheet.tsx")).AttemptsSheet);
const ChangeWebhookSheet = lazySheet(
  async () => (await import("./change-webhook-sheet.tsx")).ChangeWebhookSheet,
);
const RotateSecretSheet = lazySheet(
  async () => (await import("./rotate-secret-sheet.tsx")).RotateSecretSheet,
);
const ConfirmDialog = lazySheet(
  async () => (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
);

interface WebhookProps {
  readonly webhook: Webhook;
}

function Status({ webhook }: WebhookProps) {
  switch (webhook.status) {
    case "unverified":
      return (
        <Chip tone="caution">
          <Trans>Not verified</Trans>
        </Chip>
      );
    case "active":
      return (
        <Chip tone={webhook.failingSince === null ? "positive" : "caution"}>
          {webhook.failingSince === null ? <Trans>Sending</Trans> : <Trans>Failing</Trans>}
        </Chip>
      );
    case "paused":
      return (
        <Chip tone="neutral">
          <Trans>Paused by you</Trans>
        </Chip>
      );
    case "disabled":
      return (
        <Chip tone="negative">
          <Trans>Switched off</Trans>
        </Chip>
      );
  }
}

/** Says why an endpoint gets nothing, and what to do. */
function Why({ webhook }: WebhookProps) {
  if (webhook.status === "unverified") {
    return (
      <Note tone="caution" className="mt-3">
        <Trans>Install the secret on your server, then verify. Until then we send nothing.</Trans>
      </Note>
    );
  }
  switch (webhook.disabledBecause) {
    case "failing":
      return (
        <Note tone="negative" className="mt-3">
          <Trans>
            No event reached your server for five days. Repair it and verify. Events older than 24
            hours can be resent through the API.
          </Trans>
        </Note>
      );
    case "gone":
      return (
        <Note tone="negative" className="mt-3">
          <Trans>Your server answered 410. Verify if it wants events again.</Trans>
        </Note>
      );
    case "alarm":
      return (
        <Note tone="negative" className="mt-3">
          <Trans>
            We switched it off after you reported “not me”. Delete it if it isn’t yours.
          </Trans>
        </Note>
      );
    case null:
      return null;
  }
}

function Facts({ webhook }: WebhookProps) {
  const { waiting: count, types, failingSince, formerSecretUntil } = webhook;
  return (
    <dl className="mt-2 text-small">
      <KeyValue label={<Trans>Server address</Trans>}>
        <span className="break-all">{webhook.url}</span>
      </KeyValue>
      <KeyValue label={<Trans>Events</Trans>}>
        {types.length === 0 ? <Trans>All events</Trans> : types.join(", ")}
      </KeyValue>
      <KeyValue label={<Trans>Events that wait</Trans>}>{count}</KeyValue>
      {failingSince !== null && (
        <KeyValue label={<Trans>Failing since</Trans>}>
          <DateText at={failingSince} />
        </KeyValue>
      )}
      {formerSecretUntil !== null && (
        <KeyValue label={<Trans>Old secret signs until</Trans>}>
          <DateText at={formerSecretUntil} />
        </KeyValue>
      )}
    </dl>
  );
}

type Asked = "attempts" | "change" | "rotate" | "delete";

function Buttons({
  webhook,
  writes,
  show,
}: WebhookProps & {
  readonly writes: ReturnType<typeof useWebhookWrites>;
  readonly show: (what: Asked) => void;
}) {
  const { t } = useLingui();
  const { acting } = writes;
  const { status } = webhook;
  const isOff = status === "unverified" || status === "disabled";
  const first = status === "paused" ? "resume" : "pause";
  const isActing = acting.isPending;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isOff ? (
        <Button
          size="md"
          kind="primary"
          loadingLabel={isActing ? t`Verifying` : undefined}
          onClick={() => acting.mutate({ what: "verify", webhook })}
        >
          <Trans>Verify</Trans>
        </Button>
      ) : (
        <Button
          size="md"
          loadingLabel={isActing ? t`Changing` : undefined}
          onClick={() => acting.mutate({ what: first, webhook })}
        >
          {first === "pause" ? <Trans>Pause</Trans> : <Trans>Resume</Trans>}
        </Button>
      )}
      <Button size="md" onClick={() => show("attempts")}>
        <Trans>Attempts</Trans>
      </Button>
      <Button size="md" onClick={() => show("change")}>
        <Trans>Change</Trans>
      </Button>
      <Button size="md" onClick={() => show("rotate")}>
        <Trans>Replace secret</Trans>
      </Button>
      <Button size="md" kind="destructive" onClick={() => show("delete")}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}

/** Shows an endpoint, and lets its owner verify, pause, change and delete it. */
export function WebhookPanel({ webhook }: WebhookProps) {
  const { t } = useLingui();
  const writes = useWebhookWrites();
  const { acting } = writes;
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const show = (what: Asked) => {
    setAsked(what);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const sheet = { webhook, open, onClose: close };
  return (
    <li>
      <Panel>
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 break-words font-semibold">{webhook.name}</h3>
          <Status webhook={webhook} />
        </div>
        <Why webhook={webhook} />
        <Facts webhook={webhook} />
        <Buttons webhook={webhook} writes={writes} show={show} />
        {acting.error !== null && (
          <Note tone="negative" role="alert" className="mt-3">
            {acting.error.message}
          </Note>
        )}
      </Panel>
      {asked === "attempts" && <AttemptsSheet {...sheet} />}
      {asked === "change" && <ChangeWebhookSheet {...sheet} />}
      {asked === "rotate" && <RotateSecretSheet {...sheet} />}
      {asked === "delete" && (
        <ConfirmDialog
          open={open}
          onClose={close}
          title={<Trans>Delete this webhook?</Trans>}
          confirmLabel={t`Delete`}
          destructive
          onConfirm={() => {
            acting.mutate({ what: "delete", webhook });
            close();
          }}
        >
          <Trans>Your server gets nothing from now on, and the list of attempts is deleted.</Trans>
        </ConfirmDialog>
      )}
    </li>
  );
}
