import { isTypeIdentifier, pascalCase, typeName } from '../../model/names.js'
import { parsePointer } from '../../model/pointer.js'
import type { Source } from '../../model/shapes/shape.js'
import { items, member, members, type Node, textAt, valueAt } from '../../source/node.js'
import { type Hint, nameOf } from './hint.js'

const GENERIC_KEYWORDS = new Set(
  'paths content schema schemas responses properties items components parameters requestBody $defs definitions'.split(
    ' ',
  ),
)

/** Names of components that are valid TypeScript identifiers, and names that were set by hand. */
export function writtenNames(container: Node | undefined): ReadonlyMap<string, Source> {
  const all = (container ? members(container) : []).map(
    ([key, node]) => [givenName(node) ?? key, node.source] as const,
  )
  const exact = all.filter(([name]) => typeName(name) === name)
  const ofTheLanguage = all
    .filter(([name]) => isTypeIdentifier(name))
    .map(([name, source]) => [typeName(name), source] as const)
  return new Map([...ofTheLanguage.reverse(), ...exact])
}

const CHOICES = ['enum', 'oneOf', 'anyOf', 'discriminator', 'x-extensible-enum', 'x-tagwire-tag']

/**
 * Other names are derived from the name of a choice: `AccountStateKind`, `isAccountState`. They are PascalCase, so
 * a name that begins with a lower-case letter is converted.
 */
export function respelled(key: string, node: Node): string | undefined {
  if (!/^[a-z]/.test(key) || !isTypeIdentifier(key)) return undefined
  const parts = [node, ...items(member(node, 'allOf'))]
  const isChoice = parts.some((part) =>
    CHOICES.some((keyword) => valueAt(part, keyword) !== undefined),
  )
  return isChoice ? typeName(pascalCase(key)) : undefined
}

/** The shortest first: if a name is taken, more of the path is added. */
export function inlineNames(hint: Hint): readonly string[] {
  const name = nameOf(hint)
  const tagged = hint.tagged === undefined ? [] : [hint.tagged, hint.tagged + hint.ending]
  return [name, ...tagged, `${name}Union`]
}

export function givenName(node: Node): string | undefined {
  return textAt(node, 'x-tagwire-name')
}

/** A schema keeps its name; the name of a file that contains one schema is converted to PascalCase. */
export function shortName(source: Source): string {
  return typeName(source.pointer === '' ? pascalCase(fileWord(source.file)) : lastWord(source))
}

function lastWord(source: Source): string {
  const tokens = parsePointer(source.pointer)
  const [last] = tokens.slice(-1)
  if (last === undefined) return fileWord(source.file)
  const generic = GENERIC_KEYWORDS.has(last) || /^\d+$/.test(last)
  return generic ? tokens.filter((token) => !GENERIC_KEYWORDS.has(token)).join(' ') : last
}

export function fullName(source: Source): string {
  const tokens = parsePointer(source.pointer).filter((token) => !GENERIC_KEYWORDS.has(token))
  return pascalCase([fileWord(source.file), ...tokens].join(' '))
}

/** The same, with the folders of the file. */
export function longName(source: Source): string {
  const [address = ''] = source.file.replace(/^[a-z]+:\/\//i, '').split(/[?#]/)
  return pascalCase([address.replace(/\.[a-z]+$/i, ''), ...parsePointer(source.pointer)].join(' '))
}

function fileWord(file: string): string {
  return (file.split('/').pop() ?? file).replace(/\.[a-z]+$/i, '')
}
