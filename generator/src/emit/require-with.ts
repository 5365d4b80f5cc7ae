import { createRequire, Module } from 'node:module'

/** A module in place of another: the script that requires it, and the name that it requires. */
export interface StandIn {
  readonly by: string
  readonly name: string
  readonly exports: unknown
}

/**
 * Loads a script anew, with stand-ins for modules that it needs little of and that take long to load, such as the
 * compiler. Everybody else in this process gets the originals, before and afterwards.
 */
export function requireWith<Exports>(entry: string, standIns: readonly StandIn[]): Exports {
  const require = createRequire(import.meta.url)
  const { cache } = require
  const before = { ...cache }
  for (const file of Object.keys(cache)) delete cache[file]
  try {
    for (const { by, name, exports } of standIns) {
      const file = createRequire(by).resolve(name)
      cache[file] = Object.assign(new Module(file), { exports, loaded: true })
    }
    return require(entry)
  } finally {
    for (const file of Object.keys(cache)) delete cache[file]
    Object.assign(cache, before)
  }
}
