import type { Declaration } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { checkProgram } from '../../view/validate/program.js'
import type { ValidateScope } from '../../view/validate/scope.js'
import { sharedInputs } from '../../view/validate/shared-inputs.js'
import {
  type ValidatedType,
  validatedTypes,
  validatorName,
  validatorNames,
} from '../../view/validate/validators.js'
import { useInstead } from '../former-names.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { docs, linked } from '../typescript/doc.js'
import type { EmittedModule } from '../typescript/structures.js'
import { constantText } from '../typescript/structures.js'
import { checkText } from './check-text.js'
import { requestValidators } from './requests.js'
import { responseValidators } from './responses.js'
import { type Entry, table, validatorConstant } from './tables.js'

/** A validator for every type and every response, in a module of its own. */
export function emitValidate(view: PackageView): EmittedModule | undefined {
  const { declarations } = view.model
  if (declarations.length === 0) return undefined
  const sides = validatedTypes(view)
  const names = validatorNames(sides)
  const { scope, constants } = checkProgram(sides, declarations, [
    ...names.values(),
    ...sharedInputs(view).names,
  ])
  const earlierNames = declarations.flatMap(({ aliases = [] }) => aliases.map(validatorName))
  const module = moduleScope(view, 'validate', [...names.values(), ...earlierNames])
  const types = sides.map((each) => typeValidator(module, scope, each, names))
  const byName = new Map(types.map((each) => [each.key, each]))
  const responses = responseValidators({ view, module, scope, types: byName })
  const aliases = earlierValidators(scope, declarations, byName)
  const constantsOf = (entries: readonly Entry[]): string[] =>
    entries.flatMap(({ constant }) => constant ?? [])
  const tables = [
    table(module, 'validators', 'The validators of all types, by name.', [...types, ...aliases]),
  ]
  if (responses.length > 0) {
    const text = 'The validators of results.'
    tables.push(table(module, 'responseValidators', text, responses))
  }
  tables.push(...requestValidators({ view, module, scope, types: byName }))
  const statements = [
    ...[...constants, ...scope.drain()].map((each) => checkText(each, module.imports)),
    ...constantsOf(types),
    ...constantsOf(aliases),
    ...constantsOf(responses),
    ...tables,
  ]
  return { ...moduleOf('src/validate.ts', module, statements), unchecked: UNCHECKED }
}

/** Control-flow analysis is quadratic in constants at the top level: 12 s for GitHub's document. */
const UNCHECKED = 'it takes compilers seconds. Its exports have types; tagwire checks the rest.'

function typeValidator(
  module: ModuleScope,
  scope: ValidateScope,
  { name, declaration, side, deprecated }: ValidatedType,
  names: ReadonlyMap<string, string>,
): Entry {
  const type = module[side].refer(declaration)
  const entry = { key: name, name: names.get(name) ?? validatorName(name), type }
  const text = docs(`Validates ${linked(type)}.`, deprecated ? '@deprecated' : undefined)
  return { ...entry, constant: validatorConstant(module, entry, scope.checkOf(name), text) }
}

/** The validators of renamed types, under their former names. */
function earlierValidators(
  scope: ValidateScope,
  declarations: readonly Declaration[],
  types: ReadonlyMap<string, Entry>,
): Entry[] {
  return declarations.flatMap(({ name: present, aliases = [] }) => {
    const now = types.get(present)
    return aliases.flatMap((key): Entry | [] => {
      if (!now) return []
      const entry = { key, type: now.type, docs: useInstead(present) }
      // `account_state` and `AccountState` have the same validator.
      if (validatorName(key) === validatorName(present)) return { ...entry, name: now.name }
      const name = scope.free(validatorName(key))
      const type = `typeof ${now.name}`
      const constant = constantText({
        name,
        type,
        value: now.name,
        docs: useInstead(now.name),
        isExported: true,
      })
      return { ...entry, name, constant }
    })
  })
}
