import { defineModule } from "../../module.ts";
import { startCopyingProgram } from "./copy-program.ts";
import { measureCopies } from "./measure-copies.ts";

export const programCopyModule = defineModule({
  name: "program-copy",
  needs: [],
  jobs: [startCopyingProgram],
  gauges: [measureCopies],
});
