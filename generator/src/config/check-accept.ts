import type { AcceptedWarning, AcceptedWarnings } from '../diagnostics/accepted-warnings.js'
import { type Code, catalogue } from '../diagnostics/catalogue.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { collectFaults, configFault } from './check-options.js'

const HELP =
  "Write for example `{ TW3004: [{ at: '#/components/schemas/Order', reason: 'the service cannot change it' }] }`."

/** Checks the accepted warnings: known codes, and places as `tagwire inspect --json` shows them. */
export function checkAccept(value: unknown, label: string, at: Source): AcceptedWarnings {
  if (!isDictionary(value)) {
    throw configFault(`${label} has to list places by the codes of warnings`, { at, help: HELP })
  }
  const { attempt, finish } = collectFaults()
  const entries = Object.entries(value).map(([code, places]) =>
    attempt(() => {
      const place = below(at, code)
      if (!isCode(code)) {
        throw configFault(`${label} has an unknown code ${JSON.stringify(code)}`, {
          at: place,
          help: HELP,
          ...suggestion(code, Object.keys(catalogue)),
        })
      }
      if (!Array.isArray(places) || places.length === 0) {
        throw configFault(`${label}.${code} has to be a list of places`, { at: place, help: HELP })
      }
      const given: readonly unknown[] = places
      return [
        code,
        given.map((each, index) => placeIn(each, `${label}.${code}`, below(place, String(index)))),
      ]
    }),
  )
  finish()
  return Object.fromEntries(entries.filter((each) => each !== undefined))
}

function isCode(code: string): code is Code {
  return Object.hasOwn(catalogue, code)
}

function placeIn(value: unknown, label: string, at: Source): string | AcceptedWarning {
  if (isPlace(value)) return value
  if (isDictionary(value) && isPlace(value.at)) {
    const { at: place, reason, ...more } = value
    const [unknown] = Object.keys(more)
    if (unknown !== undefined) {
      const found = suggestion(unknown, ['at', 'reason'])
      const where = { at: below(at, unknown), help: HELP, ...found }
      throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, where)
    }
    if (typeof reason === 'string' && reason.trim() !== '') return { at: place, reason }
    throw configFault(`${label} needs a reason for ${place}`, { at, help: HELP })
  }
  throw configFault(`${label} has to be a list of places such as "#/components/schemas/Order"`, {
    at,
    help: HELP,
  })
}

/** `#/components/schemas/Order`, `#` for the whole document, `schemas.yaml#/Order` */
function isPlace(value: unknown): value is string {
  return typeof value === 'string' && /^[^#]*#(?:\/.*)?$/s.test(value)
}
