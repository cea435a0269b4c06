/** A module that has to start after the modules it needs. */
interface Needing {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * Sorts modules so that each comes after the modules it needs, and otherwise keeps their order.
 *
 * @throws Error if two modules have the same name, a needed module is missing, or the needs form a
 * cycle
 */
export function inOrderOfNeeds<M extends Needing>(modules: readonly M[]): readonly M[] {
  const byName = new Map<string, M>();
  for (const module of modules) {
    if (byName.has(module.name)) {
      throw new Error(`Two modules are named ${module.name}.`);
    }
    byName.set(module.name, module);
  }
  const sorted = new Set<M>();
  const path: string[] = [];
  const visit = (module: M): void => {
    if (sorted.has(module)) {
      return;
    }
    const first = path.indexOf(module.name);
    if (first !== -1) {
      const cycle = [...path.slice(first), module.name].join(" → ");
      throw new Error(`The modules need each other in a cycle: ${cycle}.`);
    }
    path.push(module.name);
    for (const name of module.needs) {
      const needed = byName.get(name);
      if (needed === undefined) {
        throw new Error(`The module ${module.name} needs ${name}, which is not listed.`);
      }
      visit(needed);
    }
    path.pop();
    sorted.add(module);
  };
  modules.forEach(visit);
  return [...sorted];
}
