import { suggestion } from '../diagnostics/suggestion.js'
import { isDeviceName } from '../model/device-names.js'
import { isDictionary } from '../model/json.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { checkOverlay, collectFaults, configFault } from './check-options.js'
import type { LineConfig } from './options.js'

/** Folders and modules of generated packages, which no line can be called. */
const TAKEN = new Set(
  (
    'client decode dist docs enums examples history http index inputs methods mock node_modules operations ' +
    'requests rules runtime schema server shared spec src types unions validate webhooks world'
  ).split(' '),
)

const KNOWN = ['overlay', 'note']

const HELP = "Write for example `{ '2.0': { overlay: 'v2.overlay.yaml' } }`."

/** Further lines of a document, which are entry points of the package: `{ '0.40': { overlay } }`. */
export function checkLines(
  value: unknown,
  label: string,
  at: Source,
): Readonly<Record<string, LineConfig>> {
  if (!isDictionary(value) || Object.keys(value).length === 0)
    throw configFault(`${label} has to be an object with a member for each line`, {
      at,
      help: HELP,
    })
  const { attempt, finish } = collectFaults()
  const seen = new Set<string>()
  const lines = Object.entries(value).flatMap(([name, line]): [string, LineConfig][] => {
    const own = `${label}.${name}`
    const found = attempt(() => {
      checkName(name, label, below(at, name), seen)
      return checkLine(line, own, below(at, name))
    })
    return found ? [[name, found]] : []
  })
  finish()
  return Object.fromEntries(lines)
}

/** A line is a folder of the package, on systems that ignore case, too. */
function checkName(name: string, label: string, at: Source, seen: Set<string>): void {
  const lower = name.toLowerCase()
  if (seen.size === seen.add(lower).size)
    throw configFault(`${label} has two lines that only differ in case: ${name}`, {
      at,
      help: 'Both would be one folder on some systems: rename one of them.',
    })
  if (TAKEN.has(lower) || isDeviceName(name))
    throw configFault(`${label}: a line cannot be called ${JSON.stringify(name)}`, {
      at,
      help: 'The package has a folder or a module of that name, or a system has a device: choose another name.',
    })
  if (/^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/.test(name) && name.length <= 100) return
  throw configFault(`${label}: a line cannot be called ${JSON.stringify(name)}`, {
    at,
    help: 'Its name becomes part of an import: use letters, digits, `-`, `_`, and dots between them.',
  })
}

function checkLine(value: unknown, label: string, at: Source): LineConfig {
  if (!isDictionary(value)) throw configFault(`${label} is not an object`, { at, help: HELP })
  const unknown = Object.keys(value).find((key) => !KNOWN.includes(key))
  if (unknown !== undefined)
    throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, {
      at: below(at, unknown),
      help: 'A line has `overlay` and `note`; all other options are those of its package.',
      ...suggestion(unknown, KNOWN),
    })
  if (value.overlay === undefined)
    throw configFault(`${label} needs an overlay`, { at, help: HELP })
  const { note } = value
  if (note !== undefined && (typeof note !== 'string' || note.trim() === ''))
    throw configFault(`${label}.note has to be a text`, { at: below(at, 'note') })
  const overlay = checkOverlay(value.overlay, label, below(at, 'overlay'))
  return { overlay, ...(note === undefined ? {} : { note }) }
}
