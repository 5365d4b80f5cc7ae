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
  const entries = Object.entries(value).map(([code, pointers]) =>
    attempt(() => {
      const source = below(at, code)
      if (!isCode(code)) {
        throw configFault(`${label} has an unknown code ${JSON.stringify(code)}`, {
          at: source,
          help: HELP,
          ...suggestion(code, Object.keys(catalogue)),
        })
      }
      if (!Array.isArray(pointers) || pointers.length === 0) {
        throw configFault(`${label}.${code} has to be a list of places`, { at: source, help: HELP })
      }
      const given: readonly unknown[] = pointers
      return [
        code,
        given.map((each, index) => entryOf(each, `${label}.${code}`, below(source, String(index)))),
      ]
    }),
  )
  finish()
  return Object.fromEntries(entries.filter((each) => each !== undefined))
}

function isCode(code: string): code is Code {
  return Object.hasOwn(catalogue, code)
}

function entryOf(value: unknown, label: string, at: Source): string | AcceptedWarning {
  if (isPointer(value)) return value
  if (isDictionary(value) && isPointer(value.at)) {
    const { at: source, reason, ...more } = value
    const [unknown] = Object.keys(more)
    if (unknown !== undefined) {
      const found = suggestion(unknown, ['at', 'reason'])
      const where = { at: below(at, unknown), help: HELP, ...found }
      throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, where)
    }
    if (typeof reason === 'string' && reason.trim() !== '') return { at: source, reason }
    throw configFault(`${label} needs a reason for ${source}`, { at, help: HELP })
  }
  throw configFault(`${label} has to be a list of places such as "#/components/schemas/Order"`, {
    at,
    help: HELP,
  })
}

/** `#/components/schemas/Order`, `#` for the whole document, `schemas.yaml#/Order` */
function isPointer(value: unknown): value is string {
  return typeof value === 'string' && /^[^#]*#(?:\/.*)?$/s.test(value)
}
