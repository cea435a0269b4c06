import { packClient } from "./client-check/installed-package.ts";
import { root } from "./repository.ts";

// Writes the client as an archive, which `npm install` takes in another folder.
console.log(await packClient(root));
