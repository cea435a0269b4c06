import { useLingui } from "@lingui/react/macro";
import type { Locale } from "@tessera/contract/errors/locales";
import {
  Bold,
  Heading,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Undo2,
} from "lucide-react";
import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useEffect, useRef, useState } from "react";
import { iconButtonClass } from "../../../../../ui/form/icon-button.tsx";
import { classNames } from "../../../../../ui/style/class-names.ts";
import { PROSE } from "../../announcement-prose.ts";
import { LinkRow } from "./link-row.tsx";
import { activeTools, linkAt, setLink, TOOL_COMMANDS, type Tool } from "./rich-text-commands.ts";
import { createTextView } from "./rich-text-view.ts";

interface RichTextEditorProps {
  readonly labelId: string;
  readonly noteId: string;
  readonly locale: Locale;
  /** The initial text. From then on, the editor manages its own text. */
  readonly html: string;
  readonly invalid: boolean;
  readonly disabled: boolean;
  readonly onChange: (html: string) => void;
}

interface ToolLook {
  readonly tool: Tool;
  readonly label: string;
  readonly icon: LucideIcon;
}

function useToolLooks(): readonly ToolLook[] {
  const { t } = useLingui();
  return [
    { tool: "bold", label: t`Bold`, icon: Bold },
    { tool: "emphasis", label: t`Italic`, icon: Italic },
    { tool: "heading", label: t`Heading`, icon: Heading },
    { tool: "bullets", label: t`Bulleted list`, icon: List },
    { tool: "numbers", label: t`Numbered list`, icon: ListOrdered },
    { tool: "quote", label: t`Quote`, icon: Quote },
    { tool: "undo", label: t`Undo`, icon: Undo2 },
    { tool: "redo", label: t`Redo`, icon: Redo2 },
  ];
}

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;
const PRESSED = "bg-accent-soft text-accent-ink";

/** Returns the border of the field: accent color on focus, negative color on error. */
function edgeOf(invalid: boolean, focused: boolean): string {
  if (focused) {
    return "inset 0 0 0 2px var(--accent)";
  }
  return invalid ? "inset 0 0 0 2px var(--negative)" : "inset 0 0 0 1px var(--control)";
}

function attributesOf({ labelId, noteId, locale, invalid, disabled }: RichTextEditorProps) {
  return {
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": labelId,
    "aria-describedby": noteId,
    "aria-invalid": String(invalid),
    "aria-disabled": String(disabled),
    lang: locale,
    class: classNames(PROSE, "px-4 py-3 text-ink-2 outline-none wrap-break-word"),
  };
}

/** The toolbar's state for the current selection. */
interface Standing {
  readonly tools: ReadonlySet<Tool>;
  readonly href: string | undefined;
  readonly focused: boolean;
}

const NOWHERE: Standing = { tools: new Set(), href: undefined, focused: false };

function useTextView(props: RichTextEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [standing, setStanding] = useState(NOWHERE);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
    // Makes the view reread its attributes.
    view.current?.setProps({});
  });
  useEffect(() => {
    if (place.current === null) {
      return undefined;
    }
    const created = createTextView(place.current, {
      html: latest.current.html,
      attributes: () => attributesOf(latest.current),
      editable: () => !latest.current.disabled,
      onFocus: (focused) => setStanding((old) => ({ ...old, focused })),
      onChange: (state: EditorState, html) => {
        setStanding((old) => ({ ...old, tools: activeTools(state), href: linkAt(state) }));
        if (html !== undefined) {
          latest.current.onChange(html);
        }
      },
    });
    view.current = created;
    return () => {
      view.current = undefined;
      created.destroy();
    };
  }, []);
  return { place, view, standing };
}

/** Edits an announcement's text and offers only the allowed formatting. Import it lazily. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { t } = useLingui();
  const { place, view, standing } = useTextView(props);
  const [linking, setLinking] = useState(false);
  const looks = useToolLooks();
  const run = (command: (typeof TOOL_COMMANDS)[Tool]) => {
    const editor = view.current;
    if (editor !== undefined) {
      command(editor.state, editor.dispatch, editor);
      editor.focus();
    }
  };
  return (
    <div
      className="overflow-hidden rounded-control bg-surface transition-shadow duration-120"
      // Styled inline, because otherwise every page would load a CSS rule that only this element
      // uses.
      style={{ boxShadow: edgeOf(props.invalid, standing.focused) }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be named after its text */}
      <div
        role="group"
        aria-label={t`Formatting`}
        className="flex flex-wrap gap-0.5 border-b border-line py-1"
      >
        {looks.map(({ tool, label, icon: Icon }) => (
          <button
            key={tool}
            type="button"
            aria-label={label}
            aria-pressed={tool === "undo" || tool === "redo" ? undefined : standing.tools.has(tool)}
            disabled={props.disabled}
            // Keeps the text selected when the user clicks or taps a button.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run(TOOL_COMMANDS[tool])}
            className={classNames(iconButtonClass, standing.tools.has(tool) && PRESSED)}
          >
            <Icon {...ICON} />
          </button>
        ))}
        <button
          type="button"
          aria-label={t`Link`}
          aria-pressed={standing.href !== undefined}
          aria-expanded={linking}
          disabled={props.disabled}
          onClick={() => setLinking(!linking)}
          className={classNames(iconButtonClass, standing.href !== undefined && PRESSED)}
        >
          <Link {...ICON} />
        </button>
      </div>
      {linking && (
        <LinkRow
          href={standing.href}
          onCancel={() => {
            setLinking(false);
            view.current?.focus();
          }}
          onSet={(href) => {
            setLinking(false);
            run(setLink(href));
          }}
        />
      )}
      <div ref={place} />
    </div>
  );
}
