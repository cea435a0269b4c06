export { backtestProgrammeRule } from "./backtest-program-rule.ts";
