import type { Report } from '../../diagnostics/diagnostic.js'
import { valueText } from '../../diagnostics/value-text.js'
import type { Expression } from '../../model/rules/rule.js'
import type { Node } from '../../source/node.js'
import { type Automaton, automatonOf } from '../patterns/automaton.js'
import { type Allowance, takesLinearTime } from '../patterns/count-paths.js'
import { type ReadPattern, readPattern, UnknownPart } from '../patterns/read-pattern.js'

/** The maximum number of states of an expanded expression. */
const MAX_STATES = 8000

/** The linear matcher takes about as many steps per character as there are active states. */
const MAX_STEPS_OF_MATCHER = 5.5e6

/** The length of a text that the matcher must handle within some 50 milliseconds. */
const LONG_TEXT = 5000

/** Far more steps than any realistic expression needs. */
const STEPS_OF_A_PATTERN = 300_000

/** The budget of a document; beyond it, expressions use the linear matcher without further analysis. */
const STEPS_OF_A_DOCUMENT = 30_000_000

interface Known {
  readonly allowance: Allowance
  readonly expressions: Map<string, Expression | Refusal>
}

/** Why an expression is not checked. */
interface Refusal {
  readonly why: string
}

const TOO_LARGE: Refusal = { why: 'written out, its repetitions are too many' }

const knownOf = new WeakMap<Report, Known>()

/**
 * A regular expression of the document that is safe to run on any text: a server's response must not be able
 * to hang a program. If JavaScript's engine could take more than linear time, the expression gets a program
 * for the linear matcher. If neither can be used, it is left out and reported.
 */
export function expressionOf(node: Node, source: string, report: Report): Expression | undefined {
  const flags = compiles(source, 'u') ? 'u' : ''
  if (flags === '' && !compiles(source, '')) {
    const message = `the pattern ${valueText(source)} is not a regular expression; it is not checked`
    report({
      ...unusable(node, message),
      help: 'Correct it; the language is that of JavaScript (ECMA-262), without slashes around it.',
    })
    return undefined
  }
  const known = knownOf.get(report) ?? {
    allowance: { steps: STEPS_OF_A_DOCUMENT },
    expressions: new Map<string, Expression | Refusal>(),
  }
  knownOf.set(report, known)
  const found = known.expressions.get(source) ?? safely(source, flags, known.allowance)
  known.expressions.set(source, found)
  if ('source' in found) return found
  report({
    ...unusable(node, `the pattern ${valueText(source)} is not checked: ${found.why}`),
    help: 'Some texts could keep such a pattern busy for hours. Rewrite it, or leave it.',
  })
  return undefined
}

/** An expression that belongs to no schema; `undefined` if it is none. */
export function safeExpression(source: string): Expression | Refusal | undefined {
  return compiles(source, 'u') ? safely(source, 'u', { steps: STEPS_OF_A_DOCUMENT }) : undefined
}

function safely(source: string, flags: 'u' | '', document: Allowance): Expression | Refusal {
  const read = readSafely(source, flags)
  if ('why' in read) return read
  const automaton = automatonOf(read.part, MAX_STATES)
  if (!automaton) return TOO_LARGE
  const allowance = { steps: Math.min(STEPS_OF_A_PATTERN, document.steps) }
  const before = allowance.steps
  const isLinear = takesLinearTime(read, automaton, allowance)
  document.steps -= before - allowance.steps
  if (isLinear) return { source, flags }
  if (stepsOfMatcher(automaton) > MAX_STEPS_OF_MATCHER) return TOO_LARGE
  const letters = read.letters.map((each) => each.source)
  return { source, flags, program: { letters, part: read.part } }
}

function stepsOfMatcher({ states, longest }: Automaton): number {
  // If the length of matches is limited, about half of the states are active at a time.
  return longest < LONG_TEXT ? (states.length * longest) / 2 : states.length * LONG_TEXT
}

function readSafely(source: string, flags: 'u' | ''): ReadPattern | Refusal {
  try {
    return readPattern(source, flags)
  } catch (error) {
    if (error instanceof UnknownPart) return { why: error.message }
    if (error instanceof RangeError) return { why: 'it is nested too deeply' }
    throw error
  }
}

function unusable(node: Node, message: string) {
  return { code: 'TW2007', severity: 'warning', message, at: node.source } as const
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}
