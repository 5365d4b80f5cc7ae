import type { Expression, PatternPart } from '../../model/rule.js'
import { arrayOf, type Layout, word } from '../typescript/layout.js'
import { stringLiteral } from '../typescript/text.js'
import { valueText } from '../typescript/value-text.js'
import { pureCall, words } from './layout.js'
import { checkName, constantText, type ValidateScope } from './scope.js'

/** The name of a constant for an expression, which is made from texts: none of a document becomes code. */
export function patternName(scope: ValidateScope, expression: Expression, hint: string): string {
  const { source, flags, program } = expression
  const name = scope.free(`${checkName(hint)}Pattern`)
  if (program) {
    const { letters, part } = program
    const args = [
      ...words([stringLiteral(source), stringLiteral(flags)]),
      arrayOf(letters.map(stringLiteral)),
      dataLayout(part),
    ]
    scope.hoist(constantText(name, '', pureCall(scope.use('linearPattern'), args)))
    return name
  }
  const args = [stringLiteral(source), ...(flags === '' ? [] : [stringLiteral(flags)])]
  scope.hoist(constantText(name, '', pureCall('new RegExp', words(args))))
  return name
}

function dataLayout(part: PatternPart): Layout {
  const flat = valueText(part)
  return flat.includes('\n') ? { broken: (indent) => valueText(part, indent) } : word(flat)
}
