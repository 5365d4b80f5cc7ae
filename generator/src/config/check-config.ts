import path from 'node:path'
import type { Fault } from '../diagnostics/diagnostic.js'
import { nearest, suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import { escapeToken } from '../model/pointer.js'
import { below } from '../source/node.js'
import { collectFaults, configFault } from './check-options.js'
import { checkPackage } from './check-package.js'
import type { Config } from './options.js'

/** Checks that a configuration file exports a configuration. */
export function checkConfig(value: unknown, file: string): Config {
  const root = { file, pointer: '' }
  const packages = isDictionary(value) ? value.packages : undefined
  if (!isDictionary(packages) || Object.keys(packages).length === 0) {
    throw noPackages(value, file)
  }
  const source = below(root, 'packages')
  const { attempt, finish } = collectFaults()
  const checked = Object.entries(packages).flatMap(([key, each]) => {
    const label = `${file}: packages.${key}`
    const found = attempt(() => checkPackage(each, label, below(source, key)))
    return found ? [[key, found] as const] : []
  })
  finish()
  const config = { packages: Object.fromEntries(checked) }
  checkFolders(config, file)
  return config
}

/** Often a member that is misspelled: `package`. */
function noPackages(value: unknown, file: string): Fault {
  const keys = isDictionary(value) ? Object.keys(value) : []
  const given = keys.find((key) => key !== 'packages' && nearest(key, ['packages']) !== undefined)
  const pointer = given === undefined ? '' : `/${escapeToken(given)}`
  return configFault(`${file} names no packages`, {
    at: { file, pointer },
    ...(given === undefined ? {} : suggestion(given, ['packages'])),
  })
}

/** Each package owns its folder: with two in one, each run would remove the other's files. */
function checkFolders({ packages }: Config, file: string): void {
  const folders = Object.entries(packages).map(
    ([key, { out }]) => [key, `${path.resolve('/', out)}/`] as const,
  )
  for (const [key, folder] of folders) {
    const inside = folders.find(
      ([other, around], index) =>
        other !== key &&
        folder.startsWith(around) &&
        // Of two with the same folder, the second is reported.
        (folder !== around || index < folders.findIndex(([each]) => each === key)),
    )
    if (!inside) continue
    const at = ['packages', key, 'out'].reduce(below, { file, pointer: '' })
    const isSame = folder === inside[1]
    throw configFault(
      isSame
        ? `${file}: packages.${inside[0]} and packages.${key} have the same folder`
        : `${file}: the folder of packages.${key} is inside that of packages.${inside[0]}`,
      { at, help: 'Give each package a folder of its own.' },
    )
  }
}
