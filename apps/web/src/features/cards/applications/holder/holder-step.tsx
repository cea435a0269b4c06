import { Trans } from "@lingui/react/macro";
import { Note } from "../../../../ui/layout/panel.tsx";
import { HolderForm } from "./holder-form.tsx";
import type { HolderFormProps } from "./use-holder-form.ts";

/** Renders the step of an application that asks for the details the issuer needs. */
export function HolderStep(props: HolderFormProps & { readonly message: string | undefined }) {
  const { message, ...form } = props;
  return (
    <section className="mt-6">
      <h2 className="text-h2">
        <Trans>About you</Trans>
      </h2>
      <p className="mt-1 mb-5 text-small text-ink-3">
        <Trans>
          The card issuer must know who its cards are for. We store these details encrypted and
          share them with the issuer. You enter them only once.
        </Trans>
      </p>
      {message !== undefined && (
        <Note tone="negative" role="alert" className="mb-5">
          {message}
        </Note>
      )}
      <HolderForm {...form} />
    </section>
  );
}
