import type { AffectedOperation } from '../../model/operations/affected-operations.js'
import { literalPattern } from '../../model/operations/pattern-of.js'
import type { ChangeSelector } from '../../model/policy.js'
import { rules } from '../schemas/rules.js'
import { oasdiffRule } from './oasdiff-ids.js'

/** The facts of a change that a policy decides by. */
export interface SelectedChange {
  readonly kind: string
  readonly subject: string
  readonly operations?: readonly AffectedOperation[] | undefined
}

/**
 * A type may be part of many operations. To make little of a change, all of them have to be meant; to make much of
 * it, one is enough.
 */
export type Quantifier = 'every' | 'some'

export interface Selector {
  /** The operations of a change have to be known. */
  readonly needsOperations: boolean
  readonly selects: (change: SelectedChange, quantifier: Quantifier) => boolean
}

/** Whether a rule is one of ours, a pattern of ours, or an id of oasdiff. */
export function isRuleName(name: string): boolean {
  return kindsOf(name).length > 0 || oasdiffRule(name) !== undefined
}

function kindsOf(name: string): string[] {
  const pattern = textPattern(name)
  return Object.keys(rules).filter((kind) => pattern.test(kind))
}

export function createSelector({ rule, subject, operation, path }: ChangeSelector): Selector {
  const named = rule === undefined ? [] : kindsOf(rule)
  const alias = named.length === 0 && rule !== undefined ? oasdiffRule(rule) : undefined
  const kinds: ReadonlySet<string> | undefined =
    rule === undefined ? undefined : new Set(alias?.kinds ?? (named.length > 0 ? named : [rule]))
  const subjects = subject === undefined ? undefined : textPattern(subject)
  const ids = operation === undefined ? undefined : textPattern(operation)
  const paths = path === undefined ? undefined : pathPattern(path)
  const needsOperations = ids !== undefined || paths !== undefined || alias?.direction !== undefined

  const isMeant = ({ id, path: own }: AffectedOperation): boolean =>
    (!ids || ids.test(id)) && (!paths || (own !== undefined && paths.test(own)))
  const isDirected = ({ sent, received }: AffectedOperation, quantifier: Quantifier): boolean => {
    if (!alias?.direction) return true
    const [wanted, other] = alias.direction === 'sent' ? [sent, received] : [received, sent]
    return wanted && (quantifier === 'some' || !other)
  }

  return {
    needsOperations,
    selects: (change, quantifier) => {
      const { operations = [] } = change
      if (kinds && !kinds.has(change.kind)) return false
      if (subjects && !subjects.test(change.subject)) return false
      if (!needsOperations) return true
      const fits = (each: AffectedOperation): boolean =>
        isMeant(each) && isDirected(each, quantifier)
      return quantifier === 'some'
        ? operations.some(fits)
        : operations.length > 0 && operations.every(fits)
    },
  }
}

/** `*` is any text. */
function textPattern(pattern: string): RegExp {
  return new RegExp(`^${pattern.split('*').map(literalPattern).join('.*')}$`, 's')
}

/** `*` is a segment or a part of one, `**` is anything, as in names of files. */
function pathPattern(pattern: string): RegExp {
  const parts = pattern.split('**').map((part) => part.split('*').map(literalPattern).join('[^/]*'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
