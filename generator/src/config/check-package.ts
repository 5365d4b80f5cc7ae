import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import { PARTS_OF_ONE_FILE } from '../model/package-parts.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { checkAccept } from './check-accept.js'
import { checkEmitterOptions } from './check-emitter-options.js'
import { checkLines } from './check-lines.js'
import { checkNaming } from './check-naming.js'
import {
  checkDates,
  checkEmit,
  checkEnums,
  checkFlag,
  checkImportExtension,
  checkOverlay,
  checkPackageName,
  checkPatterns,
  checkRuntime,
  checkSelections,
  checkServer,
  checkSite,
  collectFaults,
  configFault,
} from './check-options.js'
import { checkOutput, checkOutputFits } from './check-output.js'
import { checkPaginators } from './check-paginators.js'
import { checkAcceptedBreaks, checkPolicy } from './check-policy.js'
import type { PackageConfig } from './options.js'

const REQUIRED = ['spec', 'out'] as const
const OPTIONAL = [
  'overlay',
  'lines',
  'include',
  'exclude',
  'name',
  'emit',
  'emitterOptions',
  'enums',
  'enumObjects',
  'names',
  'accept',
  'policy',
  'acceptedBreaks',
  'paginators',
  'safe',
  'server',
  'output',
  'runtime',
  'world',
  'site',
  'importExtension',
  'dates',
  'readonly',
  'private',
  'license',
  'author',
] as const
/** The options that are not strings. */
const STRUCTURED = new Set([
  'emit',
  'names',
  'emitterOptions',
  'accept',
  'policy',
  'acceptedBreaks',
  'overlay',
  'lines',
  'include',
  'exclude',
  'paginators',
  'safe',
  'enumObjects',
  'readonly',
  'private',
])

/** Checks one package of a configuration. */
export function checkPackage(value: unknown, label: string, at: Source): PackageConfig {
  if (!isDictionary(value)) throw configFault(`${label} is not an object`, { at })
  const { attempt, finish } = collectFaults()
  const areKnown = attempt(() => checkNames(value, label, at)) === true
  const known: readonly string[] = [...REQUIRED, ...OPTIONAL]
  const texts = Object.fromEntries(
    known.flatMap((key) => {
      const text = value[key]
      if (text === undefined || STRUCTURED.has(key)) return []
      const found = attempt(() => checkText(text, `${label}.${key}`, below(at, key)))
      return found === undefined ? [] : [[key, found]]
    }),
  )
  const { spec = '', out = '', name, world, site, server, license, author } = texts
  const isMissing = (key: 'spec' | 'out'): boolean =>
    value[key] === undefined || texts[key]?.trim() === ''
  attempt(() => {
    // What is missing may be misspelled.
    if (areKnown && REQUIRED.some(isMissing))
      throw configFault(`${label} needs spec and out`, { at })
  })
  const option: CheckOption = (key, check) =>
    attempt(() => check(`${label}.${key}`, below(at, key)))
  if (name !== undefined) option('name', (_, source) => checkPackageName(name, label, source))
  if (world !== undefined) option('world', (own, source) => checkPackageName(world, own, source))
  if (site !== undefined) option('site', (own, source) => checkSite(site, own, source))
  if (server !== undefined) option('server', (own, source) => checkServer(server, own, source))
  const selections = () => attempt(() => checkSelections(value, label, at))
  const checked = checkOptions(value, texts, label, option, selections)
  attempt(() => {
    if (texts.output !== undefined && checked.output === undefined) return
    const whole = { ...checked, out, ...(world === undefined ? {} : { world }) }
    checkOutputFits(whole, { labelOf: (name) => `${label}.${name}`, at })
  })
  finish()
  return {
    spec,
    out,
    ...checked,
    ...(name === undefined ? {} : { name }),
    ...(world === undefined ? {} : { world }),
    ...(site === undefined ? {} : { site }),
    ...(server === undefined ? {} : { server }),
    ...(license === undefined ? {} : { license }),
    ...(author === undefined ? {} : { author }),
  }
}

/** Checks one option; `undefined` if it is wrong, which is reported with all others. */
type CheckOption = <Found>(
  key: string,
  check: (label: string, at: Source) => Found,
) => Found | undefined

/** The options that are more than texts, as far as they are right. */
function checkOptions(
  value: Readonly<Record<string, unknown>>,
  { output, runtime, importExtension, enums, dates }: Readonly<Record<string, string>>,
  label: string,
  option: CheckOption,
  selections: () => ReturnType<typeof checkSelections> | undefined,
) {
  const {
    overlay,
    lines,
    emit,
    emitterOptions,
    names,
    accept,
    paginators,
    policy,
    acceptedBreaks,
    safe,
    enumObjects,
    readonly,
    private: isPrivate,
  } = value
  const usual = output === 'one-file' ? PARTS_OF_ONE_FILE : undefined
  return {
    ...(overlay !== undefined &&
      option('overlay', (_, source) => ({ overlay: checkOverlay(overlay, label, source) }))),
    ...(lines !== undefined &&
      option('lines', (own, source) => ({ lines: checkLines(lines, own, source) }))),
    ...selections(),
    ...(emit !== undefined &&
      option('emit', (_, source) => ({ emit: checkEmit(emit, label, source) }))),
    ...(emitterOptions !== undefined &&
      option('emitterOptions', (own, source) => ({
        emitterOptions: checkEmitterOptions(emitterOptions, emit, own, source),
      }))),
    ...(accept !== undefined &&
      option('accept', (own, source) => ({ accept: checkAccept(accept, own, source) }))),
    ...(policy !== undefined &&
      option('policy', (own, source) => ({ policy: checkPolicy(policy, own, source) }))),
    ...(acceptedBreaks !== undefined &&
      option('acceptedBreaks', (own, source) => ({
        acceptedBreaks: checkAcceptedBreaks(acceptedBreaks, own, source),
      }))),
    ...(enums !== undefined &&
      option('enums', (_, source) => ({ enums: checkEnums(enums, label, source) }))),
    ...(names !== undefined &&
      option('names', (own, source) => ({ names: checkNaming(names, own, source) }))),
    ...(paginators !== undefined &&
      option('paginators', (own, source) => ({
        paginators: checkPaginators(paginators, own, source),
      }))),
    ...(safe !== undefined &&
      option('safe', (own, source) => ({ safe: checkPatterns(safe, own, source) }))),
    ...(output !== undefined &&
      option('output', (own, source) => ({ output: checkOutput(output, own, source) }))),
    ...(runtime !== undefined &&
      option('runtime', (own, source) => ({ runtime: checkRuntime(runtime, own, source) }))),
    ...(importExtension !== undefined &&
      option('importExtension', (own, source) => ({
        importExtension: checkImportExtension(importExtension, own, source),
      }))),
    ...(dates !== undefined &&
      option('dates', (_, source) => ({ dates: checkDates(dates, emit ?? usual, label, source) }))),
    ...(enumObjects !== undefined &&
      option('enumObjects', (own, source) => ({
        enumObjects: checkFlag(enumObjects, own, source),
      }))),
    ...(readonly !== undefined &&
      option('readonly', (own, source) => ({ readonly: checkFlag(readonly, own, source) }))),
    ...(isPrivate !== undefined &&
      option('private', (own, source) => ({ private: checkFlag(isPrivate, own, source) }))),
  }
}

function checkNames(value: Readonly<Record<string, unknown>>, label: string, at: Source): true {
  const known: readonly string[] = [...REQUIRED, ...OPTIONAL]
  const { attempt, finish } = collectFaults()
  for (const unknown of Object.keys(value).filter((key) => !known.includes(key))) {
    attempt(() => {
      throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, {
        at: below(at, unknown),
        help: `Known are ${known.join(', ')}.`,
        ...suggestion(unknown, known),
      })
    })
  }
  finish()
  return true
}

function checkText(value: unknown, label: string, at: Source): string {
  if (typeof value === 'string') return value
  throw configFault(`${label} has to be a text`, { at })
}
