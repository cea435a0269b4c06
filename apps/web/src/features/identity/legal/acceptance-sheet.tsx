import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { acceptTexts } from "@tessera/contract/identity/legal.endpoints";
import type { OutstandingText } from "@tessera/contract/identity/legal.schemas";
import { useId } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { outstandingQuery } from "./acceptances.queries.ts";
import { InForce, LEGAL_NAMES } from "./legal-labels.tsx";

/** Accepts the displayed texts in the displayed language. */
function useAcceptance(texts: readonly OutstandingText[]) {
  const { t } = useLingui();
  const locale = useLocale();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["acceptances"] });
  return useMutation({
    mutationFn: () =>
      call(acceptTexts, {
        body: { texts: texts.map(({ text, version }) => ({ text, version, locale })) },
      }),
    onSuccess: (outstanding) => {
      client.setQueryData(outstandingQuery(locale).queryKey, outstanding);
      showToast({ tone: "success", text: t`Accepted. You can continue.` });
      return refresh();
    },
    // Refetches, because a newer version may have taken effect in the meantime.
    onError: refresh,
  });
}

function ChangedText({ text, version, effectiveFrom, changes }: OutstandingText) {
  const { t } = useLingui();
  const { title, path } = LEGAL_NAMES[text];
  return (
    <li className="border-b border-line py-3 last:border-0">
      <Link
        to={path}
        search={{ version: String(version) }}
        target="_blank"
        className={`${textLinkClass} -my-3.5`}
      >
        {t(title)}
      </Link>
      <InForce version={version} from={effectiveFrom} />
      {changes !== null && <p className="mt-1.5 text-ink-2">{changes}</p>}
    </li>
  );
}

interface AcceptanceSheetProps {
  readonly texts: readonly OutstandingText[];
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Asks the customer to accept the versions in force, and says what changed and what is blocked
 * until they accept.
 */
export function AcceptanceSheet({ texts, open, onClose }: AcceptanceSheetProps) {
  const { t } = useLingui();
  const errorId = useId();
  const { mutate, isPending, error } = useAcceptance(texts);
  const haveChanged = texts.some(({ acceptedVersion }) => acceptedVersion !== null);
  const form = useForm({
    initial: { agreed: false },
    problems: ({ agreed }) => ({ agreed: !agreed && t`Check the box to accept.` }),
    send: () => mutate(),
  });
  const missing = form.errorAt("agreed");
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={haveChanged ? t`Our legal documents have changed` : t`Accept our legal documents`}
    >
      <p className="text-ink-2">
        <Trans>
          Please read and accept these versions. Until you do, you can’t open cards or add money.
          Your cards keep working, and you can still withdraw your money and contact support.
        </Trans>
      </p>
      <ul className="mt-3">
        {texts.map((text) => (
          <ChangedText key={text.text} {...text} />
        ))}
      </ul>
      <form ref={form.ref} noValidate onSubmit={form.submit}>
        <Checkbox
          multiline
          checked={form.draft.agreed}
          onChange={({ target }) => form.change({ agreed: target.checked })}
          aria-invalid={missing === undefined ? undefined : true}
          aria-describedby={missing === undefined ? undefined : errorId}
        >
          <Trans>I have read and accept these texts</Trans>
        </Checkbox>
        {missing !== undefined && <FieldError id={errorId}>{missing}</FieldError>}
        {error !== null && (
          <Note tone="negative" role="alert" className="mt-2">
            {messageOf(error, t`Your acceptance could not be recorded. Try again.`)}
          </Note>
        )}
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-3"
          loadingLabel={isPending ? t`Accepting` : undefined}
        >
          <Trans>Accept</Trans>
        </Button>
      </form>
      <Button kind="text" block className="mt-1" onClick={onClose}>
        <Trans>Not now</Trans>
      </Button>
    </Sheet>
  );
}
