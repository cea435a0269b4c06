import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { MAX_COMPANY_NAME } from "@tessera/contract/identity/companies.schemas";
import { useId, useState } from "react";
import { v7 } from "uuid";
import { Button } from "../../../ui/form/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field, FieldError } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";
import { useOwnWrites } from "./companies.queries.ts";
import { useCompanyFailure } from "./use-company-failure.ts";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function useCreation(onClose: () => void) {
  const { t } = useLingui();
  const { create } = useOwnWrites();
  // One key for all attempts, so that a company is opened once.
  const [key] = useState(() => v7());
  return useForm({
    initial: { name: "", agreed: false },
    problems: ({ name, agreed }) => ({
      name: name.trim() === "" && t`Enter a name`,
      agreed: !agreed && t`Check the box to accept.`,
    }),
    send: async ({ name }) => {
      await create(name.trim(), key);
      onClose();
    },
  });
}

/** Opens a company, for which the person accepts the legal texts. */
export function CreateCompanySheet({ open, onClose }: SheetProps) {
  const { t } = useLingui();
  const errorId = useId();
  const form = useCreation(onClose);
  const failureText = useCompanyFailure();
  const missing = form.errorAt("agreed");
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Open a company</Trans>}>
      <p className="text-ink-2">
        <Trans>
          A company has accounts and cards of its own. You own it, and invite others to act for it.
          You need a second factor.
        </Trans>
      </p>
      <form ref={form.ref} noValidate className="mt-4" onSubmit={form.submit}>
        <Field label={t`Name of the company`} error={form.errorAt("name")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="organization"
              maxLength={MAX_COMPANY_NAME}
              {...form.text("name")}
            />
          )}
        </Field>
        <Checkbox
          multiline
          className="mt-3"
          checked={form.draft.agreed}
          onChange={({ target }) => form.change({ agreed: target.checked })}
          aria-invalid={missing === undefined ? undefined : true}
          aria-describedby={missing === undefined ? undefined : errorId}
        >
          <Trans>
            I accept the{" "}
            <Link to="/legal/agreement" target="_blank" className={inlineLinkClass}>
              legal documents
            </Link>{" "}
            for this company
          </Trans>
        </Checkbox>
        {missing !== undefined && <FieldError id={errorId}>{missing}</FieldError>}
        {form.failure !== undefined && (
          <Note tone="negative" role="alert" className="mt-2">
            {failureText(form.failure)}
          </Note>
        )}
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-5"
          loadingLabel={form.sending ? t`Opening the company` : undefined}
        >
          <Trans>Open company</Trans>
        </Button>
      </form>
    </Sheet>
  );
}
