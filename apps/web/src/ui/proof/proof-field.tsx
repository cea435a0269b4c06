import { useLingui } from "@lingui/react/macro";
import { loadTexts } from "../../i18n/catalog.ts";
import { Field } from "../form/field.tsx";
import { PasswordInput } from "../form/password-input.tsx";
import { lazyPart } from "../layout/lazy-part.tsx";
import { Skeleton } from "../list/skeleton.tsx";
import type { Proving } from "./use-proof.ts";

const WAITING = <Skeleton className="h-12 w-full rounded-control" />;

/** Loaded only for users with a second factor. */
const FactorField = lazyPart(async () => {
  const [{ FactorField: Loaded }] = await Promise.all([
    import("./factor-field.tsx"),
    loadTexts("factors"),
  ]);
  return Loaded;
}, WAITING);

interface ProofFieldProps {
  readonly proving: Proving;
  /** Label of the password field; defaults to "Password". */
  readonly passwordLabel?: string | undefined;
  /** Whether to focus the field when it appears. */
  readonly autoFocus?: boolean | undefined;
}

/** Renders the input for the user's password or second factor. */
export function ProofField({ proving, passwordLabel, autoFocus }: ProofFieldProps) {
  const { t } = useLingui();
  if (proving.isPending) {
    return WAITING;
  }
  if (proving.method !== "password") {
    return <FactorField proving={proving} autoFocus={autoFocus} />;
  }
  const { problem } = proving;
  const error = typeof problem === "object" ? problem.message : t`Enter your password`;
  return (
    <Field label={passwordLabel ?? t`Password`} error={problem === undefined ? undefined : error}>
      {(control) => (
        <PasswordInput
          {...control}
          name="current"
          autoComplete="current-password"
          maxLength={128}
          value={proving.value}
          onChange={(event) => proving.type(event.target.value)}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}
