import { defineModule } from "../../module.ts";
import { startFiles } from "./start-files.ts";

export const filesModule = defineModule({
  name: "files",
  needs: [],
  jobs: [startFiles],
});
