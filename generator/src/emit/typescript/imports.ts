import type { ImportDeclarationStructure } from '#ts-morph'
import { freeName } from '../../model/names.js'
import { importFrom } from './structures.js'

/** The imports of a file. Mentioning a name imports it. */
export interface Imports {
  /** Imports the name and returns it. */
  readonly type: (name: string, from: string) => string
  readonly value: (name: string, from: string) => string
  /** Imports the default export under that name. */
  readonly standard: (name: string, from: string) => string
  /** Imports an export under another name, because the module declares that name itself. */
  readonly renamed: (name: string, as: string, from: string, kind?: 'type' | 'value') => string
  readonly structures: () => ImportDeclarationStructure[]
}

interface Used {
  standard?: string
  /** The names between the braces, by their sort key. */
  readonly named: Map<string, 'type' | 'value'>
}

/** Modules whose exports are names of the document. */
const OF_DOCUMENT = /^\.\/(?:types|unions|enums|inputs|webhooks)\.js$/

/**
 * A name in `taken`, which the document has as well, is imported as `name_`, and so is a name of the document that
 * the module declares itself.
 */
export function createImports(
  taken: ReadonlySet<string> = new Set(),
  declared: ReadonlySet<string> = new Set(),
): Imports {
  const all = new Set([...taken, ...declared])
  const used = new Map<string, Used>()

  const at = (from: string): Used => {
    const known = used.get(from) ?? { named: new Map() }
    used.set(from, known)
    return known
  }
  const remember = (name: string, from: string, kind: 'type' | 'value'): void => {
    const { named } = at(from)
    if (named.get(name) !== 'value') named.set(name, kind)
  }

  const localName = (name: string, from: string): string => {
    if (OF_DOCUMENT.test(from)) return declared.has(name) ? freeName(`${name}_`, all) : name
    return from.startsWith('.') ? name : freeName(name, all)
  }

  const mention = (name: string, from: string, kind: 'type' | 'value'): string => {
    const local = localName(name, from)
    remember(local === name ? name : `${name} as ${local}`, from, kind)
    return local
  }

  return {
    type: (name, from) => mention(name, from, 'type'),
    value: (name, from) => mention(name, from, 'value'),
    standard: (name, from) => {
      at(from).standard = name
      return name
    },
    renamed: (name, as, from, kind = 'value') => {
      remember(`${name} as ${as}`, from, kind)
      return as
    },
    structures: () => [...used].map(importOf),
  }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** Alphabetical and case-insensitive, with a fixed order for names that only differ in case. */
export function byName(left: string, right: string): number {
  return compare(left.toLowerCase(), right.toLowerCase()) || compare(left, right)
}

function importOf([moduleSpecifier, { standard, named }]: readonly [
  string,
  Used,
]): ImportDeclarationStructure {
  const isTypeOnly = standard === undefined && [...named.values()].every((kind) => kind === 'type')
  const namedImports = [...named]
    .sort(([left], [right]) => byName(left, right))
    .map(([name, kind]) => ({ name, isTypeOnly: !isTypeOnly && kind === 'type' }))
  return importFrom({
    moduleSpecifier,
    namedImports,
    isTypeOnly,
    ...(standard === undefined ? {} : { defaultImport: standard }),
  })
}
