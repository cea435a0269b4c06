import type { AppContext, Service } from "./context.ts";

/** How a service is created, and what its instances belong to. */
interface ServiceOptions<T> {
  /** Creates an instance on first use. It may use other services, but not itself. */
  readonly create: (context: AppContext) => T;
  /**
   * The object that an instance belongs to; the context itself if absent. With
   * `({ db }) => db`, contexts on the same database share one instance, which must then use nothing
   * else of the context that created it.
   */
  readonly ownerOf?: (context: AppContext) => object;
}

/** The only registry of the objects that contexts keep, by owner, so that contexts stay frozen. */
const instances = new WeakMap<object, Map<Service<unknown>, unknown>>();

/** The creations in progress, which are synchronous and nested. */
const creating: { readonly owner: object; readonly service: Service<unknown> }[] = [];

const itself = (context: AppContext): object => context;

/**
 * Defines a service: an object that a context creates on first use and then keeps, such as a cache,
 * a batcher or a registry of handlers. Reach it with `context.use(service)`.
 *
 * @param name for messages, such as `rates book` @param given creates an instance; with options, if
 * instances are shared between contexts
 */
export function defineService<T>(
  name: string,
  given: ServiceOptions<T>["create"] | ServiceOptions<T>,
): Service<T> {
  const { create, ownerOf = itself }: ServiceOptions<T> =
    typeof given === "function" ? { create: given } : given;
  return Object.freeze({ name, create, ownerOf });
}

function instancesOf(owner: object): Map<Service<unknown>, unknown> {
  const found = instances.get(owner) ?? new Map<Service<unknown>, unknown>();
  instances.set(owner, found);
  return found;
}

/**
 * Returns the context's instance of a service, and creates it on first use. It is the method `use`
 * of every context.
 *
 * @throws Error if creating the service requires the service itself, naming those in between
 */
export function useService<T>(this: AppContext, service: Service<T>): T {
  const owner = service.ownerOf(this);
  const values = instances.get(owner);
  if (values?.has(service) === true) {
    // Only `create` and `replaceService` store a value, and both store a `T` under a `Service<T>`.
    return values.get(service) as T;
  }
  return createFor(this, owner, service);
}

function createFor<T>(context: AppContext, owner: object, service: Service<T>): T {
  const isSame = (other: (typeof creating)[number]) =>
    other.owner === owner && other.service === service;
  const first = creating.findIndex(isSame);
  creating.push({ owner, service });
  try {
    if (first !== -1) {
      const cycle = creating.slice(first).map((one) => one.service.name);
      throw new Error(`a service needs itself to be created: ${cycle.join(" → ")}`);
    }
    const created = service.create(context);
    instancesOf(owner).set(service, created);
    return created;
  } finally {
    creating.pop();
  }
}

/**
 * Replaces a context's instance of a service, used before or not. Other services that hold the
 * former instance keep it.
 */
export function replaceService<T>(context: AppContext, service: Service<T>, value: T): void {
  instancesOf(service.ownerOf(context)).set(service, value);
}
