import { Trans, useLingui } from "@lingui/react/macro";
import type { CardApplication, CardSegment } from "@tessera/contract/cards/cards.schemas";
import { useEffect } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { shortfall } from "../../../lib/signed-amount.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { AddressChoice } from "./address-choice.tsx";
import {
  type ApplyDraft,
  type ApplyField,
  applyBodyOf,
  applyProblems,
  EMPTY_APPLICATION,
} from "./apply-draft.ts";
import { RefusalNote, ShortfallNote, UnknownOutcomeNote } from "./apply-outcome.tsx";
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
  const apply = useApplyForCard();
  const { answer, error, reset } = apply;

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

  const form = useForm<ApplyDraft, ApplyField>({
    initial: EMPTY_APPLICATION,
    hidesOnChange: true,
    problems: applyProblems,
    send: (draft) => apply.send(applyBodyOf(draft, segment)),
    write: { error },
  });
  return { ...form, apply };
}

/** Renders the form for a new card: its details, its cost and the button that creates the card. */
export function ApplyForm(props: ApplyFormProps) {
  const { segment, available, hasOwnAddress } = props;
  const { t } = useLingui();
  const form = useApplyForm(props);
  const { ref, draft, change, submit, errorAt, failure, apply } = form;
  const fee = formatMoney(segment.openingFee, segment.currency);
  const missing =
    available === undefined
      ? undefined
      : shortfall(segment.openingFee, available, segment.currency);
  const locked = apply.sending || apply.unknown;
  // After an attempt that was not sent, the fields say why, and the last refusal is out of date.
  const isBlocked = form.tried && !form.isRight;
  return (
    <form ref={ref} onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <fieldset disabled={locked} className="flex min-w-0 flex-col gap-5">
        <Field
          label={<Trans>Card name (optional)</Trans>}
          error={errorAt("nickname")}
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
              onChange={({ target }) => change({ nickname: target.value })}
            />
          )}
        </Field>
        <UsageChoice value={draft.usage} onChange={(usage) => change({ usage })} />
        {hasOwnAddress && (
          <AddressChoice
            value={draft.assignment}
            onChange={(assignment) => {
              change({ assignment });
              form.restart();
            }}
          />
        )}
        {draft.assignment === "custom" && (
          <BillingAddressFields
            draft={draft.address}
            errorAt={(field) => errorAt(`billingAddress.${field}`)}
            onChange={(field, value) =>
              change({ address: { ...draft.address, [field]: value } }, `billingAddress.${field}`)
            }
          />
        )}
      </fieldset>
      <FeePanel segment={segment} available={available} />
      {missing !== undefined && <ShortfallNote segment={segment} missing={missing} />}
      {failure !== undefined && apply.error !== null && missing === undefined && !isBlocked && (
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
