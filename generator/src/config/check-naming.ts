import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { Naming } from '../model/naming.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { configFault } from './check-options.js'

/** The ready rules of each member. */
const READY: Readonly<Record<keyof Naming, readonly string[]>> = {
  operation: ['fastapi', 'nestjs'],
  type: ['fastapi'],
}

export function checkNaming(value: unknown, label: string, at: Source): Naming {
  const known = Object.keys(READY)
  if (!isDictionary(value)) {
    throw configFault(`${label} has to be rules for names`, {
      at,
      help: "For example `{ operation: 'fastapi' }`.",
    })
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, {
      at: below(at, unknown),
      help: `Known are ${known.join(', ')}.`,
      ...suggestion(unknown, known),
    })
  }
  for (const [key, ready] of Object.entries(READY)) {
    const rule = value[key]
    const isReady = typeof rule === 'string' && ready.includes(rule)
    if (rule === undefined || isReady || typeof rule === 'function') continue
    const names = ready.map((each) => `'${each}'`).join(' or ')
    throw configFault(`${label}.${key} has to be ${names}, or a function`, {
      at: below(at, key),
      help: `For example \`{ ${key}: 'fastapi' }\`.`,
      ...(typeof rule === 'string' ? suggestion(rule, ready) : {}),
    })
  }
  // Just checked.
  return value
}
