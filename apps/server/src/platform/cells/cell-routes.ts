import type { FastifyReply, FastifyRequest } from "fastify";
import { defineService } from "../service.ts";
import type { VouchedOperator } from "./vouch.ts";

/** What the cell that passes a request on has settled already. */
export interface Settled {
  /** A captcha that was solved in the cell that issued it. */
  readonly captchaId?: string;
  /** The operator who makes the call, and whose session the cell has checked. */
  readonly operator?: VouchedOperator;
}

/** What an operator asks of another cell, as part of a response for all cells. */
export interface AskedPart {
  readonly cell: number;
  /** The path and the query, beginning with a slash. */
  readonly path: string;
  readonly operator: VouchedOperator;
  /** Aborted when the response is no longer of use. */
  readonly isOver: AbortSignal;
}

/** Where the cells of the program are, as the server of one of them sees it. */
export interface CellRoutes {
  /** Whether the program has only this context's cell. */
  readonly isOnly: boolean;
  /** Returns whether a cell is another cell of the program. Undefined is no cell. */
  isElsewhere(cell: number | undefined): cell is number;
  /** Returns the number of the first cell, whose settings the others copy. */
  first(): number;
  /** Returns the numbers of the other cells, in order. */
  others(): readonly number[];
  /**
   * Returns the cell of the person with a username or an email. A name that nobody has belongs to
   * the cell that its customer would be opened in, so that it is treated like any other name.
   */
  ofName(name: string): Promise<number>;
  /**
   * Returns the cell of the person who signs in with a name. A name that nobody has belongs to any
   * cell of the program, also to one that opens no customers, as the names of its customers do.
   */
  ofSignIn(name: string): Promise<number>;
  /** Returns the cell whose range contains a card number. Undefined if there is none. */
  ofNumber(pan: string): Promise<number | undefined>;
  /** Returns the cell of the card with an issuer's id. Undefined if there is none. */
  ofIssuerCard(issuer: string, issuerCardId: string): Promise<number | undefined>;
  /**
   * Returns the response of another cell to a call.
   *
   * @throws Refusal `cell_unavailable`, `outcome_unknown`
   */
  passOn(
    request: FastifyRequest,
    reply: FastifyReply,
    to: { readonly cell: number; readonly settled?: Settled },
  ): Promise<FastifyReply>;
  /**
   * Returns the body of another cell's response to a read, as parsed JSON.
   *
   * @throws Error if the cell does not answer, or not with success
   */
  ask(request: FastifyRequest, part: AskedPart): Promise<unknown>;
}

/** Thrown by an operation that concerns a customer of another cell, before it changed anything. */
export class ElsewhereError extends Error {
  override readonly name = "ElsewhereError";
  readonly cell: number;
  readonly settled: Settled;

  constructor(cell: number, settled: Settled = {}) {
    super(`the call concerns cell ${cell}`);
    this.cell = cell;
    this.settled = settled;
  }
}

/** The routes of a program with one cell. */
function onlyCell(cell: number): CellRoutes {
  return {
    isOnly: true,
    isElsewhere: (_other): _other is number => false,
    first: () => cell,
    others: () => [],
    ofName: async () => cell,
    ofSignIn: async () => cell,
    ofNumber: async () => cell,
    ofIssuerCard: async () => cell,
    passOn() {
      throw new Error("a program with one cell passes nothing on");
    },
    ask() {
      throw new Error("a program with one cell asks no other");
    },
  };
}

/** A context's routes to other cells. startup/ provides them if there are any. */
export const cellRoutes = defineService<CellRoutes>("cell routes", {
  create: ({ config }) => onlyCell(config.cell),
  // A context with another clock, as for the demo data, is still in the same program.
  ownerOf: ({ db }) => db,
});
