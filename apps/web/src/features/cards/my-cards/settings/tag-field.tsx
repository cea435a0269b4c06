import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MAX_TAG_LENGTH, MAX_TAGS } from "@tessera/contract/cards/cards.schemas";
import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { FilterChip } from "../../../../ui/form/filter-chip.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { cardTagsQuery } from "./settings.queries.ts";
import { addTag, suggestedTags } from "./tag-draft.ts";

interface TagFieldProps {
  readonly tags: readonly string[];
  /** The tag being typed. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChange: (tags: readonly string[]) => void;
}

/**
 * Renders a field to edit a card's tags: remove them, type new ones, or choose from other cards'
 * tags.
 */
export function TagField({ tags, typed, onType, onChange }: TagFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { data: known = [] } = useQuery(cardTagsQuery);
  const isFull = tags.length >= MAX_TAGS;
  const suggested = isFull ? [] : suggestedTags(known, tags, typed);
  const add = (tag: string) => {
    onChange(addTag(tags, tag));
    onType("");
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an IME is composing text, for example Chinese, Enter only confirms the composition.
    if (event.nativeEvent.isComposing || typed.trim() === "") {
      return;
    }
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add(typed);
    }
  };
  return (
    <div>
      {tags.length > 0 && (
        <ul aria-label={t`Tags`} className="mb-3 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <FilterChip
                selected
                onClick={() => {
                  onChange(tags.filter((one) => one !== tag));
                  input.current?.focus();
                }}
                label={t`Remove tag ${tag}`}
                trailing={<X aria-hidden="true" size={16} strokeWidth={2} />}
              >
                <span className="truncate">{tag}</span>
              </FilterChip>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t`Add a tag`}
        hint={
          isFull ? (
            <Trans>A card can have up to {MAX_TAGS} tags. Remove one to add another.</Trans>
          ) : (
            <Trans>Use tags, such as a team or project, to find cards and transactions.</Trans>
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={typed}
            disabled={isFull}
            maxLength={MAX_TAG_LENGTH}
            autoComplete="off"
            enterKeyHint="done"
            onChange={({ target }) => onType(target.value)}
            onKeyDown={onKeyDown}
            trailing={
              typed.trim() === "" ? undefined : (
                <Button size="md" kind="text" onClick={() => add(typed)}>
                  <Trans>Add</Trans>
                </Button>
              )
            }
          />
        )}
      </Field>
      {suggested.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: these are suggestions, not form fields
        <div role="group" aria-label={t`Your other tags`} className="mt-3 flex flex-wrap gap-2">
          {suggested.map((tag) => (
            <FilterChip
              key={tag}
              onClick={() => add(tag)}
              label={t`Add tag ${tag}`}
              leading={<Plus aria-hidden="true" size={16} strokeWidth={2} />}
            >
              {tag}
            </FilterChip>
          ))}
        </div>
      )}
    </div>
  );
}
