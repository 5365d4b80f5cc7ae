import { taggedIn, unionNames } from '../../model/exported-names.js'
import { type EmittedFile, moduleScope, moduleText, type PackageView } from '../package-view.js'
import { armsType } from './arms.js'
import { constructorText } from './constructors.js'
import { caseGuard, guardFunction, kindFunction, matchFunction, tagsConstant } from './functions.js'
import { caseType, inputType, kindType, sharedType, unionType, unknownType } from './types.js'
import type { UnionView } from './union-view.js'

/** Tagged unions: their types, and the functions that tell the variants apart and make them. */
export function emitUnions(view: PackageView): EmittedFile | undefined {
  const unions = taggedIn(view.model.declarations)
  if (unions.length === 0) return undefined
  const tags = unions.map((each) => unionNames(each).tags)
  const scope = moduleScope(view, 'unions', tags)
  const blocks = unions.flatMap((declaration) => unionBlocks({ view, scope, declaration }))
  return { path: 'src/unions.ts', text: moduleText(view, scope, blocks) }
}

function unionBlocks(at: UnionView): string[] {
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
    kindFunction(at, names),
    guardFunction(at, names),
    ...cases.map((member) => caseGuard(at, names, member)),
    matchFunction(at, names),
    ...cases.map((member) => constructorText(at, names, member)),
  ]
}
