import type { Expression } from '../../model/rules/rule.js'
import { constantText } from '../typescript/structures.js'
import { stringLiteral } from '../typescript/text.js'
import { listText, valueText } from '../typescript/value-text.js'
import { pureCall } from './calls.js'
import { checkName, type ValidateScope } from './scope.js'

/** The name of a constant for an expression, which is made from texts: none of a document becomes code. */
export function patternName(scope: ValidateScope, expression: Expression, hint: string): string {
  const name = scope.free(`${checkName(hint)}Pattern`)
  scope.hoist(constantText({ name, value: patternText(scope.use, expression) }))
  return name
}

/** An object with `test`, which no text keeps busy: the matcher of the runtime where an engine could be. */
export function patternText(
  use: (name: 'linearPattern') => string,
  { source, flags, program }: Expression,
): string {
  const texts = [stringLiteral(source), stringLiteral(flags)]
  if (program) {
    const letters = listText(program.letters.map(stringLiteral))
    return pureCall(use('linearPattern'), ...texts, letters, valueText(program.part))
  }
  return pureCall('new RegExp', ...(flags === '' ? texts.slice(0, 1) : texts))
}
