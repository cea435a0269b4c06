export function defineModule<M>(module: M): M {
  return module;
}
