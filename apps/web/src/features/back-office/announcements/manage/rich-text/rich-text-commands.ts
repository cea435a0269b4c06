import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { MarkType, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import type { Command, EditorState } from "prosemirror-state";
import { schema } from "./rich-text-schema.ts";

const { marks, nodes } = schema;

/** The toolbar buttons. */
export type Tool =
  | "bold"
  | "emphasis"
  | "heading"
  | "bullets"
  | "numbers"
  | "quote"
  | "undo"
  | "redo";

/** Returns true if the selection has a mark, or if text typed next will have it. */
function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, $from, empty } = selection;
  return empty
    ? type.isInSet(storedMarks ?? $from.marks()) !== undefined
    : doc.rangeHasMark(from, to, type);
}

function isIn({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type === type) {
      return true;
    }
  }
  return false;
}

/** Returns the tools that are active for the selection. */
export function activeTools(state: EditorState): ReadonlySet<Tool> {
  const found = new Set<Tool>();
  const note = (tool: Tool, isOn: boolean) => isOn && found.add(tool);
  note("bold", hasMark(state, marks.strong));
  note("emphasis", hasMark(state, marks.em));
  note("heading", isIn(state, nodes.heading));
  note("bullets", isIn(state, nodes.bullet_list));
  note("numbers", isIn(state, nodes.ordered_list));
  note("quote", isIn(state, nodes.blockquote));
  return found;
}

const toggleHeading: Command = (state, dispatch) =>
  isIn(state, nodes.heading)
    ? setBlockType(nodes.paragraph)(state, dispatch)
    : setBlockType(nodes.heading, { level: 3 })(state, dispatch);

const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) =>
    isIn(state, type)
      ? liftListItem(nodes.list_item)(state, dispatch)
      : wrapInList(type)(state, dispatch);

const toggleQuote: Command = (state, dispatch) =>
  isIn(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

export const TOOL_COMMANDS: Readonly<Record<Tool, Command>> = {
  bold: toggleMark(marks.strong),
  emphasis: toggleMark(marks.em),
  heading: toggleHeading,
  bullets: toggleList(nodes.bullet_list),
  numbers: toggleList(nodes.ordered_list),
  quote: toggleQuote,
  undo,
  redo,
};

/** Returns the target of the link at the selection, or undefined if there is none. */
export function linkAt({ selection, doc }: EditorState): string | undefined {
  const { $from, from, to } = selection;
  let href = marks.link.isInSet($from.marks())?.attrs.href as string | undefined;
  doc.nodesBetween(from, to, (node) => {
    href ??= marks.link.isInSet(node.marks)?.attrs.href as string | undefined;
  });
  return href;
}

/** Turns the selected text into a link, or removes the link if there is no target. */
export function setLink(href: string | undefined): Command {
  return (state, dispatch) => {
    const { empty, from, to } = state.selection;
    const words = state.tr;
    if (href === undefined) {
      dispatch?.(words.removeMark(from, to, marks.link));
      return true;
    }
    const link = marks.link.create({ href });
    if (empty) {
      dispatch?.(words.replaceSelectionWith(schema.text(href, [link]), false));
    } else {
      dispatch?.(words.removeMark(from, to, marks.link).addMark(from, to, link));
    }
    return true;
  };
}

/**
 * Returns true if an announcement may link to the target: https, mailto or a path in this console.
 */
export function isAllowedHref(href: string): boolean {
  return /^(?:https:\/\/[^\s@]+|mailto:[^\s]+|\/(?![/\\])\S*)$/i.test(href);
}
