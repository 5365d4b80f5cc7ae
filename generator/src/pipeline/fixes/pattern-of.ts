import { matches } from '../../check/texts.js'
import { valueText } from '../../diagnostics/value-text.js'
import { safeExpression } from '../../lower/rules/patterns.js'
import { UnsafePattern } from '../../source/overlay/linear-pattern.js'

/** A test with a regular expression of an overlay, which must not be able to hang a program. */
export function patternOf(source: string): ((text: string) => boolean) | undefined {
  const expression = safeExpression(source)
  if (expression && 'why' in expression) {
    throw new UnsafePattern(`the pattern ${valueText(source)} is not checked: ${expression.why}`)
  }
  return expression && ((text) => matches(expression, text))
}
