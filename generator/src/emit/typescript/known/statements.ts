import { Cursor, isReserved } from './cursor.js'
import { takeMembers, takeReference, takeType } from './types.js'
import { takeValue } from './values.js'

/** A statement in a form that we know, and the name that it exports. */
export interface KnownStatement {
  readonly end: number
  readonly type?: string
  readonly value?: string
}

const IMPORT = /import (type |[A-Za-z_$][\w$]*, )?\{/y
const DECLARATION = /(export )?(interface|type|const) /y
/** What begins here cannot belong to the statement before. */
const NEXT = /(?:export|import|interface|type|const|function) |$/y

/**
 * The statement at a place of a module, if it is of a form that generated types and constants have. What
 * is found is TypeScript, as the compiler would find; of anything else nothing is said.
 */
export function knownStatement(text: string, start: number): KnownStatement | undefined {
  const cursor = new Cursor(text, start)
  cursor.skip()
  const found = takeImport(cursor) ? {} : takeDeclaration(cursor)
  if (!found) return undefined
  cursor.takes(';')
  const end = cursor.at
  const apart = cursor.skip()
  if ((!apart && cursor.at < text.length) || !cursor.matches(NEXT)) return undefined
  return { ...found, end }
}

function takeImport(cursor: Cursor): boolean {
  IMPORT.lastIndex = cursor.at
  const head = IMPORT.exec(cursor.text)
  if (!head) return false
  cursor.at = IMPORT.lastIndex
  const onlyTypes = head[1] === 'type '
  if (!onlyTypes && isReserved(head[1]?.slice(0, -2) ?? '')) return false
  while (!cursor.takesNext('}')) {
    cursor.skip()
    if (!onlyTypes) cursor.takes('type ')
    if (cursor.name() === undefined) return false
    if (cursor.takes(' as ') && cursor.name() === undefined) return false
    if (cursor.takesNext(',')) continue
    if (!cursor.takesNext('}')) return false
    break
  }
  return cursor.takes(' from ') && cursor.string()
}

function takeDeclaration(cursor: Cursor): Omit<KnownStatement, 'end'> | undefined {
  DECLARATION.lastIndex = cursor.at
  const head = DECLARATION.exec(cursor.text)
  if (!head) return undefined
  cursor.at = DECLARATION.lastIndex
  const name = cursor.name()
  if (name === undefined || !TAKE_REST[head[2] ?? '']?.(cursor)) return undefined
  if (head[1] === undefined) return {}
  return head[2] === 'const' ? { value: name } : { type: name }
}

const TAKE_REST: Readonly<Record<string, (cursor: Cursor) => boolean>> = {
  interface: (cursor) =>
    takeTypeParameters(cursor) &&
    takeParents(cursor) &&
    cursor.takesNext('{') &&
    takeMembers(cursor),
  type: (cursor) => takeTypeParameters(cursor) && cursor.takes(' =') && takeType(cursor),
  const: (cursor) => {
    if (cursor.takes(':') && !takeType(cursor)) return false
    return cursor.takes(' =') && takeValue(cursor)
  },
}

function takeTypeParameters(cursor: Cursor): boolean {
  if (!cursor.takes('<')) return true
  do {
    cursor.skip()
    if (cursor.name() === undefined) return false
    if (cursor.takes(' extends ') && !takeType(cursor)) return false
    if (cursor.takes(' = ') && !takeType(cursor)) return false
  } while (cursor.takesNext(','))
  return cursor.takesNext('>')
}

function takeParents(cursor: Cursor): boolean {
  if (!cursor.takesNext('extends ')) return true
  do {
    cursor.skip()
    if (cursor.name() === undefined || !takeReference(cursor)) return false
  } while (cursor.takesNext(','))
  return true
}
