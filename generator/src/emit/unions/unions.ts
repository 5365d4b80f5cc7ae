import { taggedIn, unionNames } from '../../model/exported-names.js'
import type { PackageView } from '../../view/package-view.js'
import { withAliases } from '../former-names.js'
import { moduleOf, moduleScope } from '../module-scope.js'
import type { EmittedModule, Statement } from '../typescript/structures.js'
import { armsType } from './arms.js'
import { constructorFunctions } from './constructors.js'
import { caseGuard, guardFunction, kindFunction, matchFunction, tagsConstant } from './functions.js'
import { caseType, inputType, kindType, sharedType, unionType, unknownType } from './types.js'
import type { UnionScope } from './union-scope.js'

/** Tagged unions: their types, and the functions that distinguish and construct variants. */
export function emitUnions(view: PackageView): EmittedModule | undefined {
  const unions = taggedIn(view.model.declarations)
  if (unions.length === 0) return undefined
  const tags = unions.map((each) => unionNames(each).tags)
  const scope = moduleScope(view, 'unions', tags)
  const statements = unions.flatMap((declaration) => {
    const at: UnionScope = { view, scope, declaration }
    return withAliases(view, declaration, [...unionStatements(at), ...constructorFunctions(at)])
  })
  return moduleOf('src/unions.ts', scope, statements)
}

/** All but the constructors, which types of decoded values do not have. */
export function unionStatements(at: UnionScope): Statement[] {
  const names = unionNames(at.declaration)
  const { cases } = at.declaration.shape
  return [
    unionType(at, names),
    ...inputType(at, names),
    kindType(at, names),
    ...sharedType(at, names),
    ...cases.map((member) => caseType(at, names, member)),
    unknownType(at, names),
    armsType(at, names),
    tagsConstant(at, names),
    kindFunction(names),
    guardFunction(at, names),
    ...cases.map((member) => caseGuard(names, member)),
    matchFunction(at, names),
  ]
}
