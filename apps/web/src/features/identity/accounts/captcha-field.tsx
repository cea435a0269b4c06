import { Trans, useLingui } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { Field, FieldError } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import type { CaptchaState } from "./use-captcha.ts";
import type { CaptchaChoice } from "./use-captcha-answer.ts";

interface CaptchaFieldProps {
  readonly captcha: CaptchaChoice;
  readonly onReload: () => void;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What Enter does in the field instead of sending the whole form. */
  readonly onEnter: (() => void) | undefined;
  readonly error: string | undefined;
}

function CaptchaImage({ state }: { readonly state: CaptchaState }) {
  const { t } = useLingui();
  if (state.kind === "ready") {
    return (
      <img
        src={state.captcha.imageUrl}
        alt={t`Characters to type`}
        width={120}
        height={44}
        className="h-11 w-30 rounded-small bg-white object-cover"
      />
    );
  }
  if (state.kind === "loading") {
    return <Skeleton className="h-11 w-30 rounded-small" />;
  }
  return (
    <span className="flex h-11 w-30 items-center justify-center gap-1.5 rounded-small bg-fill text-small font-medium">
      <RefreshCw aria-hidden="true" size={16} strokeWidth={2} />
      <Trans>Reload</Trans>
    </span>
  );
}

/** Asks for the characters in an image. Pressing the image loads another one. */
function PictureField(props: CaptchaFieldProps) {
  const { captcha, onReload, value, onChange, onEnter, error } = props;
  const { t } = useLingui();
  const state = captcha.picture;
  const broken =
    state.kind !== "failed"
      ? undefined
      : state.reason === "missing-id"
        ? t`Failed to get captcha ID`
        : t`Couldn’t load the image`;
  return (
    <Field label={t`Characters in the image`} error={error ?? broken}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          <Input
            {...control}
            boxClassName="min-w-0 flex-1 basis-32"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && onEnter !== undefined) {
                event.preventDefault();
                onEnter();
              }
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={16}
          />
          <button
            type="button"
            aria-label={t`Show another image`}
            title={t`Show another image`}
            onClick={onReload}
            className="flex-none rounded-small"
          >
            <CaptchaImage state={state} />
          </button>
        </div>
      )}
    </Field>
  );
}

/** Explains that the browser computes a proof instead of showing an image. */
function ProofField({
  proving,
  error,
}: {
  readonly proving: boolean;
  readonly error: string | undefined;
}) {
  return (
    <div>
      <Note role="status">
        {proving ? (
          <Trans>Your browser is calculating. This takes a few seconds.</Trans>
        ) : (
          <Trans>
            There’s nothing to read or type. When you submit the form, your browser runs a
            calculation for a few seconds to show that you aren’t a bot.
          </Trans>
        )}
      </Note>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  );
}

/**
 * Checks that a person is using the form: they type the characters in an image or, if they cannot
 * see it, let the browser compute a proof of work.
 */
export function CaptchaField(props: CaptchaFieldProps) {
  const { captcha, error } = props;
  const byPicture = captcha.way === "picture";
  return (
    <>
      {byPicture ? (
        <PictureField {...props} />
      ) : (
        <ProofField proving={captcha.proving} error={error} />
      )}
      <button
        type="button"
        className={`${textLinkClass} -my-3.5 self-start text-small`}
        onClick={() => {
          captcha.choose(byPicture ? "proof" : "picture");
          props.onChange("");
        }}
      >
        {byPicture ? (
          <Trans>I can’t see the picture</Trans>
        ) : (
          <Trans>Use the picture instead</Trans>
        )}
      </button>
    </>
  );
}
