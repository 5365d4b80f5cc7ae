import { builtinModules } from 'node:module'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { ENUM_OPENNESS, type EnumOpenness } from '../model/enum-openness.js'
import { type ImportExtension, isImportExtension } from '../model/import-extension.js'
import { isDictionary } from '../model/json.js'
import type { Selection } from '../model/operations/filter.js'
import {
  DATE_FORMS,
  type DateForm,
  isEmitterName,
  isPart,
  isRuntimeUse,
  PARTS,
  PARTS_TEXT,
  type Part,
  type RuntimeUse,
} from '../model/package-parts.js'
import { pageUrl } from '../model/page-url.js'
import { isServerAddress } from '../model/servers/server-address.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import type { EmitterName, PackageConfig } from './options.js'

/** A client needs the decoders to return dates. */
export function checkDates(dates: string, emit: unknown, label: string, at?: Source): DateForm {
  const known = DATE_FORMS.find((each) => each === dates)
  if (known === undefined) {
    throw configFault(`${label}: dates are "text" or "date", not ${JSON.stringify(dates)}`, {
      at,
      help: '"date" makes the client give a `Date` for date-times; "text" leaves them as received.',
    })
  }
  if (known === 'date' && Array.isArray(emit) && !emit.includes('decode')) {
    throw configFault(`${label} has dates: "date" without the part "decode"`, {
      at,
      help: 'The decoders create each `Date`: add "decode" to `emit`, or leave `dates` out.',
    })
  }
  return known
}

export function checkFlag(value: unknown, label: string, at: Source): boolean {
  if (typeof value === 'boolean') return value
  throw configFault(`${label} is true or false`, { at })
}

export function checkEnums(enums: string, label: string, at: Source): EnumOpenness {
  const known = ENUM_OPENNESS.find((each) => each === enums)
  if (known) return known
  throw configFault(`${label}.enums has an unknown value ${JSON.stringify(enums)}`, {
    at,
    help: `Known are ${ENUM_OPENNESS.map((each) => JSON.stringify(each)).join(', ')}.`,
    ...suggestion(enums, ENUM_OPENNESS),
  })
}

export function isPackageName(name: string): boolean {
  return /^(@[a-z0-9~][a-z0-9-._~]*\/)?[a-z0-9~][a-z0-9-._~]*$/.test(name) && name.length <= 214
}

/** Names that npm refuses, or that Node never looks for among packages. */
const TAKEN: readonly string[] = ['node_modules', 'favicon.ico', ...builtinModules]

/** The rule of the npm registry for new names, without those that a command would read as an option: `-rf`. */
export function isNewPackageName(name: string): boolean {
  return isPackageName(name) && !name.includes('~') && !TAKEN.includes(name)
}

export function checkPackageName(name: string, label: string, at?: Source): void {
  if (isNewPackageName(name)) return
  const help = TAKEN.includes(name)
    ? 'It is the name of something else: choose another one, or put it in a scope like `@acme/`.'
    : 'A name has lower-case letters, digits, `-`, `.` and `_`, optionally after a scope like `@acme/`.'
  throw configFault(`${label}: ${JSON.stringify(name)} is not a valid name for an npm package`, {
    at,
    help,
  })
}

export function checkServer(server: string, label: string, at?: Source): void {
  if (server !== '' && isServerAddress(server)) return
  throw configFault(`${label}: ${JSON.stringify(server)} is not a URL that a client could call`, {
    at,
    help: 'Use a URL such as `https://api.example.com`, or a path such as `/api`.',
  })
}

/** The page of each operation and type has an address: the site's, with its path. */
export function checkSite(site: string, label: string, at?: Source): void {
  const address = pageUrl(site, 'types/Asset')
  if (address !== site && /^https?:\/\/[^\s`"'<>*(){}\\]+$/.test(address) && URL.canParse(address))
    return
  throw configFault(`${label}: ${JSON.stringify(site)} is not the URL of pages`, {
    at,
    help: 'Put `{page}` where the path of a page belongs: `https://docs.example.com/shop/{page}.html`.',
  })
}

export function checkRuntime(runtime: string, label: string, at?: Source): RuntimeUse {
  if (isRuntimeUse(runtime)) return runtime
  throw configFault(`${label} is "package" or "inline", not ${JSON.stringify(runtime)}`, {
    at,
    help: '"inline" copies the files of the runtime that are used; "package" imports @tagwire/runtime.',
  })
}

export function checkImportExtension(value: string, label: string, at?: Source): ImportExtension {
  if (isImportExtension(value)) return value
  throw configFault(`${label} is ".js", ".ts" or empty, not ${JSON.stringify(value)}`, {
    at,
    help: 'Bundlers understand an empty one, Node and Deno want the extension.',
  })
}

export function checkOverlay(value: unknown, label: string, at: Source): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const files = list.filter((each) => typeof each === 'string' && each.trim() !== '')
  if (list.length > 0 && files.length === list.length) return list.map(String)
  throw configFault(`${label}.overlay has to be a file or a folder, or a list of these`, { at })
}

/** Patterns of operations: `['eth_get*', '!eth_getFilterChanges']`. */
export function checkPatterns(value: unknown, label: string, at: Source): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const patterns = list.flatMap((each) => (typeof each === 'string' ? [each] : []))
  const isWhole = patterns.length === list.length && patterns.every((each) => /[^!\s]/.test(each))
  if (isWhole && patterns.some((each) => !each.startsWith('!'))) return patterns
  throw configFault(`${label} has to be a list of operations`, {
    at,
    help: "Write for example `['get*', '!getNext']`: `*` stands for any characters, and `!` excludes.",
  })
}

export function checkSelections(
  options: Readonly<Record<string, unknown>>,
  label: string,
  at: Source,
): Pick<PackageConfig, 'include' | 'exclude'> {
  const { include, exclude } = options
  const check = (option: 'include' | 'exclude', value: unknown): Selection =>
    checkSelection(value, `${label}.${option}`, below(at, option))
  return {
    ...(include === undefined ? {} : { include: check('include', include) }),
    ...(exclude === undefined ? {} : { exclude: check('exclude', exclude) }),
  }
}

const SELECTORS = ['tags', 'paths', 'methods', 'operations'] as const

const SELECTION_HELP = `Write for example \`{ tags: ['orders'] }\`; known are ${SELECTORS.join(', ')}.`

function checkSelection(value: unknown, label: string, at: Source): Selection {
  if (!isDictionary(value) || Object.keys(value).length === 0) {
    throw configFault(`${label} has to say which operations`, { at, help: SELECTION_HELP })
  }
  for (const [key, list] of Object.entries(value)) {
    const source = below(at, key)
    if (!SELECTORS.some((each) => each === key)) {
      throw configFault(`${label} has an unknown option ${JSON.stringify(key)}`, {
        at: source,
        help: SELECTION_HELP,
        ...suggestion(key, SELECTORS),
      })
    }
    if (Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === 'string')) {
      continue
    }
    throw configFault(`${label}.${key} has to be a list of texts`, {
      at: source,
      help: SELECTION_HELP,
    })
  }
  return value
}

export function checkEmit(
  value: unknown,
  label: string,
  at: Source,
): readonly (Part | EmitterName)[] {
  if (!Array.isArray(value)) {
    throw configFault(`${label}.emit has to be a list`, { at, help: PARTS_HELP })
  }
  const { attempt, finish } = collectFaults()
  value.forEach((word: unknown, index) => {
    if (isPart(word) || isEmitterName(word)) return
    attempt(() => {
      throw configFault(`${label}.emit has an unknown part ${JSON.stringify(word)}`, {
        at: below(at, String(index)),
        help: PARTS_HELP,
        ...(typeof word === 'string' ? suggestion(word, PARTS) : {}),
      })
    })
  })
  finish()
  checkTogether(value.filter(isPart), `${label}.emit`, at)
  return value
}

const PARTS_HELP = `Known are ${PARTS_TEXT}, and emitters: a path like "./query.emitter.ts", or a package like "@acme/name" or "tagwire-name". Types are always written.`

/** The mock needs the operations of the client. */
export function checkTogether(parts: readonly Part[], label: string, at?: Source): void {
  if (!parts.includes('mock') || parts.includes('client')) return
  throw configFault(`${label} has "mock" without "client"`, {
    at,
    help: 'The mock answers the calls of the client: add "client", or leave "mock" out.',
  })
}

interface Where {
  readonly at?: Source | undefined
  readonly help?: string | undefined
}

export function configFault(message: string, { at, help }: Where = {}): Fault {
  return new Fault({
    code: 'TW7001',
    severity: 'error',
    message,
    ...(at ? { at } : {}),
    ...(help ? { help } : {}),
  })
}

/** Goes on after a fault, so that all of them are reported: `finish` throws those of all attempts. */
export function collectFaults(): {
  readonly attempt: <Result>(check: () => Result) => Result | undefined
  readonly finish: () => void
} {
  const found: Diagnostic[] = []
  return {
    attempt: (check) => {
      try {
        return check()
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        found.push(...error.diagnostics)
        return undefined
      }
    },
    finish: () => {
      if (found.length > 0) throw new Fault(...found)
    },
  }
}
