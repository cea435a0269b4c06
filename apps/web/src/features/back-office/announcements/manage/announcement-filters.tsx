import { useLingui } from "@lingui/react/macro";
import {
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_STATUSES,
  ANNOUNCEMENT_TYPES,
} from "@tessera/contract/back-office/announcements.schemas";
import { LOCALES } from "@tessera/contract/errors/locales";
import { Search, X } from "lucide-react";
import { useState } from "react";
import { CompactSelect } from "../../../../ui/form/compact-select.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { LOCALE_NAMES } from "../../../../ui/form/preference-buttons.tsx";
import { AUDIENCE_WORDS, STATUS_LOOKS, TYPE_WORDS } from "./announcement-words.ts";
import { type AnnouncementSearch, filtersOf } from "./manage.queries.ts";

interface AnnouncementFiltersProps {
  readonly search: AnnouncementSearch;
  readonly onChange: (
    changes: Partial<Record<keyof AnnouncementSearch, string | undefined>>,
  ) => void;
}

function SearchBox({ search, onChange }: AnnouncementFiltersProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(search.q ?? "");
  const [last, setLast] = useState(search.q);
  // The URL can also change elsewhere, for example with the back button.
  if (search.q !== last) {
    setLast(search.q);
    setTyped(search.q ?? "");
  }
  return (
    <search className="block min-w-0 flex-[1_1_6rem]" style={{ flexBasis: "16rem" }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ q: typed.trim() });
        }}
      >
        <Input
          type="search"
          aria-label={t`Search titles`}
          placeholder={t`Search titles`}
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value === "") {
              onChange({ q: undefined });
            }
          }}
          onBlur={() => onChange({ q: typed.trim() })}
          className="[&::-webkit-search-cancel-button]:hidden"
          trailing={
            typed === "" ? (
              <span className="pr-2.5 text-ink-3">
                <Search aria-hidden="true" size={20} strokeWidth={1.75} />
              </span>
            ) : (
              <IconButton
                label={t`Clear search`}
                onClick={() => {
                  setTyped("");
                  onChange({ q: undefined });
                }}
              >
                <X aria-hidden="true" size={20} strokeWidth={1.75} />
              </IconButton>
            )
          }
        />
      </form>
    </search>
  );
}

/** Renders the search field and the filters for the list. */
export function AnnouncementFilters({ search, onChange }: AnnouncementFiltersProps) {
  const { t } = useLingui();
  const chosen = filtersOf(search);
  const selects = [
    {
      name: "status",
      label: t`Status`,
      any: t`Any status`,
      options: ANNOUNCEMENT_STATUSES.map((value) => ({
        value,
        label: t(STATUS_LOOKS[value].text),
      })),
    },
    {
      name: "type",
      label: t`Type`,
      any: t`Any type`,
      options: ANNOUNCEMENT_TYPES.map((value) => ({ value, label: t(TYPE_WORDS[value]) })),
    },
    {
      name: "audience",
      label: t`Audience`,
      any: t`Any audience`,
      options: ANNOUNCEMENT_AUDIENCES.map((value) => ({ value, label: t(AUDIENCE_WORDS[value]) })),
    },
    {
      name: "missing",
      label: t`Language`,
      any: t`Any language`,
      options: LOCALES.map((value) => {
        const name = LOCALE_NAMES[value];
        return { value, label: t`${name} missing` };
      }),
    },
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-2.5 pb-2">
      <SearchBox search={search} onChange={onChange} />
      <div className="flex flex-wrap gap-2">
        {selects.map(({ name, label, any, options }) => (
          <CompactSelect<string>
            key={name}
            label={label}
            options={[{ value: "", label: any }, ...options]}
            value={chosen[name] ?? ""}
            onChange={(value) => onChange({ [name]: value === "" ? undefined : value })}
          />
        ))}
      </div>
    </div>
  );
}
