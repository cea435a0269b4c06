/** A table that is set once for all cells of a program. */
export interface ProgramTable {
  readonly name: string;
  readonly key: readonly string[];
  /**
   * How a copy treats rows that it has already. `kept`: rows never change. `updated`: they take the
   * new values. `replaced`: they also go if the first cell no longer has them.
   */
  readonly rows: "kept" | "updated" | "replaced";
  /** Columns that each cell sets itself, with the values that a copied row begins with. */
  readonly own?: Readonly<Record<string, string | number>>;
  /** Columns that may differ, such as when each database was created. */
  readonly notCompared?: readonly string[];
  /** Unique columns whose values one row may take over from another. */
  readonly exchanged?: readonly Exchanged[];
  /** Columns that keep their values in rows that others of this cell refer to. */
  readonly fixed?: {
    readonly columns: readonly string[];
    readonly usedBy: readonly { readonly table: string; readonly column: string }[];
  };
}

/** A unique column whose values rows may exchange. */
export interface Exchanged {
  readonly column: string;
  /** The type of the values. */
  readonly type: "name" | "number" | "bin";
  /** Whether a row that is not in the document goes last if one in it takes its value. */
  readonly isOrder?: boolean;
}

/** A part of the program's settings, which is copied as a whole. */
export interface ProgramPart {
  readonly name: string;
  /** What the part contains, in words. */
  readonly content: string;
  /** Tables in the order in which their rows refer to each other. */
  readonly tables: readonly ProgramTable[];
}

/** A product's stock belongs to a cell, and changing it changes the revision. */
const PRODUCT_OWN = {
  ...{ stock: 0, revision: 1, changed_by: "Tessera" },
  changed_at: "2026-01-01T00:00:00+00:00",
};

/** What issued card numbers and their cardholders depend on. */
const PRODUCT_FIXED = {
  columns: ["bin", "network", "type", "currency"],
  usedBy: [
    { table: "card", column: "segment_id" },
    { table: "card_application", column: "segment_id" },
  ],
};

/** What is set once for all cells, and copied ahead into each cell's own tables. */
export const PROGRAM_PARTS: readonly ProgramPart[] = [
  {
    name: "fees",
    content: "published fees",
    tables: [
      { name: "fee_schedule", key: ["version"], rows: "kept", notCompared: ["created_at"] },
      { name: "fee_schedule_cancellation", key: ["version"], rows: "kept" },
    ],
  },
  {
    name: "products",
    content: "card products",
    tables: [
      {
        ...{ name: "card_segment", key: ["id"], rows: "updated" },
        ...{ own: PRODUCT_OWN, fixed: PRODUCT_FIXED },
        exchanged: [
          { column: "position", type: "number", isOrder: true },
          { column: "bin", type: "bin" },
        ],
      },
    ],
  },
  {
    name: "rules",
    content: "program rules",
    tables: [
      { name: "programme_rule", key: ["id"], rows: "kept" },
      { name: "programme_rule_version", key: ["rule_id", "version"], rows: "kept" },
    ],
  },
  {
    name: "settings",
    content: "limits and thresholds",
    tables: [{ name: "programme_setting", key: ["version"], rows: "kept" }],
  },
  {
    name: "announcements",
    content: "announcements",
    tables: [
      { name: "announcement", key: ["id"], rows: "replaced" },
      { name: "announcement_text", key: ["announcement_id", "locale"], rows: "replaced" },
    ],
  },
  {
    name: "replies",
    content: "saved replies",
    tables: [
      {
        ...{ name: "support_answer", key: ["id"], rows: "updated" },
        exchanged: [{ column: "name", type: "name" }],
      },
    ],
  },
];
