import type { AppContext, Service } from "./context.ts";

/** How a service is created, and what its instances belong to. */
interface ServiceOptions<T> {
  /** Creates an instance on its first use. It may use other services, but not itself. */
  readonly create: (context: AppContext) => T;
  /**
   * The object that an instance belongs to; the context itself if absent. With
   * `({ db }) => db`, contexts on the same database share one instance, which must then use nothing
   * else of the context that created it.
   */
  readonly ownerOf?: (context: AppContext) => object;
}

/** What contexts created, and the services whose creation is under way, in order. */
interface Instances {
  readonly values: Map<Service<unknown>, unknown>;
  readonly creating: Service<unknown>[];
}

/** The only registry of what contexts keep, so that they can stay frozen and be copied. */
const instances = new WeakMap<object, Instances>();

const itself = (context: AppContext): object => context;

/**
 * Defines a service: something that a context creates when it is first used and then keeps, such as
 * a cache, a batcher or a registry of handlers. Reach it with `context.use(service)`.
 *
 * @param name for messages, such as `rates book`
 * @param given creates an instance; with options, if instances are shared between contexts
 */
export function defineService<T>(
  name: string,
  given: ServiceOptions<T>["create"] | ServiceOptions<T>,
): Service<T> {
  const { create, ownerOf = itself }: ServiceOptions<T> =
    typeof given === "function" ? { create: given } : given;
  return Object.freeze({ name, create, ownerOf });
}

function instancesOf<T>(context: AppContext, service: Service<T>): Instances {
  const owner = service.ownerOf(context);
  let found = instances.get(owner);
  if (found === undefined) {
    found = { values: new Map(), creating: [] };
    instances.set(owner, found);
  }
  return found;
}

/**
 * Returns the context's instance of a service, and creates it on first use. It is the method `use`
 * of every context.
 *
 * @throws Error if the service needs itself to be created, with the services in between
 */
export function useService<T>(this: AppContext, service: Service<T>): T {
  const { values, creating } = instancesOf(this, service);
  // Only `create` and `replaceService` store a value, and both store a `T` under a `Service<T>`.
  const known = values.get(service) as T | undefined;
  if (known !== undefined || values.has(service)) {
    return known as T;
  }
  const first = creating.indexOf(service);
  if (first !== -1) {
    const cycle = [...creating.slice(first), service].map(({ name }) => name);
    throw new Error(`a service needs itself to be created: ${cycle.join(" → ")}`);
  }
  creating.push(service);
  try {
    const created = service.create(this);
    values.set(service, created);
    return created;
  } finally {
    creating.pop();
  }
}

/**
 * Replaces a context's instance of a service, used before or not. What other services took from the
 * former instance stays with them.
 */
export function replaceService<T>(context: AppContext, service: Service<T>, value: T): void {
  instancesOf(context, service).values.set(service, value);
}
