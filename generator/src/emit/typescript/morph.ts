import {
  type ExportSpecifierStructure,
  type ImportSpecifierStructure,
  type OptionalKind,
  printStructure,
  type Structures,
  type WriterFunction,
} from '#ts-morph'
import { KINDS } from './structures.js'

/** Prints a structure with ts-morph. Its lines are broken afterwards. */
export function printed(structure: Structures): string {
  return printStructure(withJoinedNames(structure), SETTINGS)
}

const SETTINGS = { indentNumberOfSpaces: 2, useSingleQuote: true }

/** The names between braces as one: ts-morph takes quadratic time to put commas behind thousands of them. */
function withJoinedNames(structure: Structures): Structures {
  if (structure.kind === KINDS.import) {
    const names = joined(structure.namedImports)
    return names === undefined ? structure : { ...structure, namedImports: names }
  }
  if (structure.kind === KINDS.export) {
    const names = joined(structure.namedExports)
    return names === undefined ? structure : { ...structure, namedExports: names }
  }
  return structure
}

type Named =
  | OptionalKind<ImportSpecifierStructure>
  | OptionalKind<ExportSpecifierStructure>
  | string
  | WriterFunction

/** `undefined` if there is more to them than names. */
function joined(names: readonly Named[] | WriterFunction | undefined): string[] | undefined {
  if (names === undefined || typeof names === 'function' || names.length === 0) return undefined
  const texts = names.map(nameText)
  return texts.includes(undefined) ? undefined : [texts.join(', ')]
}

/** `type Name as Other` */
function nameText(named: Named): string | undefined {
  if (typeof named === 'string') return named
  if (typeof named === 'function' || named.leadingTrivia || named.trailingTrivia) return undefined
  const { name, alias, isTypeOnly } = named
  return `${isTypeOnly ? 'type ' : ''}${name}${alias ? ` as ${alias}` : ''}`
}
