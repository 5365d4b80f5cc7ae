import type { ImportDeclarationStructure } from 'ts-morph'
import { freeName } from '../../model/names.js'
import { importFrom } from './structures.js'

/** The names of other files that a file uses. Mentioning a name imports it. */
export interface Imports {
  /** Gives back the name, remembered as used. */
  readonly type: (name: string, from: string) => string
  readonly value: (name: string, from: string) => string
  /** The default export, under a name of ours. */
  readonly standard: (name: string, from: string) => string
  /** An export under another name, because the module has that name itself. */
  readonly renamed: (name: string, as: string, from: string, kind?: 'type' | 'value') => string
  readonly structures: () => ImportDeclarationStructure[]
}

interface Used {
  standard?: string
  /** What stands between the braces, by the name that sorts it. */
  readonly named: Map<string, 'type' | 'value'>
}

/** What a package calls like something in `taken`, which is the module's own, is imported as `name_`. */
export function createImports(taken: ReadonlySet<string> = new Set()): Imports {
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

  const mention = (name: string, from: string, kind: 'type' | 'value'): string => {
    const local = from.startsWith('.') ? name : freeName(name, taken)
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

/** Alphabetical whatever the case; names that differ in it alone keep an order too. */
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
