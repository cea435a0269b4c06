import { Trans, useLingui } from "@lingui/react/macro";
import type { WebhookType } from "@tessera/contract/developers/webhook-types";
import type { Webhook } from "@tessera/contract/developers/webhooks.schemas";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { TypeFields } from "./webhook-fields.tsx";
import { useWebhookWrites } from "./webhooks.queries.ts";

interface ChangeProps {
  readonly webhook: Webhook;
  readonly open: boolean;
  readonly onClose: () => void;
}

function ChangeForm({ webhook, onClose }: ChangeProps) {
  const { t } = useLingui();
  const { change } = useWebhookWrites();
  const form = useForm({
    initial: { name: webhook.name, types: webhook.types as readonly WebhookType[] },
    problems: ({ name }) => ({ name: name.trim() === "" && t`Enter a name` }),
    send: async ({ name, types }) => {
      await change(webhook, { name: name.trim(), types: [...types] });
      onClose();
    },
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Field label={t`Name`} error={form.errorAt("name")}>
        {(control) => (
          <Input {...control} autoComplete="off" maxLength={60} {...form.text("name")} />
        )}
      </Field>
      <TypeFields types={form.draft.types} onChange={(types) => form.change({ types })} />
      {form.failure !== undefined && (
        <Note tone="negative" role="alert" className="mt-3">
          {form.failure.message}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-5"
        loadingLabel={form.sending ? t`Saving` : undefined}
      >
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}

/** Changes an endpoint's name, and which events it gets from now on. */
export function ChangeWebhookSheet(props: ChangeProps) {
  const { webhook, open, onClose } = props;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Change webhook</Trans>}
      subtitle={webhook.name}
    >
      {open && <ChangeForm {...props} />}
    </Sheet>
  );
}
