import { Trans, useLingui } from "@lingui/react/macro";
import type { LogChange } from "@tessera/contract/back-office/logs.schemas";
import { ArrowRight } from "lucide-react";
import { FIELD_TEXTS, valueText } from "./log-words.ts";

/** Lists the changed fields with their old and new values. */
export function Changes({ changes }: { readonly changes: readonly LogChange[] }) {
  const { t } = useLingui();
  if (changes.length === 0) {
    return null;
  }
  return (
    <section className="mt-3">
      <h3 className="text-small font-medium text-ink-3">
        <Trans>What changed</Trans>
      </h3>
      <dl>
        {changes.map(({ field, from, to }) => (
          <div key={field} className="border-line py-2.5 not-first:border-t">
            <dt className="text-ink-2">{t(FIELD_TEXTS[field])}</dt>
            <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 font-medium">
              <span className="min-w-0 break-words text-ink-3">
                <span className="sr-only">{t({ message: "From", context: "logs" })} </span>
                {valueText(field, from, t)}
              </span>
              <ArrowRight aria-hidden="true" size={16} strokeWidth={1.75} className="text-ink-3" />
              <span className="min-w-0 break-words">
                <span className="sr-only">{t({ message: "to", context: "logs" })} </span>
                {valueText(field, to, t)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
