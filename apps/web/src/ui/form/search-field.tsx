import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { Input } from "./input.tsx";

const PAUSE_MS = 300;

interface SearchFieldProps {
  /** Text that says what the user can search for. */
  readonly placeholder: string;
  readonly value: string;
  /** Called when typing pauses. */
  readonly onSearch: (text: string) => void;
  readonly onClose: () => void;
}

/** Renders a field that searches a list as the user types. */
export function SearchField({ placeholder, value, onSearch, onClose }: SearchFieldProps) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="block px-(--gutter) pb-1.5">
      <Input
        type="search"
        aria-label={t`Search`}
        placeholder={placeholder}
        // The field appears when the user asks for it, so it takes the focus.
        autoFocus={value === ""}
        enterKeyHint="search"
        maxLength={80}
        value={text}
        className="[&::-webkit-search-cancel-button]:hidden"
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(target.value.trim()), PAUSE_MS);
        }}
        trailing={
          <IconButton
            label={t`Close search`}
            onClick={() => {
              clearTimeout(timer.current);
              onClose();
            }}
          >
            <X aria-hidden="true" size={20} strokeWidth={1.75} />
          </IconButton>
        }
      />
    </search>
  );
}

/** Renders the button that opens the search field. */
export function SearchButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useLingui();
  return (
    <IconButton label={t`Search`} onClick={onClick}>
      <Search aria-hidden="true" size={22} strokeWidth={1.75} />
    </IconButton>
  );
}
