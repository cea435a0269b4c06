import { Trans, useLingui } from "@lingui/react/macro";
import type { CardApplication, CardSegment } from "@tessera/contract/cards/cards.schemas";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { shortfall } from "../../../lib/signed-amount.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { AddressChoice } from "./address-choice.tsx";
import { applyBodyOf, EMPTY_APPLICATION, fieldErrorsOf } from "./apply-draft.ts";
import { RefusalNote, ShortfallNote, UnknownOutcomeNote } from "./apply-outcome.tsx";
import { type AddressField, missingFields } from "./billing-address.ts";
import { BillingAddressFields } from "./billing-address-fields.tsx";
import { FeePanel } from "./fee-panel.tsx";
import { useApplyForCard } from "./issuing.mutations.ts";
import { UsageChoice } from "./usage-choice.tsx";

export interface ApplyFormProps {
  readonly segment: CardSegment;
  /**
   * Available balance of the account that pays the fee; `undefined` while the balance is loading.
   */
  readonly available: string | undefined;
  /** True if the card uses a separate billing address instead of the cardholder's. */
  readonly hasOwnAddress: boolean;
  readonly onApplied: (application: CardApplication) => void;
  /** Called if the issuer needs more details about the customer or rejects the submitted ones. */
  readonly onHolderRefused: (error: ApiError) => void;
}

const HOLDER_REFUSALS = [
  "holder_facts_missing",
  "holder_facts_refused",
  "holder_country_not_served",
];

function useApplyForm({ segment, onApplied, onHolderRefused }: ApplyFormProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(EMPTY_APPLICATION);
  const [missing, setMissing] = useState<readonly AddressField[]>([]);
  const apply = useApplyForCard();
  const { answer, error, reset } = apply;
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useRefusedFocus(form, refusals);
  useRefusedFocus(form, apply.error);

  useEffect(() => {
    if (answer !== undefined) {
      onApplied(answer);
    }
  }, [answer, onApplied]);

  useEffect(() => {
    if (error instanceof ApiError && HOLDER_REFUSALS.includes(error.code)) {
      reset();
      onHolderRefused(error);
    }
  }, [error, reset, onHolderRefused]);

  const fromServer = fieldErrorsOf(apply.error);
  const address = { ...fromServer.address };
  for (const field of missing) {
    address[field] ??= t`Fill in this field.`;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = draft.assignment === "custom" ? missingFields(draft.address) : [];
    setMissing(empty);
    if (empty.length === 0) {
      apply.send(applyBodyOf(draft, segment));
    } else {
      setRefusals(refusals + 1);
    }
  };
  const setField = (field: AddressField, value: string) => {
    setDraft((old) => ({ ...old, address: { ...old.address, [field]: value } }));
    setMissing((old) => old.filter((one) => one !== field));
  };
  return { form, draft, setDraft, setField, submit, apply, errors: { ...fromServer, address } };
}

/** Renders the form for a new card: its details, its cost and the button that creates the card. */
export function ApplyForm(props: ApplyFormProps) {
  const { segment, available, hasOwnAddress } = props;
  const { t } = useLingui();
  const { form, draft, setDraft, setField, submit, apply, errors } = useApplyForm(props);
  const fee = formatMoney(segment.openingFee, segment.currency);
  const missing =
    available === undefined
      ? undefined
      : shortfall(segment.openingFee, available, segment.currency);
  const locked = apply.sending || apply.unknown;
  const hasFieldErrors = errors.nickname !== undefined || Object.keys(errors.address).length > 0;
  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <fieldset disabled={locked} className="flex min-w-0 flex-col gap-5">
        <Field
          label={<Trans>Card name (optional)</Trans>}
          error={errors.nickname}
          hint={
            <Trans>
              If you leave it empty, the card is named after its mosaic, such as Lapis Sun.
            </Trans>
          }
        >
          {(control) => (
            <Input
              {...control}
              name="nickname"
              autoComplete="off"
              maxLength={40}
              value={draft.nickname}
              onChange={({ target }) => setDraft((old) => ({ ...old, nickname: target.value }))}
            />
          )}
        </Field>
        <UsageChoice
          value={draft.usage}
          onChange={(usage) => setDraft((old) => ({ ...old, usage }))}
        />
        {hasOwnAddress && (
          <AddressChoice
            value={draft.assignment}
            onChange={(assignment) => setDraft((old) => ({ ...old, assignment }))}
          />
        )}
        {draft.assignment === "custom" && (
          <BillingAddressFields draft={draft.address} errors={errors.address} onChange={setField} />
        )}
      </fieldset>
      <FeePanel segment={segment} available={available} />
      {missing !== undefined && <ShortfallNote segment={segment} missing={missing} />}
      {apply.error !== null && !hasFieldErrors && missing === undefined && (
        <RefusalNote segment={segment} error={apply.error} feeSent={apply.sent?.openingFee} />
      )}
      {apply.unknown && !apply.sending ? (
        <UnknownOutcomeNote onAskAgain={apply.sendAgain} />
      ) : (
        <Button
          type="submit"
          kind="primary"
          block
          disabled={missing !== undefined || !segment.inStock}
          loadingLabel={
            apply.sending ? (apply.processing ? t`Still processing` : t`Creating`) : undefined
          }
        >
          <Trans>Create card for {fee}</Trans>
        </Button>
      )}
    </form>
  );
}
