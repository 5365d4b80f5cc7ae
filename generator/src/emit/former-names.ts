import { earlierNames } from '../model/exported-names.js'
import type { Declaration } from '../model/shapes/shape.js'
import type { PackageView } from '../view/package-view.js'
import { docs } from './typescript/doc.js'
import { exportedConstant, exportedType, KINDS, type Statement } from './typescript/structures.js'

/** The statements of a declaration, and aliases for its former names. */
export function withAliases(
  view: PackageView,
  declaration: Declaration,
  statements: Statement[],
): Statement[] {
  const input = view.inputTypeNames.get(declaration.name)
  const inputs = (declaration.aliases ?? [])
    .map((alias) => `${alias}Input`)
    .flatMap((name) =>
      input === undefined || view.names.has(name) ? [] : [[name, input] as const],
    )
  const aliases = [...earlierNames(declaration), ...inputs].flatMap(([earlier, now]) =>
    statements.flatMap((statement) => aliasOf(statement, earlier, now)),
  )
  return [...statements, ...aliases]
}

export function useInstead(name: string): string[] {
  return docs('', `@deprecated Use {@link ${name}} instead.`)
}

function aliasOf(statement: Statement, earlier: string, now: string): Statement[] {
  if (typeof statement === 'string') return []
  const { kind } = statement
  const shared = { name: earlier, docs: useInstead(now) }
  if (kind === KINDS.interface || kind === KINDS.type) {
    if (statement.name !== now) return []
    const parameters = (statement.typeParameters ?? []).map((each) =>
      typeof each === 'object' ? each.name : each,
    )
    return parameters.length === 0
      ? [exportedType({ ...shared, type: now })]
      : [
          exportedType({
            ...shared,
            typeParameters: parameters,
            type: `${now}<${parameters.join(', ')}>`,
          }),
        ]
  }
  const isFunction = kind === KINDS.function && statement.name === now
  const isConstant =
    kind === KINDS.variable && statement.declarations.some(({ name }) => name === now)
  return isFunction || isConstant
    ? [exportedConstant({ ...shared, type: `typeof ${now}`, value: now })]
    : []
}
