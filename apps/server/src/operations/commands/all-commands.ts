import type { Command } from "../command-line/command.ts";
import { planSweeps } from "../treasury/sweep-plan.ts";
import { backup } from "./backup.ts";
import { manageCells } from "./cells.ts";
import { createOperator } from "./create-operator.ts";
import { erase } from "./erase.ts";
import { exportData } from "./export.ts";
import { importCardProducts } from "./import-card-products.ts";
import { importStatement } from "./import-statement.ts";
import { migrateSchema } from "./migrate.ts";
import { openAssets } from "./open-asset-books.ts";
import { manageOperators } from "./operators.ts";
import { prepareDatabases } from "./prepare-database.ts";
import { psql } from "./psql.ts";
import { reset } from "./reset.ts";
import { resetFactors } from "./reset-factors.ts";
import { restore } from "./restore.ts";
import { resumeHaltedChain } from "./resume-chain.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { sampleStatement } from "./sample-statement.ts";
import { seal } from "./seal.ts";
import { verify } from "./verify.ts";

/** Every command, in the order shown in the help. */
export const commands: readonly Command[] = [
  prepareDatabases,
  migrateSchema,
  createOperator,
  manageOperators,
  resetFactors,
  importCardProducts,
  importStatement,
  sampleStatement,
  verify,
  manageCells,
  resumeHaltedChain,
  planSweeps,
  openAssets,
  seal,
  rotateKeys,
  exportData,
  erase,
  backup,
  restore,
  psql,
  reset,
];
