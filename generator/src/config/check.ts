import path from 'node:path'
import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import {
  checkDates,
  checkEmit,
  checkEnums,
  checkFlag,
  checkImportExtension,
  checkOverlay,
  checkPackageName,
  checkRuntime,
  checkSelections,
  checkServer,
  configFault,
} from './check-options.js'
import type { Config, PackageConfig } from './options.js'

/** Checks that a configuration file exports a configuration. */
export function checkConfig(value: unknown, file: string): Config {
  const root = { file, pointer: '' }
  const packages = isDictionary(value) ? value.packages : undefined
  if (!isDictionary(packages) || Object.keys(packages).length === 0) {
    throw configFault(`${file} names no packages`, { at: root })
  }
  const place = below(root, 'packages')
  const checked = Object.entries(packages).map(
    ([key, each]) =>
      [key, checkPackage(each, `${file}: packages.${key}`, below(place, key))] as const,
  )
  const config = { packages: Object.fromEntries(checked) }
  checkFolders(config, file)
  return config
}

/** Each package owns its folder: with two in one, each run would remove the other's files. */
function checkFolders({ packages }: Config, file: string): void {
  const folders = Object.entries(packages).map(
    ([key, { out }]) => [key, `${path.resolve('/', out)}/`] as const,
  )
  for (const [key, folder] of folders) {
    const inside = folders.find(([other, around]) => other !== key && folder.startsWith(around))
    if (!inside) continue
    const at = ['packages', key, 'out'].reduce(below, { file, pointer: '' })
    throw configFault(
      `${file}: the folder of packages.${key} is inside that of packages.${inside[0]}`,
      { at, help: 'Give each package a folder of its own.' },
    )
  }
}

const REQUIRED = ['spec', 'out'] as const
const OPTIONAL = [
  'overlay',
  'include',
  'exclude',
  'name',
  'emit',
  'enums',
  'server',
  'runtime',
  'world',
  'importExtension',
  'dates',
  'readonly',
  'private',
  'license',
  'author',
] as const
/** The options that are not strings. */
const STRUCTURED = new Set(['emit', 'overlay', 'include', 'exclude', 'readonly', 'private'])

function checkPackage(value: unknown, label: string, at: Source): PackageConfig {
  if (!isDictionary(value)) throw configFault(`${label} is not an object`, { at })
  const known: readonly string[] = [...REQUIRED, ...OPTIONAL]
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, {
      at: below(at, unknown),
      help: `Known are ${known.join(', ')}.`,
      ...suggestion(unknown, known),
    })
  }
  const texts = Object.fromEntries(
    known.flatMap((key) => {
      const text = value[key]
      if (text === undefined || STRUCTURED.has(key)) return []
      if (typeof text === 'string') return [[key, text]]
      throw configFault(`${label}.${key} has to be a text`, { at: below(at, key) })
    }),
  )
  const {
    spec = '',
    out = '',
    name,
    server,
    runtime,
    importExtension,
    license,
    author,
    enums,
    dates,
    world,
  } = texts
  if (out.trim() === '' || spec.trim() === '') {
    throw configFault(`${label} needs spec and out`, { at })
  }
  if (name !== undefined) checkPackageName(name, label, below(at, 'name'))
  if (world !== undefined) checkPackageName(world, `${label}.world`, below(at, 'world'))
  if (server !== undefined) checkServer(server, `${label}.server`, below(at, 'server'))
  return {
    spec,
    ...(value.overlay === undefined
      ? {}
      : { overlay: checkOverlay(value.overlay, label, below(at, 'overlay')) }),
    ...checkSelections(value, label, at),
    out,
    ...(name === undefined ? {} : { name }),
    ...(value.emit === undefined ? {} : { emit: checkEmit(value.emit, label, below(at, 'emit')) }),
    ...(enums === undefined ? {} : { enums: checkEnums(enums, label, below(at, 'enums')) }),
    ...(world === undefined ? {} : { world }),
    ...(server === undefined ? {} : { server }),
    ...(runtime === undefined
      ? {}
      : { runtime: checkRuntime(runtime, `${label}.runtime`, below(at, 'runtime')) }),
    ...(importExtension === undefined
      ? {}
      : {
          importExtension: checkImportExtension(
            importExtension,
            `${label}.importExtension`,
            below(at, 'importExtension'),
          ),
        }),
    ...(dates === undefined
      ? {}
      : { dates: checkDates(dates, value.emit, label, below(at, 'dates')) }),
    ...(value.readonly === undefined
      ? {}
      : { readonly: checkFlag(value.readonly, `${label}.readonly`, below(at, 'readonly')) }),
    ...(value.private === undefined
      ? {}
      : { private: checkFlag(value.private, `${label}.private`, below(at, 'private')) }),
    ...(license === undefined ? {} : { license }),
    ...(author === undefined ? {} : { author }),
  }
}
