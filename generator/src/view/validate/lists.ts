import { isTrivial } from '../../model/rules/facts.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Name } from '../value.js'
import type { At, Call } from './calls.js'
import { call, checkFor, type ValidateScope } from './scope.js'

/** An array whose type is implied by the call that checks its items. */
export function isPlainList({ list, types }: Rule): boolean {
  const isOfLists = types?.length === 1 && types[0] === 'array'
  return isOfLists && list?.items !== undefined && !list.first && !isTrivial(list.items)
}

export function listParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const { list } = rule
  if (!list) return []
  const { first, items, least, most, unique, contains } = list
  const inside = { ...scope, isItem: true }
  const check = (each: Rule, ending: string): Name => checkFor(inside, each, hint + ending)
  return [
    ...(first ? [tuplePart(scope, rule, at, hint)] : []),
    ...(!first && items && !isTrivial(items)
      ? [call(isPlainList(rule) ? 'list' : 'ifList', at, check(items, 'Item'))]
      : []),
    ...(least ? [call('minItems', at, least)] : []),
    ...(most === undefined ? [] : [call('maxItems', at, most)]),
    ...(unique ? [call('uniqueItems', at)] : []),
    ...(contains
      ? [
          call(
            'contains',
            at,
            check(contains.rule, 'Contained'),
            ...(contains.least !== undefined || contains.most !== undefined
              ? [contains.least ?? 1]
              : []),
            ...(contains.most === undefined ? [] : [contains.most]),
          ),
        ]
      : []),
  ]
}

function tuplePart(scope: ValidateScope, { list }: Rule, at: At, hint: string): Call {
  const checks = (list?.first ?? []).map((each, index) =>
    checkFor(scope, each, `${hint}Item${index + 1}`),
  )
  const rest =
    list?.items && !isTrivial(list.items) ? [checkFor(scope, list.items, `${hint}Rest`)] : []
  return call('tuple', at, checks, ...rest)
}
