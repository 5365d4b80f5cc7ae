import type { Report } from '../diagnostics/diagnostic.js'
import type { Source } from '../model/shapes/shape.js'

interface RuleContext {
  readonly report: Report
  readonly at: Source
}

/** What a rule does wrong, it mostly does for all; the first one is enough. */
export function once(report: Report): Report {
  let isDone = false
  return (diagnostic) => {
    if (!isDone) report(diagnostic)
    isDone = true
  }
}

/** The names that a rule of the configuration gives; what it does wrong is one error, at what it should name. */
export function fromRule(
  what: string,
  rule: () => readonly unknown[],
  { report, at }: RuleContext,
): string[] {
  const refuse = (why: string): void => {
    report({
      code: 'TW7001',
      severity: 'error',
      message: `${what} ${why}`,
      at,
      help: 'Return a name with a letter in it, or undefined to keep the usual one.',
    })
  }
  try {
    const names = rule()
    const wrong = names.find((name) => typeof name !== 'string' || !/\p{L}/u.test(name))
    if (wrong === undefined) return names.map(String)
    refuse(`returns ${JSON.stringify(wrong) ?? typeof wrong}`)
  } catch (error) {
    refuse(`fails: ${error instanceof Error ? error.message : error}`)
  }
  return []
}
