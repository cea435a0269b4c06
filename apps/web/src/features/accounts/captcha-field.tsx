import { Trans, useLingui } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { CaptchaState } from "./use-captcha.ts";

interface CaptchaFieldProps {
  readonly state: CaptchaState;
  readonly onReload: () => void;
  readonly value: string;
  readonly onChange: (value: string) => void;
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

/** The characters of an image, to show that a person is asking. Pressing the image changes it. */
export function CaptchaField({ state, onReload, value, onChange, error }: CaptchaFieldProps) {
  const { t } = useLingui();
  const broken =
    state.kind !== "failed"
      ? undefined
      : state.reason === "missing-id"
        ? t`Failed to get captcha ID`
        : t`The image could not be loaded`;
  return (
    <Field label={t`Characters in the image`} error={error ?? broken}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          <Input
            {...control}
            boxClassName="min-w-0 flex-1 basis-32"
            value={value}
            onChange={(event) => onChange(event.target.value)}
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
