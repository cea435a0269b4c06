import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { type Command, EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { TOOL_COMMANDS } from "./rich-text-commands.ts";
import { htmlOf, parsePasted, parseText, schema } from "./rich-text-schema.ts";

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** Key bindings of the editor. Tab is not bound, so it moves the focus as in any other field. */
const KEYS: Readonly<Record<string, Command>> = {
  "Mod-b": TOOL_COMMANDS.bold,
  "Mod-i": TOOL_COMMANDS.emphasis,
  "Mod-z": TOOL_COMMANDS.undo,
  "Mod-y": TOOL_COMMANDS.redo,
  "Shift-Mod-z": TOOL_COMMANDS.redo,
  "Shift-Enter": breakLine,
  Enter: splitListItem(schema.nodes.list_item),
  "Mod-[": liftListItem(schema.nodes.list_item),
  "Mod-]": sinkListItem(schema.nodes.list_item),
};

/**
 * Sanitizes pasted or dropped HTML before inserting it. By default, the view would parse the HTML
 * unsanitized.
 */
function takeHtml(view: EditorView, data: DataTransfer | null, at?: number): boolean {
  const html = data?.getData("text/html") ?? "";
  if (html === "") {
    return false;
  }
  const slice = parsePasted(html);
  const { tr } = view.state;
  view.dispatch(
    (at === undefined ? tr.replaceSelection(slice) : tr.replace(at, at, slice)).scrollIntoView(),
  );
  return true;
}

interface TextViewOptions {
  readonly html: string;
  readonly attributes: () => Record<string, string>;
  readonly editable: () => boolean;
  readonly onFocus: (focused: boolean) => void;
  /** Called after each change to the selection or the text; `html` is set if the text changed. */
  readonly onChange: (state: EditorState, html: string | undefined) => void;
}

/** Creates an editor for an announcement's text in `place`. The caller must destroy it. */
export function createTextView(place: HTMLElement, options: TextViewOptions): EditorView {
  const state = EditorState.create({
    doc: parseText(options.html),
    plugins: [history(), keymap(KEYS), keymap(baseKeymap)],
  });
  const view: EditorView = new EditorView(place, {
    state,
    attributes: options.attributes,
    editable: options.editable,
    handleDOMEvents: {
      focus: () => options.onFocus(true),
      blur: () => options.onFocus(false),
      paste: (editor, event) => {
        const isTaken = takeHtml(editor, event.clipboardData);
        if (isTaken) {
          event.preventDefault();
        }
        return isTaken;
      },
      drop: (editor, event) => {
        if (editor.dragging !== null) {
          return false;
        }
        const at = editor.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        const isTaken = takeHtml(editor, event.dataTransfer, at);
        if (isTaken) {
          event.preventDefault();
        }
        return isTaken;
      },
    },
    dispatchTransaction: (transaction) => {
      const next = view.state.apply(transaction);
      view.updateState(next);
      options.onChange(next, transaction.docChanged ? htmlOf(next.doc) : undefined);
    },
  });
  // Styled inline, because otherwise every page would load a CSS rule that only this element uses.
  view.dom.style.minHeight = "12rem";
  view.dom.style.whiteSpace = "pre-wrap";
  return view;
}
