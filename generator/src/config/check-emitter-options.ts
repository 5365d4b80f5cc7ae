import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import { isPart } from '../model/package-parts.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { collectFaults, configFault } from './check-options.js'
import type { EmitterOptions } from './options.js'

/** Whether the options of emitters are plain data, and for emitters of the package; emitters check what is in them. */
export function checkEmitterOptions(
  value: unknown,
  emit: unknown,
  label: string,
  at: Source,
): EmitterOptions {
  if (!isDictionary(value)) throw configFault(`${label} has to be an object`, { at, help: HELP })
  const names = Array.isArray(emit)
    ? emit.filter((each): each is string => typeof each === 'string' && !isPart(each))
    : []
  const { attempt, finish } = collectFaults()
  const checked = Object.entries(value).flatMap(([name, options]) => {
    const source = below(at, name)
    const found = attempt(() => {
      if (!names.includes(name)) {
        throw configFault(
          `${label} has options for ${JSON.stringify(name)}, which is not in \`emit\``,
          {
            at: source,
            help: HELP,
            ...suggestion(name, names),
          },
        )
      }
      if (!isDictionary(options) || !isData(options)) {
        throw configFault(`${label}[${JSON.stringify(name)}] has to be an object of plain data`, {
          at: source,
          help: HELP,
        })
      }
      return options
    })
    return found ? [[name, found] as const] : []
  })
  finish()
  return Object.fromEntries(checked)
}

const HELP =
  "Write `emitterOptions: { '@acme/emitter': { … } }`, with the names of `emit`; values are as in JSON."

/** Other values have no place in the key of the cache. */
function isData(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isData)
  return isDictionary(value) && Object.values(value).every(isData)
}
