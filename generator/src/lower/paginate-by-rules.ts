import type { Report } from '../diagnostics/diagnostic.js'
import type { LinkedPages, Paginator } from '../model/extensions.js'
import type { Model } from '../model/model.js'
import type { Operation } from '../model/operations/operation.js'
import { patternOf } from '../model/operations/pattern-of.js'
import { pageFault, pageItem } from '../model/pages/page-fault.js'
import type { PaginatorRule } from '../model/pages/paginator-rule.js'
import { nextPage } from './extensions-of-pages.js'

/**
 * Adds the paginators of a configuration to the operations that have none. A pattern applies where it can; a rule that
 * applies nowhere is a mistake.
 */
export function paginateByRules(
  model: Model,
  rules: readonly PaginatorRule[],
  report: Report,
): Model {
  if (rules.length === 0) return model
  const used = new Set<PaginatorRule>()
  const operations = model.operations.map((operation) => {
    const { paginator } = operation.extensions
    const rule = paginator ? undefined : ruleFor(model, operation, rules)
    if (!rule) return operation
    used.add(rule)
    return withPaginator(operation, pagesOf(rule, operation))
  })
  for (const [index, rule] of rules.entries()) {
    const matched = model.operations.filter((each) => matches(rule, each))
    const open = matched.filter(({ extensions }) => !extensions.paginator)
    const hasWork = matched.length === 0 || open.length > 0
    if (hasWork && !used.has(rule))
      report({ ...unused(model, rule, open), option: ['paginators', String(index)] })
  }
  return { ...model, operations }
}

function ruleFor(
  model: Model,
  operation: Operation,
  rules: readonly PaginatorRule[],
): PaginatorRule | undefined {
  return rules.find(
    (rule) =>
      // One that is named has its faults reported.
      patternsOf(rule).some((each) => each === operation.id || each === operation.name) ||
      (matches(rule, operation) &&
        pageItem(model, operation, rule.items) !== undefined &&
        !pageFault(model, operation, pagesOf(rule, operation))),
  )
}

function withPaginator(operation: Operation, paginator: Paginator): Operation {
  return { ...operation, extensions: { ...operation.extensions, paginator } }
}

function pagesOf(
  { name = '{operation}All', items, more, next }: PaginatorRule,
  { name: operation }: Operation,
): LinkedPages {
  return {
    name: name.replaceAll('{operation}', operation),
    items,
    ...(more === undefined ? {} : { more }),
    next: nextPage(next),
  }
}

function patternsOf({ operations }: PaginatorRule): readonly string[] {
  return typeof operations === 'string' ? [operations] : operations
}

function matches(rule: PaginatorRule, { id, name }: Operation): boolean {
  return patternsOf(rule).some((pattern) => {
    const expression = patternOf(pattern)
    return expression.test(id) || expression.test(name)
  })
}

function unused(
  model: Model,
  rule: PaginatorRule,
  matched: readonly Operation[],
): Parameters<Report>[0] {
  const patterns = patternsOf(rule)
    .map((each) => JSON.stringify(each))
    .join(', ')
  const [first] = matched
  const fault = first && pageFault(model, first, pagesOf(rule, first))?.message
  const why = fault ?? `the response has no array at ${JSON.stringify(rule.items)}`
  return {
    code: 'TW7001',
    severity: 'error',
    message: first
      ? `paginators: the rule for ${patterns} fits none of ${matched.length} operations`
      : `paginators: no operation matches ${patterns}`,
    help: first
      ? `${first.name}: ${why}.`
      : 'Name operations by their operationId; `*` matches any characters.',
  }
}
