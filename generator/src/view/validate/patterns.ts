import type { Expression } from '../../model/rules/rule.js'
import { Name } from '../value.js'
import { type Expression as Code, data } from './calls.js'
import { checkName, runtime, type ValidateScope } from './scope.js'

/**
 * The name of a constant for a regular expression. It is built from strings, so that no text of a document
 * becomes code.
 */
export function patternName(scope: ValidateScope, expression: Expression, hint: string): Name {
  return scope.constant(`${checkName(hint)}Pattern`, { value: patternCode(expression) })
}

/**
 * An object with a `test` method that takes linear time for every text: the runtime's own matcher if the
 * engine's could backtrack.
 */
export function patternCode({ source, flags, program }: Expression): Code {
  if (program) {
    const { letters, part } = program
    const args = [source, flags, letters, part].map(data)
    return { kind: 'made', by: runtime('linearPattern'), args }
  }
  const args = (flags === '' ? [source] : [source, flags]).map(data)
  return { kind: 'made', by: new Name('new RegExp'), args }
}
