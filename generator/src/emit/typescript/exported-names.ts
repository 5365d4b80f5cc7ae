import { type EmittedModule, KINDS, type Statement } from './structures.js'

/** The names that a module exports. */
export interface ExportedNames {
  readonly types: readonly string[]
  readonly values: readonly string[]
}

/** The exports of a module, read from its structures, so that the index always matches. */
export function exportedNames({ statements }: Pick<EmittedModule, 'statements'>): ExportedNames {
  const values = statements.flatMap(valueNames)
  // An export of a value has the type of that name, too.
  const types = statements.flatMap(typeNames).filter((name) => !values.includes(name))
  return { types, values }
}

function typeNames(statement: Statement): string[] {
  if (typeof statement === 'string') return []
  const isType = statement.kind === KINDS.interface || statement.kind === KINDS.type
  return isType && statement.isExported ? [statement.name] : []
}

function valueNames(statement: Statement): string[] {
  if (typeof statement === 'string') return []
  if (statement.kind === KINDS.variable && statement.isExported) {
    return statement.declarations.map(({ name }) => name)
  }
  const isFunction = statement.kind === KINDS.function && statement.isExported
  return isFunction && statement.name !== undefined ? [statement.name] : []
}
