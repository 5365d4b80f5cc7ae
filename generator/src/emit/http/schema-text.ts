import { docComment } from '../typescript/doc.js'
import { literal } from '../typescript/text.js'
import {
  type DeclarationNode,
  KEYWORDS,
  type Literal,
  type Member,
  type TypeNode,
} from './type-nodes.js'

/**
 * A declaration as text; for an interface, the text of its members, so that several can be merged.
 */
export interface Drawn {
  readonly name: string
  readonly text: string
  readonly isMembers: boolean
}

/** The text of the nodes that openapi-typescript creates. */
export function textsOf(nodes: readonly DeclarationNode[]): Drawn[] {
  return nodes.map((node): Drawn => {
    const name = node.name.text
    if (node.kind === 'TypeAlias') {
      return { name, text: `export type ${name} = ${typeText(node.type)}`, isMembers: false }
    }
    return { name, text: node.members.map(memberText).join(''), isMembers: true }
  })
}

/** Merges several results: interfaces with the same name become one with all members. */
export function merged(drawings: readonly (readonly Drawn[])[]): string[] {
  const members = new Map<string, string[]>()
  const others = new Map<string, string>()
  const names = new Set<string>()
  for (const { name, text, isMembers } of drawings.flat()) {
    names.add(name)
    const known = members.get(name)
    if (!isMembers) {
      if (!others.has(name)) others.set(name, text)
    } else if (known) known.push(text)
    else members.set(name, [text])
  }
  return [...names].map((name) => {
    const own = members.get(name)?.join('')
    if (own === undefined) return others.get(name) ?? ''
    return `export interface ${name} ${own === '' ? '{}' : `{\n${own}}`}`
  })
}

function membersText(members: readonly Member[]): string {
  return members.length === 0 ? '{}' : `{\n${members.map(memberText).join('')}}`
}

function memberText({ comments, modifiers, name, key, questionToken, type }: Member): string {
  const before = comments.map(commentText).join('')
  const isReadonly = modifiers.some(({ kind }) => kind === 'ReadonlyKeyword')
  const left = key === undefined ? nameText(name) : `[${nameText(name)}: ${typeText(key)}]`
  return `${before}${isReadonly ? 'readonly ' : ''}${left}${questionToken ? '?' : ''}: ${typeText(type)}\n`
}

/**
 * A comment in the usual format: an asterisk in each line, whatever the line ends of the text are.
 */
function commentText(text: string): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.replace(/^\s*\*? ?/, ''))
  return docComment([lines.join('\n').trim().replaceAll('*/', '*\\/')])
}

function nameText(name: Member['name']): string {
  return name.kind === 'Identifier' ? name.text : literalText(name)
}

function literalText({ kind, text }: Literal): string {
  return kind === 'StringLiteral' ? literal(text) : text
}

function typeText(node: TypeNode): string {
  switch (node.kind) {
    case 'Identifier':
      return node.text
    case 'LiteralType':
      return 'text' in node.literal ? literalText(node.literal) : KEYWORDS[node.literal.kind]
    case 'TypeReference': {
      const given = node.typeArguments?.map(typeText).join(', ')
      return given === undefined ? node.name : `${node.name}<${given}>`
    }
    case 'TypeLiteral':
      return membersText(node.members)
    case 'ArrayType':
      return `${operandText(node.of)}[]`
    case 'ReadonlyType':
      return `readonly ${operandText(node.of)}`
    case 'IndexedAccess':
      return `${operandText(node.object)}[${typeText(node.index)}]`
    case 'TupleType':
      return `[${node.types.map(typeText).join(', ')}]`
    case 'UnionType':
      return node.types.map(partText).join(' | ')
    case 'IntersectionType':
      return node.types.map(partText).join(' & ')
    default:
      return KEYWORDS[node.kind]
  }
}

function partText(node: TypeNode): string {
  const isSeveral = node.kind === 'UnionType' || node.kind === 'IntersectionType'
  return isSeveral ? `(${typeText(node)})` : typeText(node)
}

function operandText(node: TypeNode): string {
  return node.kind === 'ReadonlyType' ? `(${typeText(node)})` : partText(node)
}
