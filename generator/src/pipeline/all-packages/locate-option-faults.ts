import { readFileSync } from 'node:fs'
import path from 'node:path'
import { locatorOfConfig } from '../../config/config-locator.js'
import { below } from '../../source/node.js'
import type { ReadyPackage } from './generate-and-compare.js'

/** A package whose diagnostics about options have their places in the configuration. */
export function locateOptionFaults(ready: ReadyPackage, file: string | undefined): ReadyPackage {
  const { key, diagnostics, locator, paths } = ready
  if (file === undefined || !diagnostics.some(({ option }) => option)) return ready
  const name = path.basename(file)
  const start = ['packages', key].reduce(below, { file: name, pointer: '' })
  const own = locatorOfConfig(name, readFileSync(file, 'utf8'))
  return {
    ...ready,
    diagnostics: diagnostics.map(({ option, ...each }) =>
      option && !each.at ? { ...each, at: option.reduce(below, start) } : each,
    ),
    locator: {
      locate: (at) => (at.file === name ? own : locator).locate(at),
      textOf: (each) => (each === name ? own : locator).textOf(each),
    },
    paths: { ...paths, [name]: file },
  }
}
