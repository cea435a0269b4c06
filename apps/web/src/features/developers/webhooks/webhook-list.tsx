import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { WebhookPanel } from "./webhook-panel.tsx";
import { webhookPagesQuery } from "./webhooks.queries.ts";

const CreateWebhookSheet = lazySheet(
  async () => (await import("./create-webhook-sheet.tsx")).CreateWebhookSheet,
);

/** Explains what webhooks are for, and creates one. */
export function NewWebhook() {
  // Each opening starts with an empty form, and no secret outlives its sheet.
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  const show = () => {
    setOpened(opened + 1);
    setOpen(true);
  };
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          With a webhook, your server learns what happens: payments, deposits, withdrawals and
          changes to cards. A message says which object changed, without details.
        </Trans>
      </p>
      <Button block className="mt-5" onClick={show}>
        <Trans>Create a webhook</Trans>
      </Button>
      {opened > 0 && <CreateWebhookSheet key={opened} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Lists the customer's endpoints, newest first. */
export function WebhookList() {
  const { t } = useLingui();
  const pages = useInfiniteQuery(webhookPagesQuery);
  if (pages.isPending) {
    return (
      <Loading>
        <Skeleton className="h-32 rounded-panel" />
      </Loading>
    );
  }
  if (pages.data === undefined) {
    return (
      <ErrorPanel message={t`Couldn’t load your webhooks`} onRetry={() => void pages.refetch()} />
    );
  }
  const webhooks = pages.data.pages.flatMap(({ data }) => data);
  if (webhooks.length === 0) {
    return (
      <EmptyState icon={<Webhook aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>No webhooks yet.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-3">
        {webhooks.map((webhook) => (
          <WebhookPanel key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      <MoreButton pages={pages} />
    </>
  );
}
