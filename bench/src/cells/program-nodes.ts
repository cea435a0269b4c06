/** A PostgreSQL of a program, with processes of its own. */
export interface ProgramNode {
  readonly name: string;
  readonly kind: "cell" | "directory" | "coordinator";
  /** The number of the cell that the node contains. */
  readonly cell?: number;
  /** The address of the program's database on the node, for the superuser. */
  readonly superuserUrl: string;
  readonly logFile: string;
  /** Returns the postmaster's current process id. */
  pid(): number;
  /** Starts the node again after its processes were killed. */
  restart(): Promise<void>;
}

/** The addresses of a cell's database. */
export interface CellAddresses {
  readonly cell: number;
  readonly ownerUrl: string;
  readonly appUrl: string;
}

/** The databases of a program, before they are migrated. */
export interface ProgramNodes {
  readonly engine: Engine;
  readonly nodes: readonly ProgramNode[];
  readonly cells: readonly CellAddresses[];
  /** Creates what the directory needs before any cell is migrated. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

/** What shares the directory: Citus, or `postgres_fdw` to the first cell. */
export type Engine = "citus" | "plain";
