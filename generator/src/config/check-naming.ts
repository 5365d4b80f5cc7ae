import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { Naming } from '../model/naming.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { configFault } from './check-options.js'

/** The ready rules of each member. */
const READY: Readonly<Record<Exclude<keyof Naming, 'client'>, readonly string[]>> = {
  operation: ['fastapi', 'nestjs'],
  type: ['fastapi'],
  resource: ['tags'],
}

export function checkNaming(value: unknown, label: string, at: Source): Naming {
  const known = ['client', ...Object.keys(READY)]
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
  const { client } = value
  if (
    client !== undefined &&
    !(typeof client === 'string' && /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(client))
  ) {
    throw configFault(`${label}.client has to be a name`, {
      at: below(at, 'client'),
      help: "For example `{ client: 'Shop' }` for `createShopClient`.",
    })
  }
  for (const [key, ready] of Object.entries(READY)) {
    const rule = value[key]
    const isReady = typeof rule === 'string' && ready.includes(rule)
    if (rule === undefined || isReady || typeof rule === 'function') continue
    const names = ready.map((each) => `'${each}'`).join(' or ')
    throw configFault(`${label}.${key} has to be ${names}, or a function`, {
      at: below(at, key),
      help: `For example \`{ ${key}: '${ready[0]}' }\`.`,
      ...(typeof rule === 'string' ? suggestion(rule, ready) : {}),
    })
  }
  // Just checked.
  return value
}
