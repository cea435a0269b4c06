import { useLingui } from "@lingui/react/macro";
import { LogoMark } from "../ui/layout/logo.tsx";

/** While a page is on its way and it takes long enough to be noticed. */
export function PendingScreen() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="grid min-h-60 place-items-center">
      <LogoMark size={32} />
    </div>
  );
}
