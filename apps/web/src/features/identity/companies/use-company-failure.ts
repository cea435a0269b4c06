import { useLingui } from "@lingui/react/macro";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";

/**
 * Returns a function that says why a call about companies failed. A person without a second factor
 * learns where to set one up; the general message asks for a factor that they do not have.
 */
export function useCompanyFailure(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) =>
    error instanceof ApiError && error.code === "second_factor_required"
      ? t`Set up a second factor first, under “Second factor” in your profile.`
      : messageOf(error, t`Unknown error`);
}
