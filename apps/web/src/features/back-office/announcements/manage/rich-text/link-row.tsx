import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../../../../ui/form/button.tsx";
import { Field } from "../../../../../ui/form/field.tsx";
import { Input } from "../../../../../ui/form/input.tsx";
import { useForm } from "../../../../../ui/form/use-form.ts";
import { isAllowedHref } from "./rich-text-commands.ts";

interface LinkRowProps {
  /** Current target of the link. */
  readonly href: string | undefined;
  /** @param href the new target; undefined removes the link */
  readonly onSet: (href: string | undefined) => void;
  readonly onCancel: () => void;
}

/** Asks for the target of a link on the selected text. */
export function LinkRow({ href, onSet, onCancel }: LinkRowProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: { target: href ?? "" },
    problems: ({ target }) => ({
      target:
        !isAllowedHref(target.trim()) &&
        t`Start with https:// or mailto:, or enter a path in this console, such as /wallet.`,
    }),
    send: ({ target }) => onSet(target.trim()),
  });
  return (
    <div className="border-b border-line px-3 py-3">
      <Field label={<Trans>Link to</Trans>} error={form.errorAt("target")}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            {...form.text("target")}
            onKeyDown={(event) => {
              if (event.key === "Enter") {
                event.preventDefault();
                form.submit();
              } else if (event.key === "Escape") {
                event.stopPropagation();
                onCancel();
              }
            }}
          />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="md" kind="primary" onClick={form.submit}>
          <Trans>Set link</Trans>
        </Button>
        {href !== undefined && (
          <Button size="md" kind="destructive" onClick={() => onSet(undefined)}>
            <Trans>Remove link</Trans>
          </Button>
        )}
        <Button size="md" kind="text" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}
