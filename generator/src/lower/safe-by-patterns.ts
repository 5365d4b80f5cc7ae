import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import type { Operation } from '../model/operations/operation.js'
import { patternOf } from '../model/operations/pattern-of.js'

/**
 * Marks the operations that a configuration calls safe, for documents that do not say so themselves. `!` excludes some
 * again. A pattern that matches nothing is a mistake.
 */
export function safeByPatterns(model: Model, patterns: readonly string[], report: Report): Model {
  if (patterns.length === 0) return model
  for (const [index, pattern] of patterns.entries()) {
    if (model.operations.some((each) => matches(bare(pattern), each))) continue
    report({
      code: 'TW7001',
      severity: 'error',
      message: `safe: no operation matches ${JSON.stringify(pattern)}`,
      option: ['safe', String(index)],
      help: 'Name operations by their operationId, and JSON-RPC methods as they are called; `*` matches any characters.',
    })
  }
  const [without, included] = [
    patterns.filter(isExclusion),
    patterns.filter((each) => !isExclusion(each)),
  ]
  const isSafe = (operation: Operation): boolean =>
    included.some((pattern) => matches(pattern, operation)) &&
    !without.some((pattern) => matches(bare(pattern), operation))
  return {
    ...model,
    operations: model.operations.map((each) => (isSafe(each) ? { ...each, safe: true } : each)),
  }
}

function isExclusion(pattern: string): boolean {
  return pattern.startsWith('!')
}

function bare(pattern: string): string {
  return pattern.replace(/^!/, '')
}

function matches(pattern: string, { id, name }: Operation): boolean {
  const expression = patternOf(pattern)
  return expression.test(id) || expression.test(name)
}
