import type { Field, Shape } from '../../model/shapes/shape.js'
import type { Case, Union } from '../../model/shapes/union.js'
import { defaultKind, impliedKinds, wireTag } from '../../model/shapes/union.js'
import { dataOf, type Value } from '../../view/value.js'
import { DECODE } from '../runtime-entries.js'
import type { Imports } from '../typescript/imports.js'
import {
  memberText,
  objectText,
  optionalTexts,
  pureCall,
  valueText,
} from '../typescript/value-text.js'
import { changes, type Decoding, decodedFormat, hasDefault } from './decoded-model.js'

export interface StepScope {
  readonly imports: Imports
  readonly decoding: Decoding
  /** The decoder of a declaration: its constant, or a lookup if the constant is not defined yet. */
  readonly stepOf: (name: string) => string
}

/** The decoder of a shape, as an expression. Only called for shapes that decoding changes. */
export function stepText(shape: Shape, scope: StepScope): string {
  const inside = (each: Shape): string => stepText(each, scope)
  switch (shape.kind) {
    case 'scalar':
      return use(scope, decodedFormat(shape, scope.decoding)?.step ?? 'int64')
    case 'reference':
      return scope.stepOf(shape.name)
    case 'nullable':
      return inside(shape.shape)
    case 'list':
      return pureCall(use(scope, 'list'), inside(shape.items))
    case 'map':
      return pureCall(use(scope, 'map'), inside(shape.values))
    case 'tuple': {
      const items = shape.items.map((each) => stepIfAny(each, scope) ?? 'undefined')
      const rest = shape.rest && stepIfAny(shape.rest, scope)
      return pureCall(use(scope, 'tuple'), `[${items.join(', ')}]`, ...(rest ? [rest] : []))
    }
    case 'intersection':
      return allOf(
        shape.parts.flatMap((each) => stepIfAny(each, scope) ?? []),
        scope,
      )
    case 'record':
      return recordText(shape.fields, shape.rest, scope)
    case 'union':
      return unionText(shape, scope)
    default:
      throw new Error(`a ${shape.kind} is never decoded`)
  }
}

function use({ imports }: StepScope, name: string): string {
  return imports.value(name, DECODE)
}

function stepIfAny(shape: Shape, scope: StepScope): string | undefined {
  return changes(shape, scope.decoding) ? stepText(shape, scope) : undefined
}

function allOf(steps: readonly string[], scope: StepScope): string {
  const [only = '', ...more] = steps
  return more.length === 0 ? only : pureCall(use(scope, 'all'), ...steps)
}

function recordText(fields: readonly Field[], rest: Shape | undefined, scope: StepScope): string {
  const steps = fieldSteps(fields, scope)
  const defaults = defaultsText(fields, scope)
  const others = rest && stepIfAny(rest, scope)
  const options = others ? [defaults ?? '{}', others] : defaults ? [defaults] : []
  return pureCall(use(scope, 'record'), membersText(steps), ...options)
}

function defaultsText(fields: readonly Field[], { decoding }: StepScope): string | undefined {
  const defaults = fields
    .filter((field) => hasDefault(field, decoding))
    .map((field) => memberText(field.name, valueText(dataOf(field.default))))
  return defaults.length > 0 ? objectText(defaults) : undefined
}

function fieldSteps(fields: readonly Field[], scope: StepScope): string[] {
  return fields.flatMap((field) => {
    const step = stepIfAny(field.shape, scope)
    return step === undefined ? [] : [memberText(field.name, step)]
  })
}

function membersText(members: readonly string[]): string {
  return members.length === 0 ? '{}' : objectText(members)
}

/** The payload of each kind, and the fields that all kinds share. */
function unionText(union: Union, scope: StepScope): string {
  const { tagging, cases, common } = union
  const shared = fieldSteps(common, scope)
  const defaults = defaultsText(common, scope)
  const filled = defaults ? [defaults] : []
  const payloads = cases.flatMap(({ tag, payload }) => {
    const step = payload && stepIfAny(payload, scope)
    return step === undefined ? [] : [{ tag, step }]
  })
  const byProperty = (property: string, wrap: (step: string) => string): string => {
    const kinds = payloads.map(({ tag, step }) => memberText(tag, wrap(step)))
    const tagged =
      kinds.length > 0
        ? [
            pureCall(
              use(scope, 'tagged'),
              valueText(property),
              membersText(kinds),
              ...optionalTexts(impliedKinds(cases), otherwiseOf(cases)),
            ),
          ]
        : []
    const beside =
      shared.length > 0 || defaults
        ? [pureCall(use(scope, 'record'), membersText(shared), ...filled)]
        : []
    return allOf([...tagged, ...beside], scope)
  }
  switch (tagging.style) {
    case 'key': {
      const kinds = payloads.map(({ tag, step }) => memberText(tag, step))
      return pureCall(use(scope, 'keyed'), membersText([...kinds, ...shared]), ...filled)
    }
    case 'property':
      return byProperty(tagging.property, (step) => step)
    case 'pair': {
      const { property, content } = tagging
      return byProperty(property, (step) => contentText(content, step, scope))
    }
    case 'none':
      throw new Error('there is nothing to decode')
  }
}

/** The case of values with another tag than all others have. */
function otherwiseOf(cases: readonly Case[]): Value | undefined {
  const other = defaultKind(cases)
  if (!other) return undefined
  return { kind: other.tag, others: cases.filter((each) => !each.otherwise).map(wireTag) }
}

function contentText(content: string, step: string, scope: StepScope): string {
  return pureCall(use(scope, 'record'), objectText([memberText(content, step)]))
}
