import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { CurrencyCode } from "@tessera/money";
import { ChevronRight } from "lucide-react";
import { useLocale } from "../../../lib/locale.ts";
import { RULE_TEMPLATES, templateRule } from "./rule-templates.ts";
import { ruleSentence } from "./sentence/rule-sentence.ts";

/** Lists rule templates. Selecting one opens the editor with its values filled in. */
export function TemplateList({ currency }: { readonly currency: CurrencyCode }) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <>
      <p className="pt-3.5 pb-1.5 text-small text-ink-3">
        <Trans>Each template comes filled in. Change anything you like before you save it.</Trans>
      </p>
      <ul>
        {RULE_TEMPLATES.map((template) => {
          const { key, icon: Icon, name } = template;
          return (
            <li key={key} className="border-line not-first:border-t">
              <Link
                to="/risk-strategies"
                search={{ rule: "new", template: key }}
                className="flex min-h-16 items-center gap-3 py-2.5"
              >
                <span className="grid size-10 flex-none place-items-center rounded-small bg-fill text-ink-2">
                  <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{t(name)}</span>
                  <span className="block text-small text-ink-3">
                    {ruleSentence(templateRule(template, currency), (text) => t(text), locale)}
                  </span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  size={20}
                  strokeWidth={1.75}
                  className="flex-none text-ink-3"
                />
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
