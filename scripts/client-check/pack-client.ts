import { root } from "../repository.ts";
import { packClient } from "./installed-package.ts";

// Writes the client as an archive, which `npm install` takes in another folder.
console.log(await packClient(root));
