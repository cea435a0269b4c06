import { Trans, useLingui } from "@lingui/react/macro";
import type { WebhookType } from "@tessera/contract/developers/webhook-types";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { ProofForm } from "../../../ui/proof/proof-sheet.tsx";
import { TypeFields } from "./webhook-fields.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { useWebhookWrites } from "./webhooks.queries.ts";

interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly types: readonly WebhookType[];
}

const EMPTY_DRAFT: WebhookDraft = { name: "", url: "", types: [] };

function WebhookForm({
  draft,
  onNext,
}: {
  readonly draft: WebhookDraft;
  readonly onNext: (draft: WebhookDraft) => void;
}) {
  const { t } = useLingui();
  const form = useForm({
    initial: draft,
    problems: ({ name, url }) => ({
      name: name.trim() === "" && t`Enter a name`,
      url: !URL.canParse(url.trim()) && t`Enter an address that begins with https://`,
    }),
    send: onNext,
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Field label={t`Name`} error={form.errorAt("name")}>
        {(control) => (
          <Input {...control} autoComplete="off" maxLength={60} {...form.text("name")} />
        )}
      </Field>
      <Field
        className="mt-5"
        label={t`Server address`}
        error={form.errorAt("url")}
        hint={<Trans>A public https address of your server.</Trans>}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            {...form.text("url")}
          />
        )}
      </Field>
      <TypeFields types={form.draft.types} onChange={(types) => form.change({ types })} />
      <Button type="submit" kind="primary" block className="mt-5">
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}

/** Creates an endpoint: where to send what, the step-up, and its secret. */
export function CreateWebhookSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { create } = useWebhookWrites();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [isFilled, setIsFilled] = useState(false);
  const [secret, setSecret] = useState<string>();
  const send = async (proof: string) => {
    const { name, url, types } = draft;
    const body = { name: name.trim(), url: url.trim(), types: [...types], cards: [] };
    setSecret((await create(body, proof)).secret);
  };
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>New webhook</Trans>}>
      {secret !== undefined && <WebhookSecret secret={secret} onDone={onClose} isNew />}
      {secret === undefined && !isFilled && (
        <WebhookForm
          draft={draft}
          onNext={(next) => {
            setDraft(next);
            setIsFilled(true);
          }}
        />
      )}
      {secret === undefined && isFilled && (
        <>
          <ProofForm confirmLabel={t`Create webhook`} onProven={send}>
            <Trans>Confirm that it’s you. The server learns what happens in your account.</Trans>
          </ProofForm>
          <Button kind="text" block className="mt-2" onClick={() => setIsFilled(false)}>
            <Trans>Back</Trans>
          </Button>
        </>
      )}
    </Sheet>
  );
}
